// A box with both packages installed, powered off.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { inject } from 'vitest';
import { type Box, createBox } from './box.ts';
import { createLan, type Lan } from './lan.ts';
import { buildPackages } from './packages.ts';

export interface InstalledBox {
  readonly box: Box;
  readonly lan: Lan;
  dispose(): Promise<void>;
}

const install = async (rootSystem: string, lan: Lan, layer: string): Promise<void> => {
  const box = await createBox({ layers: [rootSystem], lan });
  const folder = mkdtempSync(join(tmpdir(), 'cuedeck-debs-'));
  try {
    for (const path of Object.values(await buildPackages(folder)))
      copyFileSync(path, join(box.root, 'root', basename(path)));
    await box.boot();
    await box.run('dpkg -i /root/*.deb 2>&1');
  } catch (error) {
    await box.dispose();
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  await box.keep(layer);
};

/** Installed once in a run of the suite; each box is laid over that. */
export const createInstalledBox = async (): Promise<InstalledBox> => {
  const rootSystem = execFileSync('scripts/test-root', { encoding: 'utf8' }).trim();
  const lan = await createLan();
  const layer = join(inject('installedFolder'), 'layer');
  const box = await (async () => {
    try {
      if (!existsSync(layer)) await install(rootSystem, lan, layer);
      return await createBox({ layers: [layer, rootSystem], lan });
    } catch (error) {
      await lan.dispose();
      throw error;
    }
  })();
  return {
    box,
    lan,
    dispose: async () => {
      await box.dispose();
      await lan.dispose();
    },
  };
};
