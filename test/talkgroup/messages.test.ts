import { describe, expect, test } from 'vitest';
import {
  acknowledgementBytes,
  acknowledgementTo,
  authorisationBytes,
  beaconBytes,
  closingBytes,
  configurationBytes,
  goodbyeBytes,
  loginBytes,
  optionsBytes,
  pingBytes,
  pongBytes,
  positionBytes,
  radioPositionBytes,
  refusalBytes,
  talkerAliasBytes,
} from '../../src/talkgroup/homebrew/message-bytes.ts';
import { toMasterMessage, toPeerMessage } from '../../src/talkgroup/homebrew/messages.ts';
import { toDigest } from '../../src/talkgroup/registry/tokens.ts';
import { HEADER, PASSWORD, PEER } from './fakes/vectors.ts';

const SALT = Buffer.from('01020304', 'hex');

describe('the test vectors of the protocol', () => {
  test.each([
    ['RPTL', loginBytes(PEER), '5250544c0dfb3879'],
    ['RPTACK with the salt', acknowledgementBytes(SALT), '52505441434b01020304'],
    [
      'RPTK',
      authorisationBytes(PEER, toDigest(SALT, PASSWORD)),
      '5250544b0dfb3879babf856c93e06350e528c5b65b52bcba1021921021c91d600a9152f8f4e0da6f',
    ],
    ['RPTACK with the id', acknowledgementTo(PEER), '52505441434b0dfb3879'],
    ['RPTPING', pingBytes(PEER), '52505450494e470dfb3879'],
    ['MSTPONG', pongBytes(PEER), '4d5354504f4e470dfb3879'],
  ])('%s is built byte for byte', (_name, bytes, hex) => {
    expect(bytes.toString('hex')).toBe(hex);
  });
});

describe('what a peer sends', () => {
  test.each([
    [loginBytes(PEER), { kind: 'login', peer: PEER }],
    [authorisationBytes(PEER, Buffer.alloc(32, 7)), { kind: 'authorisation', peer: PEER, digest: Buffer.alloc(32, 7) }],
    [
      configurationBytes(PEER, Buffer.alloc(294, 32)),
      { kind: 'configuration', peer: PEER, text: Buffer.alloc(294, 32) },
    ],
    [optionsBytes(PEER, 'TS2=91'), { kind: 'options', peer: PEER, text: Buffer.from('TS2=91') }],
    [optionsBytes(PEER, ''), { kind: 'options', peer: PEER, text: Buffer.alloc(0) }],
    [pingBytes(PEER), { kind: 'ping', peer: PEER }],
    [Buffer.concat([Buffer.from('RPTP___'), Buffer.from('0dfb3879', 'hex')]), { kind: 'ping', peer: PEER }],
    [goodbyeBytes(PEER), { kind: 'goodbye', peer: PEER }],
    [
      positionBytes(PEER, '+51.5000', '-000.1200'),
      { kind: 'position', peer: PEER, latitude: '+51.5000', longitude: '-000.1200' },
    ],
    [
      talkerAliasBytes(2_345_678, 1, Buffer.from('M0ABC D')),
      { kind: 'talker-alias', body: Buffer.from('23cace01' + '4d304142432044', 'hex') },
    ],
    [
      radioPositionBytes(2_345_678, Buffer.alloc(7, 1)),
      { kind: 'radio-position', body: Buffer.from('23cace01010101010101', 'hex') },
    ],
    [HEADER, { kind: 'burst', peer: PEER }],
    [HEADER.subarray(0, 53), { kind: 'burst', peer: PEER }],
  ])('%# is read', (datagram, message) => {
    expect(toPeerMessage(datagram)).toEqual(message);
  });

  test('an id that begins with an L is no goodbye in a configuration, and a goodbye is no configuration', () => {
    const peer = 0x4c000001;
    expect(toPeerMessage(configurationBytes(peer, Buffer.alloc(294)))).toMatchObject({ kind: 'configuration', peer });
    expect(toPeerMessage(goodbyeBytes(peer))).toEqual({ kind: 'goodbye', peer });
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['one byte', Buffer.from('R')],
    ['a tag alone', Buffer.from('RPTL')],
    ['a login with a byte too many', Buffer.concat([loginBytes(PEER), Buffer.alloc(1)])],
    ['a short digest', authorisationBytes(PEER, Buffer.alloc(31))],
    ['a short configuration', configurationBytes(PEER, Buffer.alloc(293))],
    ['9 bytes that only begin like a goodbye', Buffer.concat([Buffer.from('RPTCX'), Buffer.alloc(4)])],
    ['a long ping', Buffer.concat([pingBytes(PEER), Buffer.alloc(1)])],
    ['54 bytes of burst', HEADER.subarray(0, 54)],
    ['the 71 bytes of a trunk', Buffer.concat([HEADER, Buffer.alloc(16)])],
    ['the older hexadecimal login', Buffer.from('RPTL0DFB3879')],
    ['an answer of a master', acknowledgementTo(PEER)],
  ])('%s is no message', (_name, datagram) => {
    expect(toPeerMessage(datagram)).toBeUndefined();
  });
});

describe('what a master sends', () => {
  test.each([
    [acknowledgementBytes(SALT), { kind: 'acknowledgement', value: SALT }],
    [pongBytes(PEER), { kind: 'pong', peer: PEER }],
    [refusalBytes(PEER), { kind: 'refusal', peer: PEER }],
    [closingBytes(PEER), { kind: 'closing', peer: PEER }],
    [beaconBytes(PEER), { kind: 'beacon', peer: PEER }],
    [HEADER, { kind: 'burst', peer: PEER }],
  ])('%# is read', (datagram, message) => {
    expect(toMasterMessage(datagram)).toEqual(message);
  });

  test.each([
    ['an acknowledgement without a value', Buffer.from('RPTACK')],
    ['a login', loginBytes(PEER)],
    ['a short refusal', Buffer.from('MSTNAK123')],
    ['nothing', Buffer.alloc(0)],
  ])('%s is no message', (_name, datagram) => {
    expect(toMasterMessage(datagram)).toBeUndefined();
  });
});
