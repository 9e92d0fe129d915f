// The Device view: what the box is called, how it is reached, how it is, and what is done at power-on.
import { useEffect, useState } from 'preact/hooks';
import { mayTakeOff } from './actions.ts';
import { call, type Device, toUrl } from './api.ts';
import { link } from './live.ts';
import { LogTail } from './log-tail.tsx';
import { attempt, notify } from './notices.tsx';
import { OutputsPanel } from './outputs-panel.tsx';
import { useStore } from './store.ts';
import { POWER_ON, toBytes, toLength } from './words.ts';

const LOOK_EVERY_MS = 5000;

type DevicePatch = { readonly name?: string; readonly showSplash?: boolean; readonly powerOn?: Device['powerOn'] };

export const DeviceView = () => {
  const [device, setDevice] = useState<Device>();
  const isOpen = useStore(link, (value) => value === 'open');
  useEffect(() => {
    if (!isOpen) return;
    const look = (): void => void call('get', '/device').then(setDevice, () => undefined);
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isOpen]);
  const save = (body: DevicePatch): Promise<boolean> =>
    attempt(async () => setDevice(await call('patch', '/device', { body })));
  if (device === undefined) return <p class="empty">Waiting for the player…</p>;
  return (
    <>
      <h1>Device</h1>
      <div class="panels">
        <Identity device={device} save={save} />
        <Reach device={device} />
        <PowerOn device={device} save={save} />
        <OutputsPanel />
        <Vitals device={device} />
        <Maintenance />
        <LogTail />
      </div>
    </>
  );
};

const Identity = ({
  device,
  save,
}: {
  readonly device: Device;
  readonly save: (body: DevicePatch) => Promise<boolean>;
}) => {
  const [name, setName] = useState(device.name);
  useEffect(() => setName(device.name), [device.name]);
  const hasUpdate = device.latestVersion !== device.version;
  return (
    <section class="panel" aria-labelledby="identity">
      <h2 id="identity">Name and version</h2>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (name !== device.name) void save({ name });
        }}
      >
        <label class="field grow">
          Host name
          <input type="text" value={name} onInput={({ currentTarget }) => setName(currentTarget.value)} />
        </label>
        <button type="submit" disabled={name === device.name}>
          Rename
        </button>
      </form>
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
        <dt>Up for</dt>
        <dd>{toLength(device.uptimeSeconds)}</dd>
      </dl>
    </section>
  );
};

/** How other programs reach this device, ready to copy. */
const Reach = ({ device }: { readonly device: Device }) => {
  const addresses = Object.entries(device.interfaces);
  const [, address = location.hostname] = addresses[0] ?? [];
  const { hyperdeck, osc } = device.ports;
  const host = address.includes(':') ? `[${address}]` : address;
  return (
    <section class="panel" aria-labelledby="reach">
      <h2 id="reach">How it is reached</h2>
      <dl>
        {addresses.map(([name, value]) => (
          <div key={name} class="pair">
            <dt>{name}</dt>
            <dd>
              <Copyable text={value} />
            </dd>
          </div>
        ))}
        <dt>Control API</dt>
        <dd>
          <Copyable text={`http://${host}${location.port === '' ? '' : `:${location.port}`}`} />
        </dd>
        <dt>HyperDeck</dt>
        <dd>{hyperdeck === undefined ? 'Off' : <Copyable text={`${host}:${hyperdeck}`} />}</dd>
        <dt>OSC (UDP)</dt>
        <dd>{osc === undefined ? 'Off: set CUEDECK_OSC_PORT' : <Copyable text={`${host}:${osc}`} />}</dd>
        <dt>Stage monitor</dt>
        <dd>
          <Copyable text={`${location.origin}/countdown`} />
        </dd>
      </dl>
    </section>
  );
};

const Copyable = ({ text }: { readonly text: string }) => (
  <span class="copyable">
    <code>{text}</code>
    <button type="button" aria-label={`Copy ${text}`} onClick={() => void copy(text)}>
      Copy
    </button>
  </span>
);

