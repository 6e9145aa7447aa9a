import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WOOCOMMERCE_PLUGIN } from '../../contract/cms-plugins.ts';
import { LANGUAGES } from '../../domain/languages.ts';
import { startTestApi, type TestApi } from '../testing/server.fixture.ts';
import { packPlugin } from './package.ts';
import { phpOf, potOf, textsIn } from './translations.ts';

const folder = join(import.meta.dirname, '../../plugins/woocommerce');
const source = (name: string) => readFileSync(join(folder, name), 'utf8');

describe('the package of the WooCommerce plugin', () => {
  test('is the same on every machine', async () => {
    const { bytes, etag } = await packPlugin();
    vi.stubEnv('TZ', 'Pacific/Auckland');
    try {
      const elsewhere = await packPlugin();
      expect(elsewhere.etag).toBe(etag);
      expect(elsewhere.bytes.equals(bytes)).toBe(true);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('has one folder with the plugin in it, sorted, without its tests', async () => {
    const files = unzipSync((await packPlugin()).bytes);
    const names = Object.keys(files);
    expect(names).toEqual([...names].sort());
    expect(names.filter((name) => !name.startsWith('tidegate-for-woocommerce/'))).toEqual([]);
    expect(names.filter((name) => /test|\.json|\.ts|double/i.test(name))).toEqual([]);
    for (const name of ['tidegate-for-woocommerce.php', 'uninstall.php', 'readme.txt', 'src/Plugin.php']) {
      expect(strFromU8(files[`tidegate-for-woocommerce/${name}`] ?? new Uint8Array())).toBe(source(name));
    }
  });

  test('says the same version everywhere', () => {
    const { version } = WOOCOMMERCE_PLUGIN;
    expect(source('tidegate-for-woocommerce.php')).toContain(` * Version: ${version}\n`);
    expect(source('src/Plugin.php')).toContain(`VERSION = '${version}';`);
    expect(source('readme.txt')).toContain(`Stable tag: ${version}\n`);
    expect(source('changelog.txt')).toContain(`version ${version}\n`);
  });
});

describe('its words', () => {
  test('are in every language of the gateway', () => {
    const translated = readdirSync(join(folder, 'languages')).map((name) => name.replace('.json', ''));
    expect(['en', ...translated].sort()).toEqual([...LANGUAGES].map((each) => each.slice(0, 2)).sort());
  });

  const texts = textsIn([
    String.raw`__('Paid: %1$s for %2$s.', 'tidegate-for-woocommerce') . __('It\'s', 'tidegate-for-woocommerce')`,
  ]);

  test('are found in the sources, each once', () => {
    expect(texts).toEqual(['Paid: %1$s for %2$s.', "It's"]);
    expect(potOf(texts)).toContain(`msgid "It's"\nmsgstr ""`);
    expect(() => textsIn(["__('x', 'another-domain')"])).toThrow('another-domain');
  });

  test('become PHP that runs nothing', () => {
    const words = { 'Paid: %1$s for %2$s.': String.raw`%2$s: %1$s\', phpinfo(), '`, "It's": "C'est" };
    const php = phpOf('fr', texts, words);
    expect(php).toContain(String.raw`'Paid: %1$s for %2$s.' => '%2$s: %1$s\\\', phpinfo(), \'',`);
    expect(php).toContain(String.raw`'It\'s' => 'C\'est',`);
  });

  test.each([
    ['a text is missing', { "It's": 'x' }, 'lacks'],
    ['a placeholder is missing', { 'Paid: %1$s for %2$s.': '%1$s', "It's": 'x' }, 'placeholders'],
    ['a text is no longer used', { 'Paid: %1$s for %2$s.': '%1$s %2$s', "It's": 'x', Old: 'y' }, 'Old'],
  ])('are refused if %s', (_, words, message) => {
    expect(() => phpOf('fr', texts, words as Record<string, string>)).toThrow(message);
  });
});

describe('the download', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.close());

  test('needs no sign-in and is not sent again to those who have it', async () => {
    const first = await api.call({ url: WOOCOMMERCE_PLUGIN.path });
    expect(first.status).toBe(200);
    expect(first.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="tidegate-for-woocommerce-1.0.1.zip"',
      'x-content-type-options': 'nosniff',
    });
    expect(first.bytes.equals((await packPlugin()).bytes)).toBe(true);
    const again = await api.call({
      url: WOOCOMMERCE_PLUGIN.path,
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});
