// The keys of the Show and the Fire view, as this browser has them: the operator presses the key that he wants.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useStore } from '../../client/store.ts';
import { focusAfter } from '../../components/focus.ts';
import { toCaptured } from '../../keys/key-capture.ts';
import { addKey, keyChoices, keysOf, removeKey, resetKeys } from '../../keys/key-choices.ts';
import { type KeyRow, type KeySection, toKeyLabel } from '../../keys/key-row.ts';
import { FIRE_KEYS, SHOW_KEYS } from '../../keys/key-tables.ts';

const SECTIONS: readonly KeySection[] = [SHOW_KEYS, FIRE_KEYS];

/** A key that is being set. */
interface Setting {
  readonly section: KeySection;
  readonly row: KeyRow;
  /** The key that another row has. */
  readonly asked?: { readonly key: string; readonly other: KeyRow };
  readonly trouble?: string;
}

const toNext = (section: KeySection, row: KeyRow, captured: ReturnType<typeof toCaptured>): Setting | undefined => {
  if (captured.do === 'refuse') return { section, row, trouble: captured.why };
  return captured.do === 'ask' ? { section, row, asked: captured } : undefined;
};

/** Takes every press while a key is set. */
const useCapture = (setting: Setting | undefined, set: (next: Setting | undefined) => void): void => {
  const isListening = setting !== undefined && setting.asked === undefined;
  // At once: the next press counts.
  useLayoutEffect(() => {
    if (!isListening || setting === undefined) return;
    const { section, row } = setting;
    const onKey = (event: KeyboardEvent): void => {
      const captured = toCaptured(section, row, event);
      if (captured.do !== 'leave') {
        event.preventDefault();
        event.stopPropagation();
      }
      // Enter, held down since it pressed the control, is no answer.
      if (event.repeat || captured.do === 'wait') return;
      if (captured.do === 'add') addKey(section.rows, row.id, captured.key);
      set(toNext(section, row, captured));
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [isListening, setting?.row]);
};

/** The help links here. */
const useLinked = () => {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const follow = (): void => {
      // After the view has gone to where it was left.
      if (location.hash === '#device/keys')
        requestAnimationFrame(() => requestAnimationFrame(() => panel.current?.scrollIntoView({ block: 'center' })));
    };
    follow();
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return panel;
};

export const KeysPanel = () => {
  const isUsual = useStore(keyChoices, (value) => value === '{}');
  const [setting, setSetting] = useState<Setting>();
  useCapture(setting, setSetting);
  return (
    <section ref={useLinked()} class="panel keys-panel" aria-labelledby="set-keys">
      <h2 id="set-keys">Keys</h2>
      <p class="facts">
        This browser keeps them. Press “Add”, then the key. A footswitch or presenter works, too: it sends keys.
      </p>
      {SECTIONS.map((section) => (
        <fieldset key={section.title}>
          <legend>{section.title}</legend>
          <ul>
            {section.rows
              .filter(({ takes }) => takes === undefined)
              .map((row) => (
                <Row
                  key={row.id}
                  section={section}
                  row={row}
                  setting={setting?.row === row ? setting : undefined}
                  set={setSetting}
                />
              ))}
          </ul>
        </fieldset>
      ))}
      <button type="button" disabled={isUsual} onClick={resetKeys}>
        Reset all keys
      </button>
    </section>
  );
};

const Row = (props: {
  readonly section: KeySection;
  readonly row: KeyRow;
  /** While a key is set for this row. */
  readonly setting: Setting | undefined;
  readonly set: (next: Setting | undefined) => void;
}) => {
  const { section, row, setting, set } = props;
  const line = useRef<HTMLLIElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const isListening = setting !== undefined && setting.asked === undefined;
  const backToAdd = (control: Element): void => focusAfter(control, () => add.current);
  return (
    <li ref={line}>
      <span class="words">{row.words}</span>
      <span class="row">
        {keysOf(row).map((key) => (
          <button
            key={key}
            type="button"
            class="key"
            aria-label={`Remove ${toKeyLabel(key)} from “${row.words}”`}
            onClick={({ currentTarget }) => {
              backToAdd(currentTarget);
              removeKey(row, key);
            }}
          >
            <kbd>{toKeyLabel(key)}</kbd> <span aria-hidden="true">×</span>
          </button>
        ))}
        <button
          ref={add}
          type="button"
          aria-label={isListening ? `Press the key for “${row.words}”` : `Add a key for “${row.words}”`}
          aria-pressed={isListening}
          onClick={() => set(isListening ? undefined : { section, row })}
        >
          {isListening ? 'Press the key…' : 'Add'}
        </button>
      </span>
      <span role="status" class="told">
        {setting?.trouble}
        {setting?.asked && (
          <>
            {toKeyLabel(setting.asked.key)} is already used for “{setting.asked.other.words}”.{' '}
          </>
        )}
      </span>
      {setting?.asked && <Conflict {...setting} asked={setting.asked} set={set} backToAdd={backToAdd} />}
    </li>
  );
};

const Conflict = (
  props: Setting & {
    readonly asked: NonNullable<Setting['asked']>;
    readonly set: (next: Setting | undefined) => void;
    readonly backToAdd: (control: Element) => void;
  },
) => {
  const { section, row, asked, set, backToAdd } = props;
  return (
    <span class="row">
      <button
        type="button"
        onClick={({ currentTarget }) => {
          backToAdd(currentTarget);
          addKey(section.rows, row.id, asked.key);
          set(undefined);
        }}
      >
        Move it here
      </button>
      <button
        type="button"
        onClick={({ currentTarget }) => {
          backToAdd(currentTarget);
          set(undefined);
        }}
      >
        Leave it there
      </button>
    </span>
  );
};
