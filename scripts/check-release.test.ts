import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LAST_RELEASE } from '../db/schema/migration-files.ts';
import settings from '../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
/** The headings of releases, the newest first. */
const releases = [...changelog.matchAll(/^## \[(.+?)\](?: - (.+))?$/gm)].map(([, version = '', date]) => ({
  version,
  date,
}));

function check(tag: string, folder = root) {
  const args = [join(root, 'scripts', 'check-release.mjs'), tag, folder];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe('the changelog', () => {
  test('lists what is unreleased, then every release by version and date, the newest first', () => {
    const [unreleased, ...released] = releases;
    expect(unreleased).toEqual({ version: 'Unreleased', date: undefined });
    expect(released.length).toBeGreaterThan(0);
    for (const { version, date } of released) {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
      expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
    const dates = released.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().reverse());
    expect(changelog.match(/^## /gm)).toHaveLength(releases.length);
  });

  test('has only the kinds of changes that readers know', () => {
    const kinds = new Set([...changelog.matchAll(/^### (.+)$/gm)].map(([, kind]) => kind));
    const known = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
    expect([...kinds].filter((kind) => !known.includes(kind ?? ''))).toEqual([]);
  });

  test('names the commit and the last migration of the release from which upgrades are tested', () => {
    const section = changelog.split(/^(?=## )/m).find((each) => each.includes(LAST_RELEASE.commit));
    expect(section).toMatch(/^## \[\d/);
    expect(section).toContain(LAST_RELEASE.migration);
  });
});

describe('the tag of a release', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidegate-release-'));
    const product = ['package.json', 'package-lock.json', 'CHANGELOG.md', 'deploy/helm/tidegate/Chart.yaml'];
    const sdks = ['cli/package.json', 'node/package.json', 'react/package.json', 'python/src/tidegate/_version.py'];
    for (const file of [...product, ...[...sdks, 'php/src/Tidegate.php'].map((each) => `packages/${each}`)]) {
      cpSync(join(root, file), join(folder, file));
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('is accepted where package, chart and changelog have its version, and prints what is new', () => {
    const { status, stdout } = check(`v${settings.version}`);
    expect(status).toBe(0);
    expect(stdout).toContain('### Added');
    expect(stdout).not.toMatch(/^## /m);
  });

  test.each([
    { file: 'package.json', from: `"version": "${settings.version}"`, to: '"version": "9.9.9"' },
    { file: 'deploy/helm/tidegate/Chart.yaml', from: `\nversion: ${settings.version}`, to: '\nversion: 9.9.9' },
    { file: 'deploy/helm/tidegate/Chart.yaml', from: `appVersion: "${settings.version}"`, to: 'appVersion: "9.9.9"' },
    { file: 'packages/react/package.json', from: `"version": "${settings.version}"`, to: '"version": "9.9.9"' },
    {
      file: 'packages/python/src/tidegate/_version.py',
      from: `VERSION = "${settings.version}"`,
      to: 'VERSION = "9.9.9"',
    },
    {
      file: 'packages/php/src/Tidegate.php',
      from: `VERSION = '${settings.version}'`,
      to: "VERSION = '9.9.9'",
    },
    { file: 'CHANGELOG.md', from: `## [${settings.version}] - `, to: '## [9.9.9] - ' },
  ])('is refused where $file has another version', ({ file, from, to }) => {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(from);
    writeFileSync(path, text.replace(from, to));
    const { status, stdout, stderr } = check(`v${settings.version}`, folder);
    writeFileSync(path, text);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(file.slice(file.lastIndexOf('/') + 1));
  });

  test.each(['0.1.0', 'v0.1', 'v0.1.0-rc.1', ''])('is refused when it is "%s"', (tag) => {
    expect(check(tag)).toMatchObject({ status: 1, stderr: expect.stringContaining('looks like v1.2.3') });
  });
});
