// What `cuedeck restore` says of the restart of a player that takes its time for it.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BACKUP_COMMAND } from '../../src/cli/backup/backup-command.ts';
import { RESTORE_COMMAND } from '../../src/cli/backup/restore-command.ts';
import { findPlayer } from '../../src/config/player-connection.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { createSilentCli } from './silent-cli.ts';

/** Longer than a program that only tells something may take. */
const RESTART_SECONDS = 12;

test('a restart that takes 12 s is waited for', async () => {
  const folder = await temporaryFolder();
  for (const name of ['clips', 'state', 'programs']) mkdirSync(join(folder, name));
  // A player carries the restore out at its start, and then is up.
  const script = `#!/bin/sh\nsleep ${RESTART_SECONDS}\nrm '${folder}'/state/restore-*.json\n`;
  writeFileSync(join(folder, 'programs/systemctl'), script);
  chmodSync(join(folder, 'programs/systemctl'), 0o755);
  const path = process.env.PATH;
  process.env.PATH = `${join(folder, 'programs')}:${path}`;
  onTestFinished(() => {
    process.env.PATH = path;
  });
  const environment = {
    CUEDECK_HTTP_PORT: '9',
    CUEDECK_CLIPS_DIR: join(folder, 'clips'),
    CUEDECK_STATE_DIR: join(folder, 'state'),
  };
  const place = { ...findPlayer(environment), isUnit: true };
  const call = createSilentCli(place, environment, { arguments: [join(folder, 'show.tar')] });
  await BACKUP_COMMAND.run(call);
  const answer = await RESTORE_COMMAND.run(call);
  expect(answer?.lines.at(-1)).toBe('The player has restarted with it.');
}, 60_000);