const copy = async (text: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // A page that came over plain HTTP has no clipboard of its own.
    const field = document.createElement('textarea');
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
  notify(`${text} is copied.`, { milliseconds: 2000 });
};

const PowerOn = ({
  device,
  save,
}: {
  readonly device: Device;
  readonly save: (body: DevicePatch) => Promise<boolean>;
}) => (
  <section class="panel" aria-labelledby="power-on">
    <h2 id="power-on">At power-on</h2>
    <label class="field">
      The player does this
      <select
        value={device.powerOn}
        onChange={({ currentTarget }) => void save({ powerOn: currentTarget.value as Device['powerOn'] })}
      >
        {Object.entries(POWER_ON).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
    <label class="field check">
      <input
        type="checkbox"
        checked={device.showSplash}
        onChange={({ currentTarget }) => void save({ showSplash: currentTarget.checked })}
      />
      Show the splash screen with name and addresses (otherwise black)
    </label>
  </section>
);

const Vitals = ({ device }: { readonly device: Device }) => {
  const { temperatureCelsius, memoryBytes, memoryFreeBytes, warnings } = device.vitals;
  const used = device.clipsSizeBytes - device.clipsFreeBytes;
  return (
    <section class="panel" aria-labelledby="vitals">
      <h2 id="vitals">Vital signs</h2>
      <dl>
        <dt>Temperature</dt>
        <dd>{temperatureCelsius === undefined ? 'No sensor' : `${temperatureCelsius.toFixed(1)} °C`}</dd>
        <dt>Power and throttling</dt>
        <dd>
          {warnings === undefined ? 'The board does not tell' : warnings.length === 0 ? 'Good' : warnings.join(', ')}
        </dd>
        {memoryBytes !== undefined && memoryFreeBytes !== undefined && (
          <Use label="Memory" used={memoryBytes - memoryFreeBytes} all={memoryBytes} />
        )}
        <Use label="Clips partition" used={used} all={device.clipsSizeBytes} />
      </dl>
    </section>
  );
};

const Use = ({ label, used, all }: { readonly label: string; readonly used: number; readonly all: number }) => (
  <>
    <dt>{label}</dt>
    <dd>
      <meter
        min={0}
        max={all}
        low={all * 0.8}
        high={all * 0.9}
        optimum={0}
        value={used}
        aria-label={`Used: ${label}`}
      />{' '}
      {toBytes(all - used)} free of {toBytes(all)}
    </dd>
  </>
);

const restart = async (): Promise<void> => {
  if (!(await mayTakeOff('Restart the player'))) return;
  if (await attempt(() => call('post', '/device/restart-player'))) notify('The player was restarted.');
};

const importList = async (file: File | undefined): Promise<void> => {
  if (file === undefined) return;
  await attempt(async () => {
    const { applied, missing } = await call('put', '/clip-list', { body: JSON.parse(await file.text()) });
    const rest = missing.length === 0 ? '' : `; not here: ${missing.join(', ')}`;
    notify(`${applied} clips took over their settings${rest}.`);
  });
};

const Maintenance = () => (
  <section class="panel" aria-labelledby="maintenance">
    <h2 id="maintenance">Maintenance</h2>
    <div class="buttons">
      <button type="button" class="danger-quiet" onClick={() => void restart()}>
        Restart player
      </button>
      <a class="button" href={toUrl('/diagnostics')} download="cuedeck-diagnostics.json">
        Download diagnostics
      </a>
      <a class="button" href={toUrl('/clip-list')} download="cuedeck-clips.json">
        Export clip list
      </a>
      <label class="button">
        Import clip list
        <input
          type="file"
          class="sr"
          accept="application/json,.json"
          onChange={({ currentTarget }) => {
            void importList(currentTarget.files?.[0]);
            currentTarget.value = '';
          }}
        />
      </label>
    </div>
  </section>
);
