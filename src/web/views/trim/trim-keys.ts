// The keys of the Trim view: they work from wherever the focus is, but where somebody types or another control takes them.
import { useEffect, useRef } from 'preact/hooks';
import { isAsking } from '../../components/toasts.tsx';
import { isTyping, takesSpace } from '../fire/keyboard.ts';

type Run = (event: KeyboardEvent) => void;

/** True for a slider and the browser's video player, which have their own keys. */
const hasOwnKeys = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('video, [role="slider"], input');

/** @param keys by `KeyboardEvent.key`, letters in lower case */
export const useTrimKeys = (keys: Readonly<Record<string, Run>>): void => {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isAsking() || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target, key } = event;
      const isLetter = /^[a-z]$/i.test(key);
      // Sliders ignore letters.
      if (isTyping(target) || (!isLetter && hasOwnKeys(target)) || (key === ' ' && takesSpace(target))) return;
      const run = latest.current[key.toLowerCase()] ?? latest.current[key];
      if (run === undefined) return;
      event.preventDefault();
      run(event);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
};
