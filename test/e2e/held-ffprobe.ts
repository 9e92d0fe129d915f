import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * An ffprobe that does not end with a file whose name begins with `slow` before it is let go.
 * @param folder where it is put
 * @returns the PATH that finds it first
 */
export const holdFfprobe = (folder: string): { readonly path: string; readonly letGo: () => void } => {
  const program = [
    '#!/bin/sh',
    'case "$(readlink /proc/$$/fd/0)" in',
    `*/slow*) while [ ! -e ${folder}/go ]; do sleep 0.05; done ;;`,
    'esac',
    `PATH='${process.env.PATH}'`,
    'exec ffprobe "$@"',
  ];
  writeFileSync(join(folder, 'ffprobe'), `${program.join('\n')}\n`, { mode: 0o755 });
  return { path: `${folder}:${process.env.PATH}`, letGo: () => writeFileSync(join(folder, 'go'), '') };
};
