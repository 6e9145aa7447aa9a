// `node scripts/check-release.mjs v1.2.3 [folder]`: compares the tag of a release with the versions of the package, the
// SDKs, the Helm chart and the changelog, and prints the changelog's section. Plain JavaScript: hosted CI runs it
// without npm ci.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [tag = '', root = dirname(dirname(fileURLToPath(import.meta.url)))] = process.argv.slice(2);
const read = (...path) => readFileSync(join(root, ...path), 'utf8');
const version = /^v(\d+\.\d+\.\d+)$/.exec(tag)?.[1];
const chart = read('deploy', 'helm', 'tidegate', 'Chart.yaml');
const found = {
  'package.json': JSON.parse(read('package.json')).version,
  'package-lock.json': JSON.parse(read('package-lock.json')).version,
  'version of Chart.yaml': /^version: "?([^"\n]+)/m.exec(chart)?.[1],
  'appVersion of Chart.yaml': /^appVersion: "?([^"\n]+)/m.exec(chart)?.[1],
  ...Object.fromEntries(['cli', 'node', 'react'].map((sdk) => [`packages/${sdk}/package.json`, versionOf(sdk)])),
  'packages/python/src/tidegate/_version.py': /^VERSION = "(.+)"/m.exec(
    read('packages/python/src/tidegate/_version.py'),
  )?.[1],
  'packages/php/src/Tidegate.php': /VERSION = '(.+)'/.exec(read('packages/php/src/Tidegate.php'))?.[1],
};
const problems = Object.entries(found)
  .filter(([, is]) => is !== version)
  .map(([where, is]) => `${where} is ${is}.`);

const sections = read('CHANGELOG.md').split(/^(?=## )/m);
const section = sections.find((each) => each.startsWith(`## [${version}] - `));
if (section === undefined) problems.push(`CHANGELOG.md has no section "## [${version}] - <date>".`);

if (version === undefined) fail(`A tag of a release looks like v1.2.3, not like "${tag}".`);
if (problems.length > 0) fail(`The tag is ${tag}, but:\n${problems.join('\n')}`);
console.log(section.split('\n').slice(1).join('\n').trim());

function versionOf(sdk) {
  return JSON.parse(read('packages', sdk, 'package.json')).version;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
