// The load: keep-alive connections that ask for one path again and again, as cheaply as Node can, so that the server is what limits.
import { connect } from 'node:net';

const [port, path, connections, seconds] = process.argv.slice(2);
const question = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
const latencies = [];
let running = true;

/** Length of a whole answer; all of them are alike. */
const toLength = (bytes) => {
  const head = bytes.indexOf('\r\n\r\n');
  const [, body] = /content-length: (\d+)/i.exec(bytes.toString('latin1', 0, head)) ?? [];
  if (!bytes.toString('latin1', 0, 15).startsWith('HTTP/1.1 200')) throw new Error(bytes.toString('latin1', 0, 200));
  return head + 4 + Number(body);
};

const open = () =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      let got = 0;
      let length = 0;
      let askedAt = 0;
      const ask = () => {
        got = 0;
        length = 0;
        askedAt = performance.now();
        socket.write(question);
      };
      socket.on('data', (bytes) => {
        if (length === 0) length = toLength(bytes);
        got += bytes.length;
        if (got < length) return;
        latencies.push(performance.now() - askedAt);
        if (running) ask();
        else socket.end();
      });
      socket.on('close', resolve);
      ask();
    });
    socket.on('error', reject);
  });

const cpu = process.cpuUsage();
const startedAt = performance.now();
setTimeout(() => {
  running = false;
}, Number(seconds) * 1000);
await Promise.all(Array.from({ length: Number(connections) }, open));
const elapsed = performance.now() - startedAt;
const { user, system } = process.cpuUsage(cpu);
latencies.sort((one, other) => one - other);
const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))];
console.log(
  JSON.stringify({
    count: latencies.length,
    perSecond: (latencies.length / elapsed) * 1000,
    median: at(0.5),
    p95: at(0.95),
    cpu: (user + system) / 1000 / elapsed,
  }),
);
