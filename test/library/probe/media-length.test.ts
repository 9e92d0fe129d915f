// Where a stream ends, by the times of its packets.
import { describe, expect, test } from 'vitest';
import { type EndFacts, PacketEnd } from '../../../src/library/probe/media-length.ts';

const NOTHING: EndFacts = { heldFrames: 0 };
const endOf = (lines: readonly string[], facts: EndFacts = NOTHING): number | undefined => {
  const end = new PacketEnd(facts);
  lines.forEach(end.handleLine);
  return end.seconds === undefined ? undefined : Math.round(end.seconds * 1e6) / 1e6;
};

describe('a packet with a time to be shown', () => {
  test('ends the stream by its duration, wherever it is in the file', () => {
    expect(endOf(['0,0,0.04', '0.12,0.04,0.04', '0.04,0.08,0.04', '0.08,0.12,0.04'])).toBe(0.16);
  });

  test('that no duration follows lasts as long as the one before it', () => {
    expect(endOf(['0,0,N/A', '3,3,N/A', '5,5,N/A'])).toBe(7);
    expect(endOf(['0,0,N/A', '5,3,N/A', '3,5,N/A'])).toBe(7);
  });

  test('lasts to the end that the file declares, if that is sooner', () => {
    const guessing = { heldFrames: 0, guessesDurations: true } as const;
    expect(endOf(['0,0,1', '3,3,1', '6,6,1'], guessing)).toBe(9);
    expect(endOf(['0,0,1', '3,3,1', '6,6,1'], { ...guessing, declaredEnd: 6.5 })).toBe(6.5);
    expect(endOf(['0,0,1', '3,3,1', '6,6,1'], { ...guessing, declaredEnd: 60 })).toBe(9);
    expect(endOf(['0,0,1', '3,3,1', '6,6,1'], { ...guessing, declaredEnd: 5 })).toBe(9);
  });

  test('that is read alone does not tell how long it lasts', () => {
    const end = new PacketEnd(NOTHING);
    end.handleLine('9,9,N/A');
    expect([end.needsMore, end.seconds]).toEqual([true, 9]);
    end.handleLine('12,12,N/A');
    expect([end.needsMore, end.seconds]).toEqual([false, 15]);
  });
});

describe('a packet without a time to be shown', () => {
  test('is shown after those that the decoder holds back', () => {
    expect(endOf(['0.04,0,0.04', 'N/A,0.04,0.04', 'N/A,0.08,0.04'], { heldFrames: 1 })).toBe(0.16);
    expect(endOf(['0.04,0,0.04', 'N/A,0.04,0.04', '0.08,0.08,0.04'], { heldFrames: 1 })).toBe(0.16);
  });

  test('follows the one before it where it has no other time either', () => {
    expect(endOf(['0,0,0.04', 'N/A,N/A,0.04', 'N/A,N/A,0.04'])).toBe(0.12);
  });
});

test('lines without a packet, and a stream without times, tell nothing', () => {
  expect(endOf([])).toBeUndefined();
  expect(endOf(['', 'N/A,N/A,0.04'])).toBeUndefined();
});
