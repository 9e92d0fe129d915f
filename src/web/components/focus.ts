// Moves the focus when the focused control disappears.

const MAX_WAIT_MS = 10_000;

/**
 * Waits until the control is removed or disabled, then moves the focus unless it is elsewhere.
 * @param find returns the new target, once it exists
 */
export const focusAfter = (control: Element | null, find: () => HTMLElement | null | undefined): void => {
  const latest = performance.now() + MAX_WAIT_MS;
  const check = (): void => {
    if (performance.now() > latest) return;
    const { activeElement } = document;
    if (control?.isConnected) return void requestAnimationFrame(check);
    if (activeElement !== null && activeElement !== document.body) return;
    const next = find();
    if (next == null) return void requestAnimationFrame(check);
    next.focus();
  };
  check();
};
