// The lock that holds Safe on for every page of the player.
import type { Device } from '../../client/api.ts';
import type { SaveDevice } from './save-device.ts';

export const SafePanel = ({ device, save }: { readonly device: Device; readonly save: SaveDevice }) => (
  <section class="panel" aria-labelledby="safe">
    <h2 id="safe">Safe</h2>
    <label class="field check">
      <input
        type="checkbox"
        checked={device.safeLock}
        disabled={!device.maySetSafeLock}
        aria-describedby="safe-lock-hint"
        onChange={({ currentTarget }) => void save({ safeLock: currentTarget.checked })}
      />
      Lock Safe on for all pages
    </label>
    <p id="safe-lock-hint" class="facts">
      {device.maySetSafeLock ? (
        'Every page then asks before what is on air changes; its own switch does nothing.'
      ) : (
        <>
          On a player without a token only its owner sets this, on the player itself:{' '}
          <code>cuedeck safe-lock {device.safeLock ? 'off' : 'on'}</code>
        </>
      )}
    </p>
  </section>
);
