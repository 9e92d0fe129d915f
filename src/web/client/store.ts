// Observable value; components subscribe to the part they show.
import { useEffect, useReducer, useRef } from 'preact/hooks';

export interface Store<Value> {
  get(): Value;
  set(value: Value): void;
  subscribe(listener: () => void): () => void;
}

export const createStore = <Value>(first: Value): Store<Value> => {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (next === value) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** The selected part; the component renders again when it changes. */
export const useStore = <Value, Part>(store: Store<Value>, select: (value: Value) => Part): Part => {
  const [, again] = useReducer((count: number, _action: undefined) => count + 1, 0);
  const part = select(store.get());
  const shown = useRef({ part, select });
  shown.current = { part, select };
  useEffect(() => {
    const check = (): void => {
      if (shown.current.select(store.get()) !== shown.current.part) again(undefined);
    };
    check();
    return store.subscribe(check);
  }, [store]);
  return part;
};

/**
 * A value in local storage, which may be disabled or full. Follows changes of other tabs.
 */
export const createKeptStore = (key: string, first: string): Store<string> => {
  const store = createStore(attempt(() => localStorage.getItem(key)) ?? first);
  store.subscribe(() => attempt(() => localStorage.setItem(key, store.get())));
  // Does not exist in tests outside a browser.
  globalThis.addEventListener?.('storage', (event) => {
    if (event.key === key) store.set(event.newValue ?? first);
  });
  return store;
};

const attempt = <Result>(work: () => Result): Result | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};
