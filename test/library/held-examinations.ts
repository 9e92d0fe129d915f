import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ProbeQueue, type ProbeQueueOptions } from '../../src/library/probe/examinations.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { media } from '../media/media.ts';

/**
 * Examinations by an ffprobe that does not end with a file whose name begins with `slow` before it is let go; each start
 * leaves a mark.
 */
export const createHeld = async (options: Partial<ProbeQueueOptions>) => {
  const folder = await temporaryFolder();
  const marks = join(folder, 'marks');
  await mkdir(marks);
  const command = join(folder, 'ffprobe');
  const script = [
    '#!/bin/sh',
    'name=$(basename "$(readlink /proc/$$/fd/0)")',
    `: > "$(mktemp ${marks}/$name.XXXXXX)"`,
    `case "$name" in slow*) while [ ! -e ${folder}/go ]; do sleep 0.05; done ;; esac`,
    'exec ffprobe "$@"',
  ];
  await writeFile(command, `${script.join('\n')}\n`, { mode: 0o755 });
  const examinations = new ProbeQueue({ command, slowSeconds: 0.2, ...options });
  const file = async (name: string): Promise<string> => {
    const path = join(folder, name);
    await copyFile(media('still.png'), path);
    return path;
  };
  const starts = async (name: string): Promise<number> =>
    (await readdir(marks)).filter((mark) => mark.startsWith(`${name}.`)).length;
  return { examinations, file, starts, letGo: () => writeFile(join(folder, 'go'), '') };
};
