// The player's programs are killed, crash and stand still, at random, while it is used through every door: it stays up and answers.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../e2e/client.ts';
import { createDaemonFolder, startDaemon } from '../e2e/daemon.ts';
import { createRandom } from '../fuzz/random.ts';
import { media } from '../media/media.ts';
import { startVirtualScreen } from '../picture/virtual-screen.ts';
import { createDisturber, programsOf } from './soak/child-programs.ts';
import { type Doors, doSomething, stillAnswers, stop } from './soak/player-doors.ts';

const SECONDS = Number(process.env.SOAK_SECONDS ?? 30);
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const PEOPLE = 3;
/** Something plays, then nothing for longer: only then is measured and converted. */
const BUSY_SECONDS = 6;
const QUIET_SECONDS = 14;
/** Programs that are disturbed then: without the mpv on air, and what asks for the decoders, nothing is measured. */
const BACKGROUND: readonly string[] = ['measuring', 'ffmpeg', 'ffprobe'];

test(`${SECONDS} s of it, seed ${SEED}`, { timeout: (SECONDS + 300) * 1000 }, async () => {
  const screen = await startVirtualScreen({ scale: 1 });
  onTestFinished(() => screen.stop());
  const folder = createDaemonFolder();
  // At idle priority a busy machine lets nothing through of what is done in the background.
  writeFileSync(join(folder, 'chrt'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const daemon = await startDaemon({
    folder,
    environment: {
      PATH: `${folder}:${process.env.PATH}`,
      DISPLAY: screen.display,
      CUEDECK_HYPERDECK_PORT: '0',
      CUEDECK_OSC_PORT: '0',
      CUEDECK_LOG_LEVEL: 'debug',
    },
    seconds: 60,
  });
  onTestFinished(() => daemon.dispose());
  const pid = daemon.process.pid ?? 0;
  const portOf = async (door: string): Promise<number> =>
    Number((await daemon.line(new RegExp(`^listening ${door} `))).replace(/^.*:/, ''));
  const [hyperdeckPort, oscPort] = [await portOf('hyperdeck'), await portOf('osc')];
  const client = createClient(daemon.url);
  for (const file of ['numbered-25.mp4', 'numbered-25-sound.mp4', 'long-gop-25.mp4'] as const)
    await client.add(media(file));

  const wrong: string[] = [];
  const struck: string[] = [];
  const doors: Doors = {
    ...{ url: daemon.url, clipsDir: daemon.clipsDir, hyperdeckPort, oscPort },
    report: (what) => void wrong.push(what),
  };
  const startedAt = performance.now();
  const secondsSoFar = (): number => (performance.now() - startedAt) / 1000;
  const isUp = (): boolean => daemon.process.exitCode === null && daemon.process.signalCode === null;
  const goesOn = (): boolean => isUp() && wrong.length === 0 && secondsSoFar() < SECONDS;
  const isQuiet = (): boolean => secondsSoFar() % (BUSY_SECONDS + QUIET_SECONDS) > BUSY_SECONDS;

  const act = async (person: number): Promise<void> => {
    const random = createRandom(SEED + person);
    let wasQuiet = false;
    while (goesOn()) {
      if (isQuiet() && !wasQuiet) await stop(doors);
      wasQuiet = isQuiet();
      await doSomething(random, doors, wasQuiet);
      await sleep(random.int(wasQuiet ? 4000 : 400));
    }
  };
  const disturb = async (): Promise<void> => {
    const look = createDisturber(createRandom(SEED + PEOPLE), pid, (kind) => !isQuiet() || BACKGROUND.includes(kind));
    while (goesOn()) {
      await sleep(30);
      const what = look();
      if (what === undefined) continue;
      struck.push(what);
      await stillAnswers(doors).catch((error) => wrong.push(`no answer after ${what}: ${error}`));
    }
  };
  await Promise.all([disturb(), ...Array.from({ length: PEOPLE }, (_, person) => act(person))]).catch((error) =>
    wrong.push(String(error)),
  );

  const told = `seed ${SEED}, the last of it:\n${[...struck.slice(-10), ...daemon.lines.slice(-60)].join('\n')}`;
  const counts = new Map<string, number>();
  for (const what of struck.map((each) => each.replace(/ for .*/, ''))) counts.set(what, (counts.get(what) ?? 0) + 1);
  console.log(`seed ${SEED}: ${[...counts].map(([what, count]) => `${what} ${count}`).join(', ')}`);
  expect(
    { isUp: isUp(), wrong, unexpected: daemon.lines.filter((line) => line.includes('unexpected error')) },
    told,
  ).toEqual({
    isUp: true,
    wrong: [],
    unexpected: [],
  });

  // Left alone, it plays.
  const id = await client.add(media('numbered-25.mp4'), 'last.mp4');
  await client.get('/select_clip', { id });
  await client.get('/play');
  await client.when(({ CLIP_ID, PLAY, TIMECODE }) => CLIP_ID === id && PLAY && TIMECODE > 0.2);
  const programs = programsOf(pid);
  expect(await daemon.end()).toBe(0);
  const left = new Set(programsOf(process.pid).map((program) => program.pid));
  expect(programs.filter((program) => left.has(program.pid))).toEqual([]);
});
