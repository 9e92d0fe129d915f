// Whether this machine can build and boot an image. Elsewhere the tests say what they lack; where CI is set they may not.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Board } from './card.ts';

const PROGRAMS = ['ffmpeg', 'mcopy', 'mkfs.vfat', 'mmdebstrap', 'sfdisk', 'ssh', 'zstd'];
const OF_BOARD: Readonly<Record<Board, readonly string[]>> = {
  amd64: ['qemu-system-x86_64'],
  pi: ['qemu-system-aarch64', 'qemu-aarch64-static'],
};

const lacking = (board: Board): readonly string[] => [
  ...(process.getuid?.() === 0 ? [] : ['root']),
  ...[...PROGRAMS, ...OF_BOARD[board]].filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0),
  ...(board === 'amd64' && !existsSync('/usr/share/OVMF/OVMF_CODE_4M.fd') ? ['ovmf'] : []),
];

/** @throws Error where CI is set and something is lacking */
export const canBootImage = (what: string, board: Board): boolean => {
  if (!(process.env.CUEDECK_TEST_BOARDS ?? 'amd64 pi').split(' ').includes(board)) {
    console.warn(`${what}: not run, CUEDECK_TEST_BOARDS leaves out ${board}`);
    return false;
  }
  const missing = lacking(board);
  if (missing.length === 0) return true;
  const text = `${what}: not run, this machine lacks ${missing.join(', ')} (scripts/install image)`;
  if (process.env.CI !== undefined) throw new Error(text);
  console.warn(text);
  return false;
};
