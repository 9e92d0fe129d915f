// Measures the HTTP transport against bare Express and bare multer in the same run; exits 2 when a measure is missed.
import { spawn } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
// On the disk of the work tree: /tmp may be memory.
const folder = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'cuedeck-bench-'));
const children = new Set();
let missed = 0;

const subject = join(folder, 'subject.mjs');
await build({
  entryPoints: [join(here, 'subject.ts')],
  outfile: subject,
  bundle: true,
  platform: 'node',
  format: 'esm',
  logLevel: 'warning',
  banner: {
    js: "import { createRequire as __r } from 'node:module';const require = __r(import.meta.url);",
  },
});

/** Starts a subject; resolves to its port and ways to ask it for its memory and to end it. */
const start = (kind, argument) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [subject, kind, argument], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    children.add(child);
    const ask = (message) =>
      new Promise((answer) => {
        child.once('message', answer);
        child.send(message);
      });
    child.on('error', reject);
    child.once('message', ({ port }) =>
      resolve({
        port,
        memory: () => ask('peak'),
        cpuSeconds: async () => {
          const { user, system } = await ask('cpu');
          return (user + system) / 1e6;
        },
        reset: () => child.send('reset'),
        end: () => {
          children.delete(child);
          child.kill();
        },
      }),
    );
  });

const load = (port, path, connections, seconds) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(here, 'load.mjs'), port, path, connections, seconds], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.on('data', (bytes) => {
      text += bytes;
    });
    child.on('close', (code) => (code === 0 ? resolve(JSON.parse(text)) : reject(new Error(`load exited ${code}`))));
  });

const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];

const check = (what, holds, text) => {
  if (!holds) missed += 1;
  console.log(`${holds ? 'met ' : 'MISS'}  ${what}: ${text}`);
};

const get = (port, path) =>
  new Promise((resolve, reject) => {
    request({ port, path, agent: false }, (response) => {
      const chunks = [];
      response.on('data', (bytes) => chunks.push(bytes)).on('end', () => resolve(Buffer.concat(chunks)));
    })
      .on('error', reject)
      .end();
  });

const benchStatus = async () => {
  const control = await start('control', '200');
  const file = join(folder, 'status.json');
  writeFileSync(file, await get(control.port, '/status'));
  const bare = await start('bare', file);
  const lean = await start('lean', file);
  const rounds = { control: [], bare: [], lean: [] };
  const subjects = { control, bare, lean };
  for (let round = -1; round < 7; round += 1) {
    for (const [name, { port, cpuSeconds }] of Object.entries(subjects)) {
      const before = await cpuSeconds();
      const figures = await load(port, '/status', 16, round < 0 ? 1 : 1.5);
      const cost = ((await cpuSeconds()) - before) / figures.count;
      if (round >= 0) rounds[name].push({ ...figures, cost });
    }
  }
  for (const one of Object.values(subjects)) one.end();
  const ratio = (other) => median(rounds.control.map(({ perSecond }, i) => perSecond / rounds[other][i].perSecond));
  const rate = (name) => median(rounds[name].map(({ perSecond }) => perSecond)).toFixed(0);
  // Tells more than the rate when others use the machine.
  const cost = (name) => median(rounds[name].map((figures) => figures.cost)) * 1e6;
  const busiest = Math.max(...Object.values(rounds).flatMap((figures) => figures.map(({ cpu }) => cpu)));
  check(
    '/status with 200 clips, 0.7 x a bare Express 5 route sending the same bytes',
    ratio('bare') >= 0.7,
    `${rate('control')} against ${rate('bare')} requests/s, ratio ${ratio('bare').toFixed(2)}` +
      ` (a route without ETag: ${rate('lean')}, ratio ${ratio('lean').toFixed(2)}; load generator at most ${(busiest * 100).toFixed(0)} % of a core)`,
  );
  console.log(
    `       processor time a request: ${cost('control').toFixed(0)} µs against ${cost('bare').toFixed(0)} µs` +
      ` (without ETag ${cost('lean').toFixed(0)} µs): ${(cost('bare') / cost('control')).toFixed(2)}`,
  );
};

