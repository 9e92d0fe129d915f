// Renames the machine whose files lie under the first argument, and prints what came of it.
import { hostname } from 'node:os';
import { DeckError } from '../../src/errors.ts';
import { createHostNameSetter } from '../../src/host/host-name-setter.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';

const [hostRoot = '/', name = 'new'] = process.argv.slice(2);
const log = createRecordingLog();
createHostNameSetter({ hostRoot, log })
  .apply(name)
  .then(
    () => 'done',
    (error: unknown) => (error instanceof DeckError ? `${error.code}: ${error.message}` : `unforeseen: ${error}`),
  )
  .then((outcome) =>
    console.log(JSON.stringify({ outcome, hostname: hostname(), troubles: log.lines.map(({ text }) => text) })),
  );
