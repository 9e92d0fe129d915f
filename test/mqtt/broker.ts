// A real Mosquitto on a port of its own, as the tests need it: killed, started again, refusing, with TLS.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectSocket, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Broker {
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  readonly process: () => ChildProcess;
  /** Ends it at once; retained messages are lost. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  start(): Promise<void>;
  dispose(): Promise<void>;
}

const PROGRAM = 'mosquitto';

/**
 * @param options.users name to password; given, nobody else may connect
 * @param options.tls with a certificate of its own authority (`ca.pem` in the folder)
 * @param options.lines more lines of its configuration
 */
export const startBroker = async (
  options: {
    readonly users?: Readonly<Record<string, string>>;
    readonly tls?: boolean;
    readonly lines?: readonly string[];
  } = {},
): Promise<Broker> => {
  const folder = mkdtempSync(join(tmpdir(), 'cuedeck-broker-'));
  const port = await findPort();
  if (options.tls === true) makeCertificates(folder);
  const users = Object.entries(options.users ?? {});
  writeFileSync(join(folder, 'users'), '', { mode: 0o600 });
  for (const [user, password] of users)
    execFileSync('mosquitto_passwd', ['-b', join(folder, 'users'), user, password], { stdio: 'ignore' });
  const configuration = [
    `listener ${port} 127.0.0.1`,
    'persistence false',
    'set_tcp_nodelay true',
    'max_queued_messages 10000',
    ...(users.length === 0 ? ['allow_anonymous true'] : ['allow_anonymous false', `password_file ${folder}/users`]),
    ...(options.tls === true
      ? [`cafile ${folder}/ca.pem`, `certfile ${folder}/server.pem`, `keyfile ${folder}/server.key`]
      : []),
    ...(process.getuid?.() === 0 ? ['user root'] : []),
    ...(options.lines ?? []),
  ];
  writeFileSync(join(folder, 'mosquitto.conf'), `${configuration.join('\n')}\n`);

  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const started = spawn(PROGRAM, ['-c', join(folder, 'mosquitto.conf')], { stdio: ['ignore', 'ignore', 'pipe'] });
    const words: string[] = [];
    started.stderr?.on('data', (data) => words.push(String(data)));
    child = started;
    const latest = performance.now() + 10_000;
    while (!(await answers(port))) {
      if (started.exitCode !== null || performance.now() > latest) throw new Error(`no broker: ${words.join('')}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const kill = async (): Promise<void> => {
    const running = child;
    child = undefined;
    if (running === undefined) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    url: `${options.tls === true ? 'mqtts://localhost' : 'mqtt://127.0.0.1'}:${port}`,
    port,
    folder,
    process: () => {
      if (child === undefined) throw new Error('the broker is not running');
      return child;
    },
    kill,
    start,
    dispose: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const findPort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectSocket(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

const makeCertificates = (folder: string): void => {
  const openssl = (...args: readonly string[]): void => {
    execFileSync('openssl', [...args], { cwd: folder, stdio: 'ignore' });
  };
  const subject = (name: string): readonly string[] => ['-nodes', '-newkey', 'rsa:2048', '-subj', `/CN=${name}`];
  openssl('req', '-x509', ...subject('CueDeck test authority'), '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2');
  openssl('req', ...subject('localhost'), '-keyout', 'server.key', '-out', 'server.csr');
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost\n');
  openssl(
    ...['x509', '-req', '-in', 'server.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
    ...['-out', 'server.pem', '-days', '2', '-extfile', 'names'],
  );
};
