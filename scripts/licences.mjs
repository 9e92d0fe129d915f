// The licences of the packages that ended up in the bundles: their texts have to go with every copy.
import { readdirSync, readFileSync } from 'node:fs';

/** @param inputs paths of the bundled files, as esbuild's metafile names them */
export const toLicenceText = (inputs) => {
  const folders = inputs.flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
  return [...new Set(folders)]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file === undefined ? '' : `\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
      return `${name} ${version}: ${license}\n${text}`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
};
