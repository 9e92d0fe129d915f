// A menu, slider or box that is used with mouse or finger does not keep the keys: a digit is to fire a clip, not to choose in the menu.

const CHOSEN = 'select, input[type=range], input[type=checkbox], input[type=radio]';

const toControl = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? (target.closest('label')?.control ?? target.closest<HTMLElement>(CHOSEN)) : null;

/** Takes the focus from such a control after its use; from the keyboard it keeps the focus. */
export const releasePressedControls = (): (() => void) => {
  let pressed: HTMLElement | null = null;
  const onPress = ({ target }: Event): void => {
    pressed = toControl(target);
  };
  const onChange = ({ target }: Event): void => {
    if (target === pressed && pressed?.matches(CHOSEN)) pressed.blur();
  };
  /** A slider that is pressed where it stands does not change. */
  const onClick = ({ target }: Event): void => {
    if (target === pressed && pressed?.matches('input[type=range]')) pressed.blur();
  };
  /** So that the next Space is a key of the view, not the control of the head again; before it opens a dialog, which would give the focus back. */
  const onHead = ({ detail, target }: MouseEvent): void => {
    if (detail > 0 && target instanceof Element) target.closest<HTMLElement>('.bar a, .bar button')?.blur();
  };
  const onLeave = ({ target }: Event): void => {
    if (target === pressed) pressed = null;
  };
  document.addEventListener('pointerdown', onPress, true);
  document.addEventListener('change', onChange);
  document.addEventListener('click', onClick);
  document.addEventListener('click', onHead, true);
  document.addEventListener('focusout', onLeave);
  return () => {
    document.removeEventListener('pointerdown', onPress, true);
    document.removeEventListener('change', onChange);
    document.removeEventListener('click', onClick);
    document.removeEventListener('click', onHead, true);
    document.removeEventListener('focusout', onLeave);
  };
};
