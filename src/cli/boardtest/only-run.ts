// One board test at a time on a machine: two would measure each other.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { CliError, EXIT } from '../cli-error.ts';

/** Abstract: the kernel frees it when the process ends, however it ends. Its address is limited to 107 bytes. */
const toSocket = (folder: string): string =>
  `\0cuedeck-boardtest-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;

/**
 * @param folder in which the board tests of this machine have their folders
 * @throws CliError while another one runs; errors of the work
 */
export const asOnlyRun = async <Result>(folder: string, work: () => Promise<Result>): Promise<Result> => {
  const server = createServer((client) => client.destroy());
  try {
    await once(server.listen(toSocket(folder)), 'listening');
  } catch {
    throw new CliError(EXIT.refused, 'Another board test is running on this machine. Wait until it has ended.');
  }
  try {
    return await work();
  } finally {
    server.close();
  }
};