const benchClips = async () => {
  const control = await start('control', '10000');
  await load(control.port, '/clips', 1, 1);
  const { median: ms, p95 } = await load(control.port, '/clips', 1, 3);
  const status = await load(control.port, '/status', 1, 3);
  control.end();
  check('/clips with 10,000 clips, 15 ms median', ms <= 15, `${ms.toFixed(2)} ms median, ${p95.toFixed(2)} ms p95`);
  console.log(`       /status with 10,000 clips: ${status.median.toFixed(2)} ms median`);
};

const GIB = 2 ** 30;

const upload = (port, path, bytes) =>
  new Promise((resolve, reject) => {
    const head = Buffer.from(
      '--bench\r\nContent-Disposition: form-data; name="videoFile"; filename="bench.mp4"\r\n\r\n',
    );
    const tail = Buffer.from('\r\n--bench--\r\n');
    const startedAt = performance.now();
    const posted = request(
      {
        port,
        path: '/upload',
        method: 'POST',
        headers: {
          'Content-Type': 'multipart/form-data; boundary=bench',
          'Content-Length': head.length + bytes + tail.length,
        },
      },
      (response) => {
        response.resume().on('end', () => {
          if (response.statusCode === 200) resolve((performance.now() - startedAt) / 1000);
          else reject(new Error(`upload answered ${response.statusCode}`));
        });
      },
    );
    posted.on('error', reject).write(head);
    const source = createReadStream(path, { highWaterMark: 1024 * 1024 });
    source.on('end', () => posted.end(tail)).pipe(posted, { end: false });
  });

const syncAndRemove = async (target) => {
  for (const name of await readdir(target)) {
    if (name.endsWith('.source')) continue;
    const file = await open(join(target, name));
    await file.sync();
    await file.close();
    const { size } = await stat(join(target, name));
    if (size !== GIB) throw new Error(`${name} has ${size} bytes`);
    await rm(join(target, name));
  }
};

const benchUpload = async () => {
  const target = mkdtempSync(join(folder, 'uploads-'));
  const source = join(folder, 'gibibyte.source');
  const file = await open(source, 'w');
  const block = Buffer.alloc(4 * 1024 * 1024, 'a frame that is no frame ');
  for (let written = 0; written < GIB; written += block.length) await file.write(block);
  await file.sync();
  await file.close();

  const control = await start('control', `200:${target}`);
  const bare = await start('multer', target);
  const seconds = { control: [], bare: [] };
  for (let round = 0; round < 3; round += 1) {
    for (const [name, { port }] of [
      ['bare', bare],
      ['control', control],
    ]) {
      // Both pay for the way to the disk.
      const startedAt = performance.now();
      await upload(port, source, GIB);
      await syncAndRemove(target);
      seconds[name].push((performance.now() - startedAt) / 1000);
    }
  }
  const rate = (name) => `${(1024 / median(seconds[name])).toFixed(0)} MiB/s`;
  const ratio = median(seconds.control.map((one, i) => seconds.bare[i] / one));
  check(
    'upload of 1 GiB, 0.8 x bare multer',
    ratio >= 0.8,
    `${rate('control')} against ${rate('bare')}, ratio ${ratio.toFixed(2)}`,
  );

  const fresh = await start('control', `200:${target}`);
  await load(fresh.port, '/status', 1, 1);
  const before = await fresh.memory();
  fresh.reset();
  const polls = load(fresh.port, '/status', 1, 4);
  const uploading = upload(fresh.port, source, GIB);
  const { p95, median: ms } = await polls;
  await uploading;
  const { peak } = await fresh.memory();
  await syncAndRemove(target);
  for (const one of [control, bare, fresh]) one.end();
  const growth = (peak - before.rss) / 2 ** 20;
  check('memory growth in an upload of 1 GiB, 64 MiB', growth <= 64, `${growth.toFixed(0)} MiB`);
  check('/status p95 meanwhile, 50 ms', p95 <= 50, `${p95.toFixed(1)} ms (median ${ms.toFixed(1)} ms)`);
};

const parts = { status: benchStatus, clips: benchClips, upload: benchUpload };
const asked = process.argv.slice(2);
try {
  for (const [name, bench] of Object.entries(parts)) if (asked.length === 0 || asked.includes(name)) await bench();
} finally {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true });
}
process.exitCode = missed === 0 ? 0 : 2;
