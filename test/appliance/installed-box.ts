// A box with both packages installed, powered off.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Box, createBox } from './box.ts';
import { createLan, type Lan } from './lan.ts';
import { buildPackages } from './packages.ts';

export interface InstalledBox {
  readonly box: Box;
  readonly lan: Lan;
  dispose(): Promise<void>;
}

export const createInstalledBox = async (): Promise<InstalledBox> => {
  const rootSystem = execFileSync('scripts/test-root', { encoding: 'utf8' }).trim();
  const lan = await createLan();
  const box = await createBox({ rootSystem, lan });
  const folder = mkdtempSync(join(tmpdir(), 'cuedeck-debs-'));
  const packages = Object.values(await buildPackages(folder));
  for (const path of packages) copyFileSync(path, join(box.root, 'root', basename(path)));
  rmSync(folder, { recursive: true });
  await box.boot();
  await box.run('dpkg -i /root/*.deb 2>&1');
  await box.powerOff();
  return {
    box,
    lan,
    dispose: async () => {
      await box.dispose();
      await lan.dispose();
    },
  };
};
