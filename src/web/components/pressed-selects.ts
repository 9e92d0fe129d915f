// A list that is opened with the mouse does not keep the keys of the view: a digit would choose in it instead of firing a clip.

/** Takes the focus from such a list after the choice; from the keyboard it keeps the focus. */
export const releasePressedSelects = (): (() => void) => {
  let pressed: EventTarget | null = null;
  const onPress = ({ target }: Event): void => {
    pressed = target;
  };
  const onChange = ({ target }: Event): void => {
    if (target instanceof HTMLSelectElement && target === pressed) target.blur();
  };
  const onLeave = ({ target }: Event): void => {
    if (target === pressed) pressed = null;
  };
  document.addEventListener('pointerdown', onPress, true);
  document.addEventListener('change', onChange);
  document.addEventListener('focusout', onLeave);
  return () => {
    document.removeEventListener('pointerdown', onPress, true);
    document.removeEventListener('change', onChange);
    document.removeEventListener('focusout', onLeave);
  };
};
