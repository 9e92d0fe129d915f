// What the player does at power-on.
import type { Device } from '../../client/api.ts';
import { POWER_ON } from '../../format/format.ts';
import type { SaveDevice } from './save-device.ts';

export const PowerOnPanel = ({ device, save }: { readonly device: Device; readonly save: SaveDevice }) => (
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
