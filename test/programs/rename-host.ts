// Renames a machine to `new` and prints what came of it: the one whose files lie under the argument, at once; without one,
// those whose folders come by command.
import { hostname } from 'node:os';
import { AppError } from '../../src/base/errors.ts';
import { createHostNameSetter } from '../../src/host/hostname/host-name-setter.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';
import { onCommand } from './on-command.ts';

const rename = async (hostRoot: string) => {
  const log = createRecordingLog();
  const outcome = await createHostNameSetter({ hostRoot, log })
    .apply('new')
    .then(
      () => 'done',
      (error: unknown) => (error instanceof AppError ? `${error.code}: ${error.message}` : `unforeseen: ${error}`),
    );
  return { outcome, hostname: hostname(), troubles: log.lines.map(({ text }) => text) };
};

const [hostRoot] = process.argv.slice(2);
if (hostRoot === undefined)
  void onCommand(
    async ([root = '']) =>
      () =>
        rename(root),
  );
else void rename(hostRoot).then((result) => console.log(JSON.stringify(result)));
