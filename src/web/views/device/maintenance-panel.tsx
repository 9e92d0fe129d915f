// Restarting the player, diagnostics, and the clip list as a file.

import { mayChangeAir } from '../../actions/safe.ts';
import { ApiError, call, toUrl } from '../../client/api.ts';
import { LogOut } from '../../components/log-out.tsx';
import { attempt, notify } from '../../components/toasts.tsx';

const restart = async (): Promise<void> => {
  if (!(await mayChangeAir('Restart the player', true))) return;
  if (await attempt(() => call('post', '/device/restart-player'))) notify('The player was restarted.');
};

const importList = async (file: File | undefined): Promise<void> => {
  if (file === undefined || !(await mayChangeAir('Import the clip list'))) return;
  await attempt(async () => {
    const { applied, missing } = await call('put', '/clip-list', { body: await readList(file) }).catch(toListError);
    const rest = missing.length === 0 ? '' : `; not here: ${missing.join(', ')}`;
    notify(`${applied} clips took over their settings${rest}.`);
  });
};

const noList = (): ApiError =>
  new ApiError(400, 'invalid-value', 'This file is not a clip list that CueDeck has exported.');

const readList = async (file: File) => {
  try {
    return JSON.parse(await file.text());
  } catch {
    throw noList();
  }
};

/** Errors inside the file are not the operator's input. */
const toListError = (error: unknown): never => {
  throw error instanceof ApiError && /invalid-value|missing-parameter/.test(error.code) ? noList() : error;
};

export const MaintenancePanel = () => (
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
      <LogOut />
    </div>
  </section>
);
