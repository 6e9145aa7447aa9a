import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPage } from '../fixtures/browser.fixture.ts';

const KB = 1_000;

describe('what a payer loads', () => {
  let built: Awaited<ReturnType<typeof buildPage>>;
  beforeAll(async () => {
    built = await buildPage();
  });
  afterAll(() => built.remove());

  const files = () => readdirSync(join(built.dist, 'assets'));
  const gzipped = (pattern: RegExp) =>
    files()
      .filter((name) => pattern.test(name))
      .reduce(
        (total, name) => total + gzipSync(readFileSync(join(built.dist, 'assets', name)), { level: 9 }).length,
        0,
      );

  it('is at most 30 KB of script, 8 KB of style and 30 KB of fonts, gzipped, in a Latin language', () => {
    expect(gzipped(/\.js$/)).toBeLessThanOrEqual(30 * KB);
    expect(gzipped(/\.css$/)).toBeLessThanOrEqual(8 * KB);
    expect(gzipped(/geist-(latin|mono).*\.woff2$/)).toBeLessThanOrEqual(30 * KB);
    expect(gzipped(/geist-(latin|mono).*\.woff2$/)).toBeGreaterThan(10 * KB);
  });

  it('has the words of each language in a file of its own, none of them in the script', () => {
    expect(files().filter((name) => name.endsWith('.json'))).toHaveLength(7);
    const script = files()
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(join(built.dist, 'assets', name), 'utf8'))
      .join('');
    expect(script).not.toContain('Choose how to pay');
    expect(script).not.toContain('Выберите');
  });

  it('has a page without inline script or style, with the mark where the server writes the state', () => {
    const html = readFileSync(join(built.dist, 'index.html'), 'utf8');
    expect(html).toContain('<!--state-->');
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)/);
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/);
  });

  it('comes compressed beside each text file', () => {
    for (const name of files().filter((file) => /\.(js|css|json|svg)$/.test(file))) {
      expect(files()).toEqual(expect.arrayContaining([`${name}.gz`, `${name}.br`]));
    }
  });
});
