// What the box is called, and what it is.
import { useEffect } from 'preact/hooks';
import type { Device } from '../../client/api.ts';
import { Copyable } from '../../components/copyable.tsx';
import { Conflict, useDraft } from '../../components/draft.tsx';
import { setDeviceName } from '../../components/page-title.tsx';
import { toLength } from '../../format/format.ts';
import type { SaveDevice } from './save-device.ts';

export const IdentityPanel = ({ device, save }: { readonly device: Device; readonly save: SaveDevice }) => {
  const draft = useDraft(device.name);
  const name = draft.text.trim();
  const rename = (): void => draft.save(() => save({ name }));
  useEffect(() => setDeviceName(device.name), [device.name]);
  const hasUpdate = device.latestVersion !== device.version;
  return (
    <section class="panel" aria-labelledby="identity">
      <h2 id="identity">Name and version</h2>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.theirs === undefined && name !== device.name) rename();
        }}
      >
        <label class="field grow">
          Host name
          <input type="text" value={draft.text} onInput={({ currentTarget }) => draft.type(currentTarget.value)} />
        </label>
        <button type="submit" disabled={name === device.name || name === '' || draft.theirs !== undefined}>
          Rename
        </button>
      </form>
      <Conflict draft={draft} save={rename} />
      <dl>
        <dt>Version</dt>
        <dd>
          {device.version}
          {hasUpdate && <span class="update">Version {device.latestVersion} is out</span>}
        </dd>
        <dt>Device id</dt>
        <dd>
          <Copyable text={device.deviceId} />
        </dd>
        <dt>Licence</dt>
        <dd>{device.licensed ? 'Licensed' : 'Not licensed: nothing is missing'}</dd>
        {device.hasShortToken && (
          <>
            <dt>Token</dt>
            <dd class="trouble">It has fewer than 12 characters and can be guessed: set a longer CUEDECK_TOKEN</dd>
          </>
        )}
        <dt>Up for</dt>
        <dd>{toLength(device.uptimeSeconds)}</dd>
      </dl>
    </section>
  );
};
