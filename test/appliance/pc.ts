// The PC beside the box: how a box looks from the network.
import type { Status } from '../e2e/client.ts';
import { run, until } from './command.ts';
import type { Lan } from './lan.ts';

export const createPc = (lan: Lan) => {
  const runOnPc = (...command: readonly string[]): Promise<string> => {
    const [program = '', ...args] = lan.onPc(...command);
    return run(program, ...args);
  };
  const get = async (path: string): Promise<{ readonly status: number; readonly body: Status }> => {
    const text = await runOnPc('curl', '-s', '-m', '15', '-w', '\n%{http_code}', `http://${lan.boxAddress}${path}`);
    const [body = '', status] = text.split('\n');
    return { status: Number(status), body: JSON.parse(body) };
  };
  const status = async (): Promise<Status> => (await get('/status')).body;
  return {
    run: runOnPc,
    get,
    status,
    upload: (file: string, name: string): Promise<string> =>
      runOnPc('curl', '-sf', '-F', `videoFile=@${file};filename=${name}`, `http://${lan.boxAddress}/upload`),
    whenServing: (seconds = 60): Promise<Status> =>
      until(() => status().catch(() => undefined), seconds, 'an answer of the player'),
    /** Waits until the network knows the name; resolves to the address it leads to. */
    lookUp: (name: string): Promise<string> => runOnPc('node', 'test/appliance/ask-mdns.mjs', name, '10'),
  };
};
