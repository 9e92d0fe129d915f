// Maintenance over SSH, as docs/cli.md shows it: from the PC beside the box, by somebody who may use sudo there.
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { media } from '../media/media.ts';
import { attempt, run } from './command.ts';
import { createInstalledBox, type InstalledBox } from './installed-box.ts';
import { canBoot } from './needs.ts';
import { createPc } from './pc.ts';
import { TRIED } from './tried-commands.ts';

const TEXT = readFileSync('docs/cli.md', 'utf8');
/** The lines that an owner copies; a board test takes five minutes, and has tests of its own. */
const LINES = (TEXT.match(/^ssh .*$/gm) ?? []).filter((line) => !line.includes('boardtest'));

describe.runIf(canBoot('maintenance over SSH'))('over SSH', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cuedeck-ssh-'));
  let installed: InstalledBox;
  let pc: ReturnType<typeof createPc>;

  beforeAll(async () => {
    installed = await createInstalledBox();
    const { box, lan } = installed;
    pc = createPc(lan);
    await run('ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', join(folder, 'key'));
    await box.boot();
    await box.run('useradd --create-home --shell /bin/bash --groups sudo crew && mkdir /home/crew/.ssh');
    await box.run("echo 'crew ALL=(ALL) NOPASSWD: ALL' > /etc/sudoers.d/crew");
    copyFileSync(join(folder, 'key.pub'), join(box.root, 'home/crew/.ssh/authorized_keys'));
    copyFileSync(media('numbered-25-sound.mp4'), join(box.root, 'home/crew/first.mp4'));
    await box.run('chown -R crew: /home/crew');
    const options = [
      ...['Host player', `HostName ${lan.boxAddress}`, 'User crew', `IdentityFile ${folder}/key`, 'BatchMode yes'],
      ...['StrictHostKeyChecking accept-new', `UserKnownHostsFile ${folder}/known`, 'LogLevel ERROR'],
    ];
    writeFileSync(join(folder, 'config'), `${options.join('\n')}\n`);
    writeFileSync(join(folder, 'ssh'), `#!/bin/sh\nexec /usr/bin/ssh -F ${folder}/config "$@"\n`);
    chmodSync(join(folder, 'ssh'), 0o755);
    await pc.whenServing();
  }, 900_000);
  afterAll(async () => {
    await installed?.dispose();
    rmSync(folder, { recursive: true, force: true });
  }, 120_000);

  /** A line as somebody types it at the PC. */
  const type = (line: string) => {
    const shell = `cd ${folder} && PATH=${folder}:$PATH && ${line}`;
    const [program = '', ...args] = installed.lan.onPc('sh', '-c', shell);
    return attempt(program, args);
  };
  const onBox = (line: string) => type(`ssh player '${line}'`);

  test("the document's lines do what they say: a report, and a show taken off the box and put back", async () => {
    expect(await onBox('cuedeck upload first.mp4')).toEqual({ code: 0, text: 'Uploaded clip 1, first.mp4.' });
    const clips = () => pc.status().then(({ CLIPS }) => CLIPS.slice(1).map(({ Filename }) => Filename));
    expect(LINES).toHaveLength(3);
    for (const line of LINES) {
      if (line.includes('restore')) {
        expect((await onBox('cuedeck delete 1')).code).toBe(0);
        expect(await clips()).toEqual([]);
      }
      const { code, text } = await type(line);
      expect([line, code, text]).toEqual([
        line,
        0,
        expect.stringMatching(/^(cuedeck \d|Backup in -|Restored 1 clips, 1 )/),
      ]);
    }
    expect(await clips()).toEqual(['first.mp4']);
    expect(await installed.box.attempt('cmp /clips/first.mp4 /home/crew/first.mp4')).toEqual({ code: 0, text: '' });
  });

  test('the report names each part, and what this user may not see', async () => {
    const parts = (text: string) =>
      [...text.matchAll(/^(\S+) +([A-Za-z]+) {2}/gm)].map(([, mark, part]) => `${part} ${mark}`);
    const first = [
      ...['Display note', 'Decoder note', 'Audio note', 'Playing ok'],
      ...['Clips ok', 'State ok', 'Clock note', 'Network ok'],
    ];
    const last = ['Power note', 'Heat note'];
    expect(parts((await onBox('cuedeck doctor')).text)).toEqual([
      'Player ok',
      'mpv ?',
      ...first,
      'Broker ?',
      ...last,
      'Faults ?',
    ]);
    expect(parts((await onBox('sudo cuedeck doctor')).text)).toEqual([
      'Player ok',
      'mpv ok',
      ...first,
      ...last,
      'Faults ok',
    ]);
  });

  test('every command of cuedeck is there', async () => {
    for (const [line, code, answer] of Object.values(TRIED))
      expect([line, await onBox(line)]).toEqual([line, { code, text: expect.stringMatching(answer) }]);
  });

  test('with --json each of them answers in one JSON document', async () => {
    await onBox('sudo rm show.tar');
    for (const [line, code] of Object.values(TRIED).filter(([, code]) => code === 0)) {
      const answer = await onBox(`${line} --json`);
      expect([line, answer.code]).toEqual([line, code]);
      expect(() => JSON.parse(answer.text), `${line}: ${answer.text}`).not.toThrow();
    }
  });

  test('what needs root says so', async () => {
    for (const line of ['cuedeck backup', 'cuedeck restore show.tar', 'cuedeck update x.deb', 'cuedeck hyperdeck log'])
      expect([line, await onBox(line)]).toEqual([line, { code: 77, text: expect.stringMatching(/Use sudo\.$/) }]);
    expect(await onBox('cuedeck logs')).toEqual({
      code: 1,
      text: 'The journal shows nothing of the player. Use sudo, or join the group systemd-journal.',
    });
  });

  test('the manual and the completion are where the shell finds them', async () => {
    const completion = '/usr/share/bash-completion/completions/cuedeck';
    expect(await onBox(`readlink -f /usr/share/man/man1/cuedeck.1.gz; . ${completion} && complete -p cuedeck`)).toEqual(
      {
        code: 0,
        text: '/usr/lib/cuedeck/cuedeck.1.gz\ncomplete -o filenames -F _cuedeck cuedeck',
      },
    );
  });

  test('the log can never fill the card', async () => {
    const { text } = await onBox('sudo journalctl -b -o cat -t systemd-journald');
    expect(
      text
        .split('\n')
        .filter((line) => line.startsWith('System Journal'))
        .at(-1),
    ).toMatch(/, max 64(\.0)?M, /);
  });

  test('purged, a clips partition of its own stays as it is', async () => {
    const { box } = installed;
    await box.run('mkdir /root/partition && touch /root/partition/mine && mount --bind /root/partition /clips');
    const { code, text } = await box.attempt('dpkg --purge cuedeck 2>&1');
    expect([code, text]).toEqual([0, expect.stringContaining('/clips is a partition of its own and stays as it is')]);
    expect(await box.run('ls /clips')).toBe('mine');
  });
});
