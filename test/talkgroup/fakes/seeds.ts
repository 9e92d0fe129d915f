// Valid inputs that mutations start from.
import { toConfigurationText } from '../../../src/talkgroup/homebrew/configuration.ts';
import {
  authorisationBytes,
  configurationBytes,
  goodbyeBytes,
  loginBytes,
  optionsBytes,
  pingBytes,
  positionBytes,
  radioPositionBytes,
  talkerAliasBytes,
} from '../../../src/talkgroup/homebrew/message-bytes.ts';
import { type Call, dataOf, headerOf, terminatorOf, voiceOf } from './bursts.ts';
import { STANDARD_CONFIGURATION } from './hotspot.ts';

/** Every message a peer can send. */
export const datagramsOf = (peer: number): readonly Buffer[] => {
  const call: Call = { peer, source: 1_000_001, destination: 91, timeslot: 2, stream: 0x1234 };
  return [
    loginBytes(peer),
    authorisationBytes(peer, Buffer.alloc(32, 5)),
    configurationBytes(peer, toConfigurationText(STANDARD_CONFIGURATION)),
    optionsBytes(peer, '"TS1=91,92;TS2_1=262;TIMER=15"'),
    pingBytes(peer),
    goodbyeBytes(peer),
    positionBytes(peer, '51.5', '-0.1'),
    talkerAliasBytes(1_000_001, 0, Buffer.from('M0ABC')),
    radioPositionBytes(1_000_001, Buffer.alloc(7)),
    headerOf(call),
    voiceOf(call, 1),
    terminatorOf(call, 2),
    dataOf(call),
    headerOf({ ...call, destination: 4000 }),
    headerOf({ ...call, destination: 9990, call: 'private' }),
  ];
};

/** Form bodies of every operation. */
export const formsOf = (peer: number, token: string): readonly string[] => [
  `peer=${peer}&token=${token}`,
  `peer=${peer}&token=${token}&tg=91`,
  `peer=${peer}&token=${token}&tg=92&timeslot=1&enabled=false`,
  `tg=262&timeslot=2&enabled=true&token=${token}&peer=${peer}`,
  `peer=${peer}&tg=91`,
  `peer=${peer}`,
  '',
];
