// A network of two: the box, and a PC beside it. Two namespaces, joined by a cable.
import { attempt, run } from './command.ts';

export interface Lan {
  /** Path of the namespace that the box boots in. */
  readonly boxNamespace: string;
  readonly boxAddress: string;
  /** Puts a command on the PC. */
  onPc(...command: readonly string[]): readonly string[];
  dispose(): Promise<void>;
}

const BOX = '10.87.0.2';
const PC = '10.87.0.1';

export const createLan = async (): Promise<Lan> => {
  const box = `cuedeck-box-${process.pid}`;
  const pc = `cuedeck-pc-${process.pid}`;
  const remove = async (): Promise<void> => {
    for (const name of [box, pc]) await attempt('ip', ['netns', 'delete', name]);
  };
  // An interrupted run may have left them, under a number that is in use again.
  await remove();
  await run('ip', 'netns', 'add', box);
  await run('ip', 'netns', 'add', pc);
  await run('ip', 'link', 'add', 'eth0', 'netns', box, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', pc);
  for (const [name, address] of [
    [box, BOX],
    [pc, PC],
  ] as const) {
    await run('ip', '-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0');
    for (const link of ['lo', 'eth0']) await run('ip', '-n', name, 'link', 'set', link, 'up');
    await run('ip', '-n', name, 'route', 'add', 'default', 'dev', 'eth0');
  }
  return {
    boxNamespace: `/run/netns/${box}`,
    boxAddress: BOX,
    onPc: (...command) => ['ip', 'netns', 'exec', pc, ...command],
    dispose: remove,
  };
};
