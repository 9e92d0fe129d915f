// Temperature, power, memory and disk.
import type { Device } from '../../client/api.ts';
import { toBytes } from '../../format/format.ts';

export const HealthPanel = ({ device }: { readonly device: Device }) => {
  const { temperatureCelsius, memoryBytes, memoryFreeBytes, warnings } = device.vitals;
  const used = device.clipsSizeBytes - device.clipsFreeBytes;
  return (
    <section class="panel" aria-labelledby="health">
      <h2 id="health">Vital signs</h2>
      <dl>
        <dt>Temperature</dt>
        <dd>{temperatureCelsius === undefined ? 'No sensor' : `${temperatureCelsius.toFixed(1)} °C`}</dd>
        <dt>Power and throttling</dt>
        <dd>
          <Power warnings={warnings} />
        </dd>
        {memoryBytes !== undefined && memoryFreeBytes !== undefined && (
          <Use label="Memory" used={memoryBytes - memoryFreeBytes} all={memoryBytes} />
        )}
        <Use label="Clips partition" used={used} all={device.clipsSizeBytes} />
      </dl>
    </section>
  );
};

const Power = ({ warnings }: { readonly warnings: readonly string[] | undefined }) => {
  if (warnings === undefined) return 'The board does not tell';
  if (warnings.length === 0) return 'Good';
  return (
    <ul class="warnings">
      {warnings.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
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
