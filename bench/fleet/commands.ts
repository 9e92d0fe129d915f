// How fast a command reaches fifty simulated players and four daemons with mpv, and the same of bare MQTT clients.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDaemonFolder, type Daemon, startDaemon } from '../../test/e2e/daemon.ts';
import { media } from '../../test/media/media.ts';
import { startWorkers, type Workers } from './client-processes.ts';
import { connectSender } from './command-sender.ts';

const SIMULATED = 50;
const PROCESSES = 2;
const REAL = 4;
const ALL = SIMULATED + REAL;
const ROUNDS = 200;
const WARM_UP_ROUNDS = 20;
/** Between two commands: everything that the last one caused is told and over. */
const PAUSE_SECONDS = 0.1;
const DAEMON_SECONDS = 30;

/** All in milliseconds. */
interface Reach {
  /** From sending a command to each player having carried it out; a daemon's answer counts for it. */
  readonly reached: readonly number[];
  /** The last one of each command. */
  readonly last: readonly number[];
  readonly answered: readonly number[];
}

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

const startPlayers = async (url: string): Promise<readonly Daemon[]> => {
  const daemons: Daemon[] = [];
  for (let index = 0; index < REAL; index += 1) {
    const folder = createDaemonFolder();
    copyFileSync(media('numbered-25.mp4'), join(folder, 'clips', 'film.mp4'));
    const environment = {
      CUEDECK_MQTT_URL: url,
      CUEDECK_MQTT_PLAYER: `real-${index}`,
      CUEDECK_MQTT_GROUPS: 'stage',
    };
    daemons.push(await startDaemon({ folder, environment, seconds: DAEMON_SECONDS }));
  }
  for (const daemon of daemons) await daemon.line(/^picture up/, DAEMON_SECONDS);
  return daemons;
};

const perProcess = Array.from({ length: PROCESSES }, (_, index) => ({
  firstIndex: (index * SIMULATED) / PROCESSES,
  count: SIMULATED / PROCESSES,
}));

/** @param toCommand topic and payload of each round */
const measure = async (
  url: string,
  workers: readonly Workers[],
  toCommand: (round: number) => readonly [string, string],
  isDirect: (text: string) => boolean,
): Promise<Reach> => {
  const sender = await connectSender(url);
  const reached: number[] = [];
  const last: number[] = [];
  const answered: number[] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const [topic, payload] = toCommand(round);
    const { sentAt, answers } = await sender.call(topic, payload, ALL);
    const refused = answers.find(({ text }) => text.includes('"error"'));
    if (refused !== undefined) throw new Error(refused.text);
    const seen = (await Promise.all(workers.map((worker) => worker.reached()))).flat();
    const direct = answers.filter(({ text }) => isDirect(text)).map(({ at }) => at);
    const times = [...seen, ...direct].map((at) => at - sentAt);
    if (times.length !== ALL) throw new Error(`${times.length} of ${ALL} were reached by ${topic}`);
    if (round >= 0) {
      reached.push(...times);
      last.push(Math.max(...times));
      answered.push(...answers.map(({ at }) => at - sentAt));
    }
    await pause(PAUSE_SECONDS);
  }
  await sender.end();
  return { reached, last, answered };
};

export const measurePlayers = async (url: string): Promise<Reach> => {
  const workers = await Promise.all(perProcess.map((part) => startWorkers('simulated-players', { url, ...part })));
  const daemons = await startPlayers(url);
  const sender = await connectSender(url);
  await sender.call('cuedeck/all/do/select', 'film.mp4', ALL);
  await Promise.all(workers.map((worker) => worker.reached()));
  await sender.end();
  const reach = await measure(
    url,
    workers,
    (round) => [`cuedeck/${round % 3 === 0 ? 'all' : 'group/stage'}/do/${round % 2 === 0 ? 'play' : 'pause'}`, ''],
    (text) => text.includes('"player":"real-'),
  );
  for (const daemon of daemons) await daemon.dispose();
  for (const worker of workers) await worker.end();
  return reach;
};

export const measureBareClients = async (url: string): Promise<Reach> => {
  const alone = Array.from({ length: REAL }, () => ({ firstIndex: 0, count: 1 }));
  const workers = await Promise.all(
    [...perProcess, ...alone].map((part) => startWorkers('bare-clients', { url, ...part })),
  );
  const reach = await measure(
    url,
    workers,
    () => ['bare', 'x'.repeat(20)],
    () => false,
  );
  for (const worker of workers) await worker.end();
  return reach;
};
