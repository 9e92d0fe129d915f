// `cuedeck doctor`: one page on the health of the device, and what to do about what is not right.
import { networkInterfaces } from 'node:os';
import { VERSION } from '../../host/version.ts';
import { askProgram } from '../../mpv/decoding/machine/bounded-program.ts';
import { readMachineFacts } from '../../mpv/decoding/machine/machine-facts.ts';
import { EXIT } from '../cli-error.ts';
import type { Command } from '../command.ts';
import { readFaults } from '../commands/logs-command.ts';
import { toPrintable } from '../format.ts';
import { examineBroker } from './broker-check.ts';
import { examineCard } from './card-check.ts';
import { examineMode, examineSound, readCardSound, readOutputs } from './choice-check.ts';
import { examineClips } from './clips-check.ts';
import { examineDamage } from './damage-check.ts';
import { examineDecoder } from './decoder-check.ts';
import type { Finding, Verdict } from './finding.ts';
import {
  examineClock,
  examineDisk,
  examineFaults,
  examineHeat,
  examineName,
  examineNetwork,
  examinePower,
} from './machine-check.ts';
import { examineAudio, examineDisplay, toVideoOutput } from './output-check.ts';
import { examineMpv, examinePlayer, examineToken } from './player-check.ts';
import { examineStrays, readStrays } from './stray-check.ts';

const MAX_FAULTS = 5;
const ROOT = '/';

const MARKS: Readonly<Record<Verdict, string>> = { good: 'ok', note: 'note', problem: 'PROBLEM', unknown: '?' };

const toLines = ({ part, verdict, text, advice }: Finding): readonly string[] => {
  const line = `${MARKS[verdict].padEnd(7)}  ${part.padEnd(8)}  ${toPrintable(text)}`;
  return advice === undefined ? [line] : [line, `${' '.repeat(19)}> ${toPrintable(advice)}`];
};

const toSummary = (findings: readonly Finding[]): string => {
  const count = findings.filter(({ verdict }) => verdict === 'problem').length;
  if (count > 0) return `${count} ${count === 1 ? 'problem' : 'problems'}; the lines with > say what to do.`;
  return 'No problem found.';
};

export const DOCTOR_COMMAND: Command = {
  name: 'doctor',
  takes: [],
  options: [],
  meaning: 'shows the health of the device and what to do about each problem',
  more: 'It also works while the player does not run. With sudo it shows more: the maintenance socket of mpv and the journal.',
  run: async ({ api, place }) => {
    const { status, device, findings: player } = await examinePlayer(api, place);
    const { view, findings: mpv } = await examineMpv(place, status !== undefined);
    const outputs = status === undefined ? undefined : await readOutputs(api);
    const drawn = view ?? toVideoOutput(outputs);
    const facts = await readMachineFacts(ROOT, place.mpv, askProgram);
    const wrongSound = outputs === undefined ? [] : examineSound(outputs, await readCardSound(ROOT));
    const strays = status === undefined ? [] : await readStrays(api, place.clipsDir);
    const findings = [
      ...player,
      ...examineToken(place),
      ...mpv,
      ...(await examineCard(ROOT)),
      ...(await examineDisplay(ROOT, drawn)),
      ...(outputs === undefined ? [] : examineMode(outputs, facts.abilities.modes ?? [])),
      ...examineDecoder(facts, drawn),
      ...(wrongSound.length > 0 ? wrongSound : await examineAudio(ROOT, view)),
      ...(status === undefined ? [] : await examineClips(api)),
      ...(status === undefined ? [] : await examineDamage(api)),
      await examineDisk('Clips', place.clipsDir, strays),
      ...examineStrays(place.clipsDir, strays),
      await examineDisk('State', place.stateDir),
      await examineClock(ROOT, Date.now()),
      await examineNetwork(ROOT, networkInterfaces()),
      ...examineName(device),
      ...(await examineBroker(place, status?.DEVICEID)),
      await examinePower(ROOT),
      await examineHeat(ROOT),
      ...examineFaults(await readFaults(MAX_FAULTS), place.isUnit),
    ];
    const hasProblem = findings.some(({ verdict }) => verdict === 'problem');
    return {
      lines: [`cuedeck ${VERSION}`, '', ...findings.flatMap(toLines), '', toSummary(findings)],
      json: { version: VERSION, problems: hasProblem, findings },
      exit: hasProblem ? EXIT.refused : EXIT.done,
    };
  },
};
