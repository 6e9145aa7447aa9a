import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
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

  const files = (folder = 'assets') => readdirSync(join(built.dist, 'client', folder));
  const isEarly = (name: string) => /^early-[^.]*\.js$/.test(name);
  const gzipped = (pattern: RegExp, folder = 'assets') =>
    files(folder)
      .filter((name) => pattern.test(name))
      .reduce(
        (total, name) => total + gzipSync(readFileSync(join(built.dist, 'client', folder, name)), { level: 9 }).length,
        0,
      );

  it('is at most 35 KB of script, 8 KB of style and 30 KB of fonts, gzipped, in a Latin language', () => {
    expect(gzipped(/\.js$/)).toBeLessThanOrEqual(35 * KB);
    expect(gzipped(/\.css$/)).toBeLessThanOrEqual(8 * KB);
    expect(gzipped(/geist-(latin|mono).*\.woff2$/)).toBeLessThanOrEqual(30 * KB);
    expect(gzipped(/geist-(latin|mono).*\.woff2$/)).toBeGreaterThan(10 * KB);
  });

  it('is one script for everybody, with all that is shared, and small files for parts that few open', () => {
    const scripts = files().filter((name) => name.endsWith('.js'));
    const html = readFileSync(join(built.dist, 'client/index.html'), 'utf8');
    const everybodys = scripts.filter((name) => html.includes(name) && !isEarly(name));
    expect(everybodys).toHaveLength(1);
    // A file of its own for what is shared would be found only after the first one has come.
    const [first = ''] = everybodys;
    expect(readFileSync(join(built.dist, 'client/assets', first), 'utf8')).not.toMatch(/(?:from|import)"\.\//);
    for (const name of scripts.filter((each) => each !== first)) {
      expect(gzipped(new RegExp(`^${name}$`)), name).toBeLessThanOrEqual(6 * KB);
    }
  });

  it('is a file below 1 KB that keeps early clicks, before the script comes', () => {
    const html = readFileSync(join(built.dist, 'client/index.html'), 'utf8');
    const [early = '', ...others] = files().filter(isEarly);
    expect(others).toEqual([]);
    expect(html).toContain(`<script type="module" async src="/invoice-assets/assets/${early}">`);
    expect(readFileSync(join(built.dist, 'client/assets', early)).length).toBeLessThan(KB);
  });

  it('is for the card purchase at most 45 KB of script, one file, and 8 KB of style, with the fonts of the invoice', () => {
    expect(gzipped(/\.js$/, 'card')).toBeLessThanOrEqual(45 * KB);
    expect(gzipped(/\.css$/, 'card')).toBeLessThanOrEqual(8 * KB);
    expect(files('card').filter((name) => name.endsWith('.js'))).toHaveLength(1);
    expect(files('card').filter((name) => name.endsWith('.woff2'))).toEqual([]);
    expect(readFileSync(join(built.dist, 'client/card.html'), 'utf8')).toMatch(/preload[^>]*\/assets\/geist-latin/);
  });

  it('has no words in the script: the server writes those of one language into the page', () => {
    const script = files()
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(join(built.dist, 'client/assets', name), 'utf8'))
      .join('');
    expect(script).not.toContain('Choose how to pay');
    expect(script).not.toContain('Выберите');
  });

  it.each(['index.html', 'card.html'])(
    'has a page without inline script or style, that does not wait with its first picture for the script: %s',
    (page) => {
      const html = readFileSync(join(built.dist, 'client', page), 'utf8');
      expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|blocking=/);
      expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/);
    },
  );

  it('is drawn by one module that needs no other package', async () => {
    const drawnBy = readFileSync(join(built.dist, 'server/page.js'), 'utf8');
    // At the beginning of a line: comments of packages show how they are imported.
    const imports = [
      ...drawnBy.matchAll(/^(?:import\b[^"'\n]*|export\b[^"'\n]*\bfrom\b[^"'\n]*|.*\brequire\()["']([^"']+)["']/gm),
    ].map(([, name]) => name);
    expect(imports.filter((name) => !isBuiltin(name ?? ''))).toEqual([]);
    // There is no `node_modules` above the folder of a test.
    await import(pathToFileURL(join(built.dist, 'server/page.js')).href);
    expect(readdirSync(join(built.dist, 'server'))).toEqual(['page.js']);
  });

  it('comes compressed beside each text file', () => {
    for (const folder of ['assets', 'card']) {
      for (const name of files(folder).filter((file) => /\.(js|css|json|svg)$/.test(file))) {
        expect(files(folder)).toEqual(expect.arrayContaining([`${name}.gz`, `${name}.br`]));
      }
    }
  });
});
