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

const TEXT = readFileSync('docs/cli.md', 'utf8');
/** The lines that an owner copies; a board test takes five minutes, and has tests of its own. */
const LINES = (TEXT.match(/^ssh .*$/gm) ?? []).filter((line) => !line.includes('boardtest'));
const COMMANDS = [...TEXT.matchAll(/^\| `([a-z -]+?)(?: [A-Z[…].*?)?` +\|/gm)].map(([, name]) => String(name));

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

  /** Each command of the document's table, in an order that a person may use. */
  const TRIED: Readonly<Record<string, readonly [line: string, code: number, answer: RegExp]>> = {
    status: ['cuedeck status', 0, /^Name +\S+\nState .*\nSpeed .*\nClips +1, /],
    clips: ['cuedeck clips', 0, /^# {2}NAME .*\n>? +0 {2}splashscreen .*\n.* 1 {2}first\.mp4 /],
    upload: ['cuedeck upload first.mp4', 0, /^Uploaded clip 2, first \(2\)\.mp4\.$/],
    select: ['cuedeck select 1', 0, /^Cued: clip 1, first\.mp4, at 0:00\.000 of 0:10\.000\.$/],
    play: ['cuedeck play', 0, /^Playing: clip 1, first\.mp4, /],
    goto: ['cuedeck goto 0:02', 0, /^Playing: clip 1, first\.mp4, at 0:02\./],
    stop: ['cuedeck stop', 0, /^Cued: clip 1, first\.mp4, at 0:00\.000 /],
    standby: ['cuedeck standby 2', 0, /^Cued: clip 1, first\.mp4, /],
    go: ['cuedeck go', 0, /^Playing: clip 2, first \(2\)\.mp4, /],
    previous: ['cuedeck previous', 0, /^Playing: clip 1, first\.mp4, /],
    next: ['cuedeck next', 0, /^Playing: clip 2, first \(2\)\.mp4, /],
    activate: ['cuedeck activate', 0, /^Playing: clip 2, first \(2\)\.mp4, /],
    fire: ['cuedeck fire 1', 0, /^Playing: clip 1, first\.mp4, /],
    pause: ['cuedeck pause', 0, /^Paused: clip 1, first\.mp4, /],
    resume: ['cuedeck resume', 0, /^Playing: clip 1, first\.mp4, /],
    toggle: ['cuedeck toggle', 0, /^Paused: clip 1, first\.mp4, /],
    jump: ['cuedeck jump 0:01', 0, /^Paused: clip 1, first\.mp4, /],
    step: ['cuedeck step -1', 0, /^Paused: clip 1, first\.mp4, /],
    last: ['cuedeck last 4', 0, /^Paused: clip 1, first\.mp4, at 0:06\.000 /],
    speed: ['cuedeck speed 1', 0, /^Paused: clip 1, first\.mp4, /],
    volume: ['cuedeck volume 80', 0, /^Paused: clip 1, first\.mp4, /],
    fade: ['cuedeck fade picture 0', 0, /^Paused: clip 1, first\.mp4, /],
    mute: ['cuedeck mute off', 0, /^Paused: clip 1, first\.mp4, /],
    overlay: ['cuedeck overlay text --text Hello', 0, /^Paused: clip 1, first\.mp4, /],
    showinfo: ['cuedeck showinfo on', 0, /^Paused: clip 1, first\.mp4, /],
    edit: ['cuedeck edit 2 --name Closing --end 0:05', 0, /^Changed clip 2, Closing: 0:00\.000 to 0:05\.000\.$/],
    convert: ['cuedeck convert 2 --cancel', 0, /^Not converting clip 2, /],
    // It is measured while nothing plays.
    match: [
      'timeout 120 sh -c "until cuedeck match 2 \\$@ 2> /dev/null; do sleep 1; done" match',
      ...([0, /^Volume of clip 2, Closing: 95\.\d %, -23\.0 LUFS\.$/] as const),
    ],
    delete: ['cuedeck delete Closing', 0, /^Deleted clip 2, Closing\.$/],
    plays: ['cuedeck plays', 0, /^started +seconds +clip .*\n[\s\S]* first\.mp4 /i],
    'lists create': ['cuedeck lists create Evening', 0, /^Made the list Evening, [0-9a-f]{12}\.$/],
    'lists add': ['cuedeck lists add Evening 1 1', 0, /^Added 2 clips to Evening, at 1\.$/],
    'lists item': ['cuedeck lists item Evening 2 --then splash --note last', 0, /^Changed item 2 of Evening\.$/],
    'lists move': ['cuedeck lists move Evening 2 1', 0, /^Item 2 of Evening is item 1 now\.$/],
    'lists remove': ['cuedeck lists remove Evening 2', 0, /^Removed one item from Evening; 1 left\.$/],
    'lists edit': ['cuedeck lists edit Evening --repeat on', 0, /^Changed the list Evening\.$/],
    lists: ['cuedeck lists Evening', 0, /^ *# {2}CLIP {2}NAME .*\n *1 {2}1 +first\.mp4 .* splash .* last /],
    'lists delete': ['cuedeck lists delete Evening', 0, /^Deleted the list Evening\.$/],
    outputs: ['cuedeck outputs --fit contain --audio-delay 0', 0, /^Sound +/],
    'safe-lock': ['cuedeck safe-lock off', 0, /^Safe is not locked; each page has its own switch\.$/],
    hostname: ['cuedeck hostname stage', 0, /^The host name is stage now\.$/],
    logs: [
      'sudo cuedeck logs',
      0,
      /cuedeck-player Started cuedeck-player\.service[\s\S]*The host name is now stage\.$/,
    ],
    doctor: ['sudo cuedeck doctor', 0, /^cuedeck [\s\S]*No problem found\.$/],
    boardtest: ['cuedeck boardtest --codec av1', 2, /^--codec av1 is invalid; allowed: h264, hevc\.$/],
    backup: [
      'sudo cuedeck backup --clips show.tar',
      0,
      /^Backup in show\.tar: settings, 1 clips in the list, 1 files /,
    ],
    restore: [
      'sudo cuedeck restore show.tar',
      0,
      /^Restored 1 clips, 1 with their files, [\s\S]*\nThe player has restarted with it\.$/,
    ],
    update: [
      'sudo sh -c "cuedeck update /root/cuedeck_*.deb"',
      1,
      /^cuedeck \S+ is what runs already\. Nothing was changed\.$/,
    ],
    license: ['cuedeck license', 0, /^Device [0-9a-f]{16}, not licensed\.$/],
    'license install': ['sudo cuedeck license install first.mp4', 1, /^The licence is refused: it is not JSON\.$/],
    'hyperdeck log': ['sudo timeout 15 cuedeck hyperdeck log', 124, /^# CueDeck \S+ as HyperDeck Studio Mini/],
    talkgroup: ['sudo cuedeck talkgroup status', 0, /./],
    // Without a broker on the box; test/fleet/ has one.
    ...Object.fromEntries(
      ['list', 'status', 'fire 1', 'stop', 'push first.mp4', 'rename stage hall', 'forget stage', 'update x.deb'].map(
        (line) => [
          `fleet ${line.split(' ')[0]}`,
          [`cuedeck fleet ${line}`, 78, /^No broker configured\. Set CUEDECK_MQTT_URL to the broker of the fleet\.$/],
        ],
      ),
    ),
    version: ['cuedeck version', 0, /^cuedeck (\S+)\nplayer \1$/],
  };

  test("every command of the document's table is there", async () => {
    expect(Object.keys(TRIED).sort()).toEqual([...COMMANDS].sort());
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
