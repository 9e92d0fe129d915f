// Builds and runs the programs of bench/, a folder each: all of them, or those named on the command line.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';

const names = readdirSync('bench');
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`no such benchmark: ${unknown.join(', ')}; there are: ${names.join(', ')}`);
  process.exit(2);
}

const toProgram = async (name) => {
  const script = `bench/${name}/${name}.mjs`;
  if (existsSync(script)) return script;
  const sources = readdirSync(`bench/${name}`).filter((file) => file.endsWith('.ts'));
  await build({
    entryPoints: sources.map((file) => `bench/${name}/${file}`),
    outdir: 'dist/bench',
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
  return `dist/bench/${name}.js`;
};

/** Other work on the machine shows in single figures; what is missed every time is the program's own. */
const MAX_TRIES = 3;
const FAILED = 'the program itself failed';
/** The exit code of a program that ran to its end and missed a measure. */
const MISSED = 2;

/** Runs it; resolves to the names of the measures that it missed. */
const toMissed = async (program) => {
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const missed = [];
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line);
    const [, measure] = /^MISS {2}(.*?): /.exec(line) ?? [];
    if (measure !== undefined) missed.push(measure);
  }
  const [code] = await closed;
  return code === 0 || code === MISSED ? missed : [FAILED];
};

/** @returns the measures that were missed at each try */
const measure = async (name) => {
  const program = await toProgram(name);
  let missed;
  for (let tries = 1; tries <= MAX_TRIES && missed?.length !== 0; tries += 1) {
    // What the program before has written is on its way to the disk, and would be measured too.
    spawnSync('sync');
    console.log(`== ${name}${tries === 1 ? '' : `, try ${tries}`}`);
    const now = await toMissed(program);
    // A try that failed has not measured all.
    if (missed === undefined || missed.includes(FAILED)) missed = now;
    else if (!now.includes(FAILED)) missed = missed.filter((one) => now.includes(one));
  }
  return missed.map((one) => `${name}: ${one}`);
};

const missed = [];
for (const name of asked.length === 0 ? names : asked) missed.push(...(await measure(name)));
console.log(missed.length === 0 ? 'every measure is met' : `missed at each try:\n${missed.join('\n')}`);
process.exit(missed.length === 0 ? 0 : 1);
