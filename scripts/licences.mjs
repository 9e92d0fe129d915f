// The packages that ended up in the bundles. Their licence texts have to go with every copy, their names into the bill of materials.
import { readdirSync, readFileSync } from 'node:fs';

/** The second is how packages of old say it. */
const toLicence = ({ license, licenses = [] }) => license ?? licenses.map(({ type }) => type).join(' OR ');

/** @param inputs paths of the bundled files, as esbuild's metafile names them */
export const toPackages = (inputs) => {
  const folders = inputs.flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
  return [...new Set(folders)].sort().map((folder) => {
    const manifest = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    return { folder, name: manifest.name, version: manifest.version, licence: toLicence(manifest) };
  });
};

export const toLicenceText = (packages) =>
  packages
    .map(({ folder, name, version, licence }) => {
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file === undefined ? '' : `\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
      return `${name} ${version}: ${licence}\n${text}`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
