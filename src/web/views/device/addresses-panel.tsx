// Addresses of the device, ready to copy.
import type { Device } from '../../client/api.ts';
import { Copyable } from '../../components/copyable.tsx';

export const AddressesPanel = ({ device }: { readonly device: Device }) => {
  const addresses = Object.entries(device.interfaces);
  const [, address = location.hostname] = addresses[0] ?? [];
  const { hyperdeck, osc } = device.ports;
  const timeline = device.hyperdeckTimeline;
  const host = address.includes(':') ? `[${address}]` : address;
  return (
    <section class="panel" aria-labelledby="reach">
      <h2 id="reach">How it is reached</h2>
      <dl>
        {device.announcedName && (
          <div class="pair">
            <dt>Name on the network</dt>
            <dd>
              <Copyable text={`${device.announcedName}.local`} />
              <small>Another device is called {device.name}.</small>
            </dd>
          </div>
        )}
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
        <dd>
          {hyperdeck === undefined ? 'Off' : <Copyable text={`${host}:${hyperdeck}`} />}
          {timeline === undefined || timeline.isLibrary ? null : (
            <small>
              A controller has changed its timeline: it has {timeline.clips} {timeline.clips === 1 ? 'clip' : 'clips'}{' '}
              now. The command <code>clips rebuild</code> resets it.
            </small>
          )}
        </dd>
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
