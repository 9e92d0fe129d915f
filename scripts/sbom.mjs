// Prints the software bill of materials (CycloneDX): every package of dist/, which has to be built, with version, licence and hash.
//   SOURCE_DATE_EPOCH=SECONDS node scripts/sbom.mjs
// npm lists all of package-lock.json; what no bundle contains is left out here, and so is what the machine says of itself.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const toKey = ({ name, version }) => `${name}@${version}`;

const listAll = () => {
  const options = [
    '--sbom-format',
    'cyclonedx',
    '--sbom-type',
    'application',
    '--package-lock-only',
    '--workspaces=false',
  ];
  try {
    return JSON.parse(execFileSync('npm', ['sbom', ...options], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }));
  } catch {
    throw new Error('npm cannot list the packages; it has to be npm 10 or newer: npm install --global npm@10');
  }
};

const licences = new Map(readJson('dist/packages.json').map((each) => [toKey(each), each.licence]));
const all = listAll();

const components = all.components
  .filter((component) => licences.has(toKey(component)))
  .map(({ externalReferences, properties, scope, ...component }) => ({
    ...component,
    // package-lock.json does not know how packages of old say it.
    licenses: component.licenses ?? [{ license: { id: licences.get(toKey(component)) } }],
  }));
const listed = new Set(components.map(toKey));
const missing = [...licences.keys()].filter((key) => !listed.has(key));
if (missing.length > 0) throw new Error(`dist/ has packages that package-lock.json lacks: ${missing.join(', ')}`);

const { name } = readJson('package.json');
const { properties, externalReferences, scope, ...product } = all.metadata.component;
const kept = new Set([product['bom-ref'], ...components.map((component) => component['bom-ref'])]);
const content = {
  metadata: {
    timestamp: new Date(Number(process.env.SOURCE_DATE_EPOCH ?? 0) * 1000).toISOString(),
    lifecycles: [{ phase: 'build' }],
    tools: all.metadata.tools,
    component: { ...product, name },
  },
  components,
  dependencies: all.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) })),
};
const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex');
const serial = digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
const { $schema, bomFormat, specVersion, version } = all;
const head = { $schema, bomFormat, specVersion, serialNumber: `urn:uuid:${serial}`, version };
process.stdout.write(`${JSON.stringify({ ...head, ...content }, undefined, 2)}\n`);
