// Keys and what they do, as a line and as a list.
import { Fragment } from 'preact';
import { useStore } from '../client/store.ts';
import { keyChoices } from './key-choices.ts';
import { type KeySection, toShownKeys } from './key-row.ts';

/** Rows without a key are left out. Drawn again when the operator sets keys. */
const useShownRows = ({ rows }: KeySection) => {
  useStore(keyChoices, (value) => value);
  return rows.map((row) => ({ ...row, keys: toShownKeys(row) })).filter(({ keys }) => keys.length > 0);
};

const Keys = ({ keys }: { readonly keys: readonly string[] }) => (
  <>
    {keys.map((key) => (
      <Fragment key={key}>
        <kbd>{key}</kbd>{' '}
      </Fragment>
    ))}
  </>
);

/** At the foot of a view. */
export const KeyLine = ({ section }: { readonly section: KeySection }) => (
  <p class="keys">
    {useShownRows(section).map(({ id, keys, words }, index) => (
      <Fragment key={id}>
        {index > 0 && ' · '}
        <Keys keys={keys} />
        {words}
      </Fragment>
    ))}
  </p>
);

export const KeyList = ({ section }: { readonly section: KeySection }) => (
  <dl class="key-list">
    {useShownRows(section).map(({ id, keys, words }) => (
      <div key={id}>
        <dt>
          <Keys keys={keys} />
        </dt>
        <dd>{words}</dd>
      </div>
    ))}
  </dl>
);
