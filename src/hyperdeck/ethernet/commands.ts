// The table of commands: one row each drives the parser, the dispatch, `help` and `commands`.

import { CONFIGURATION_KEYS } from '../device/configuration.ts';
import type { Command } from './command.ts';
import { NOTICE_KEYS } from './notifications.ts';
import { clearPlayRange, getPlayRange, playOnStartup, playOption, setPlayRange } from './play-settings-commands.ts';
import { goTo, jog, play, preview, shuttle, stop } from './playback-commands.ts';
import { TARGET_PARAMETERS } from './position-parameters.ts';
import { toBlock } from './replies.ts';
import * as session from './session-commands.ts';
import * as timeline from './timeline-commands.ts';

type Run = NonNullable<Command['run']>;

/** A command that is answered also while remote is disabled. */
const query = (name: string, parameters: readonly string[], summary: string, run: Run): Command => ({
  name,
  parameters,
  summary,
  changes: false,
  run,
});

const change = (name: string, parameters: readonly string[], summary: string, run: Run): Command => ({
  ...query(name, parameters, summary, run),
  changes: true,
});

const setting = (name: string, parameters: readonly string[], summary: string, run: Run): Command => ({
  ...query(name, parameters, summary, run),
  changes: 'with-parameters',
});

const lacking = (...names: readonly string[]): readonly Command[] =>
  names.map((name) => ({
    name,
    parameters: undefined,
    summary: 'Not of a playback deck.',
    changes: false,
    run: undefined,
  }));

const help: Run = () => toBlock(201, 'help', toHelpLines());
const listCommands: Run = () => toBlock(212, 'commands', toXmlLines());

const PLACE = TARGET_PARAMETERS;

export const COMMANDS: readonly Command[] = [
  query('help', [], 'Lists the commands in words.', help),
  query('?', [], 'Lists the commands in words.', help),
  query('commands', [], 'Lists the commands as XML.', listCommands),
  query('device info', [], 'Tells model, protocol version, unique id and name.', session.deviceInfo),
  query('uptime', [], 'Tells the seconds since the service began.', session.uptime),
  query('disk list', ['slot id'], 'Lists the clips of a slot.', timeline.diskList),
  query('slot info', ['slot id'], 'Tells what is in a slot.', timeline.slotInfo),
  change('slot select', ['slot id', 'video format'], 'Selects a slot, or the clips of a format.', timeline.slotSelect),
  change('slot unblock', ['slot id'], 'Accepted for a slot with a disk.', timeline.slotUnblock),
  query('clips count', [], 'Tells how many clips the timeline has.', timeline.clipsCount),
  query('clips get', ['clip id', 'count', 'version'], 'Lists the clips of the timeline.', timeline.clipsGet),
  change(
    'clips add',
    ['clip id', 'in', 'out', 'frame in', 'frame out', 'name'],
    'Adds a clip, or a part of one, to the timeline.',
    timeline.clipsAdd,
  ),
  change('clips remove', ['clip id'], 'Takes a clip off the timeline.', timeline.clipsRemove),
  change('clips clear', [], 'Empties the timeline; the clips stay on the disk.', timeline.clipsClear),
  change('clips rebuild', [], 'Puts all clips on the timeline again.', timeline.clipsRebuild),
  query('transport info', [], 'Tells what plays and where it is.', session.transportInfo),
  change('play', ['speed', 'loop', 'single clip', ...PLACE], 'Plays, from a place if one is named.', play),
  change('stop', [], 'Stops, the picture stays.', stop),
  change('goto', ['slot id', ...PLACE], 'Goes to a place; what plays goes on playing from there.', goTo),
  change('jog', ['timecode'], 'Goes to a timecode, or so far on or back, and stands there.', jog),
  change('shuttle', ['speed'], 'Runs through the timeline at a speed, also backwards.', shuttle),
  change('preview', ['enable'], 'Shows the splash screen, or a clip again.', preview),
  query('playrange', [], 'Tells what part of the timeline plays.', getPlayRange),
  change(
    'playrange set',
    ['clip id', 'count', 'in', 'out', 'timeline in', 'timeline out'],
    'Lets only a part of the timeline play.',
    setPlayRange,
  ),
  change('playrange clear', [], 'Lets the whole timeline play.', clearPlayRange),
  setting('play option', ['stop mode'], 'What is shown when playing ends by itself.', playOption),
  setting('play on startup', ['enable', 'single clip'], 'Whether playing begins at power-on.', playOnStartup),
  setting('configuration', [...CONFIGURATION_KEYS], 'Inputs, formats and timecodes.', session.configuration),
  query('remote', ['enable', 'override'], 'Whether the deck may be controlled.', session.remote),
  query('remote info', ['enable', 'override'], 'The same as remote.', session.remote),
  query('notify', [...NOTICE_KEYS], 'What this connection is told of.', session.notify),
  query('watchdog', ['period'], 'Ends this connection after so many seconds without a command.', session.watchdog),
  query(
    'connection protocol',
    ['response version'],
    'The layout of lists on this connection.',
    session.connectionProtocol,
  ),
  query('identify', ['enable'], 'Shows a mark on the screen.', session.identify),
  query('ping', [], 'Answers.', session.ping),
  query('quit', [], 'Ends this connection.', session.quit),
  ...lacking('authenticate', 'cache info', 'clip info', 'dynamic range', 'format', 'reboot'),
  ...lacking('record', 'record spill', 'spill order', 'slate clips', 'slate lens', 'slate project'),
  ...lacking('external drive list', 'external drive selected', 'external drive select'),
  ...lacking('nas add', 'nas deselect', 'nas discovered', 'nas info', 'nas list', 'nas remove', 'nas select'),
  ...lacking('nas selected'),
];

/** The implemented commands. */
export const ANSWERED: readonly Command[] = COMMANDS.filter(({ run }) => run !== undefined);

const toHelpLines = (): readonly string[] =>
  ANSWERED.map(({ name, parameters = [], summary }) =>
    [name, ...(parameters.length === 0 ? [] : [`[${parameters.join(', ')}]`]), `- ${summary}`].join(' '),
  );

const toXmlLines = (): readonly string[] => [
  '<commands>',
  ...ANSWERED.map(({ name, parameters = [] }) => {
    const inside = parameters.map((parameter) => `<parameter name="${parameter}"/>`).join('');
    return `     <command name="${name}">${inside}</command>`;
  }),
  '</commands>',
];
