import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyFrontEnd } from '../../scripts/start/front-ends.ts';
import { startTestApi, type TestApi } from '../testing/server.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'sdk-archives-'));
let api: TestApi;
beforeAll(async () => {
  await copyFrontEnd(join(import.meta.dirname, '../..'), 'packages', folder);
  // Lies beside the archives, and is none of them.
  writeFileSync(join(folder, 'private.tgz'), 'private');
  api = await startTestApi({
    env: { PUBLIC_URL: 'https://pay.example.com' },
    deps: { frontEnds: { sdkArchives: folder } },
  });
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

const hashOf = (bytes: Buffer, name = 'sha256') => createHash(name).update(bytes).digest('hex');

interface Listed {
  readonly name: string;
  readonly version: string;
  readonly file: string;
  readonly url: string;
  readonly size: number;
  readonly sha256: string;
}

async function list(): Promise<readonly Listed[]> {
  const { status, json } = await api.call({ url: '/sdk/index.json' });
  expect(status).toBe(200);
  return json.archives;
}

test('the list names every SDK, where it is and its hash, and each archive is just that, for anyone', async () => {
  const archives = await list();
  expect(archives.map(({ name }) => name).sort()).toEqual([
    '@tidegate/node',
    '@tidegate/react',
    'tidegate',
    'tidegate',
    'tidegate/tidegate',
  ]);
  for (const { file, url, size, sha256, version } of archives) {
    expect(url).toBe(`https://pay.example.com/sdk/${file}`);
    expect(file).toContain(`-${version}`);
    const answer = await api.call({ url: `/sdk/${file}` });
    expect([answer.status, answer.bytes.length, hashOf(answer.bytes)], file).toEqual([200, size, sha256]);
    expect(answer.headers).toMatchObject({
      'content-type': file.endsWith('.tgz') ? 'application/gzip' : 'application/zip',
      'content-disposition': `attachment; filename="${file}"`,
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['content-encoding']).toBeUndefined();
  }
  const { text } = await api.call({ url: '/sdk/SHA256SUMS' });
  expect(text).toBe(archives.map(({ sha256, file }) => `${sha256}  ${file}\n`).join(''));
});

test('who has an archive is not sent it again, and a broken download goes on', async () => {
  const [{ file = '', size = 0, sha256 = '' } = {}] = await list();
  const whole = await api.call({ url: `/sdk/${file}` });
  expect(whole.headers).toMatchObject({ etag: `"${sha256}"`, 'cache-control': 'no-cache', 'accept-ranges': 'bytes' });
  const again = await api.call({ url: `/sdk/${file}`, headers: { 'if-none-match': `"${sha256}"` } });
  expect([again.status, again.text]).toEqual([304, '']);
  const head = await api.call({ method: 'HEAD', url: `/sdk/${file}` });
  expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', String(size)]);
  const rest = await api.call({ url: `/sdk/${file}`, headers: { range: 'bytes=1000-' } });
  expect([rest.status, rest.headers['content-range']]).toEqual([206, `bytes 1000-${size - 1}/${size}`]);
  expect(rest.bytes.equals(whole.bytes.subarray(1000))).toBe(true);
});

test('Composer finds the PHP SDK with the hash that it checks', async () => {
  const { json } = await api.call({ url: '/sdk/composer/packages.json' });
  expect(Object.keys(json.packages)).toEqual(['tidegate/tidegate']);
  const [[version, { dist, ...manifest }]] = Object.entries(json.packages['tidegate/tidegate']) as [
    [string, { dist: { url: string; shasum: string } }],
  ];
  expect(manifest).toMatchObject({ name: 'tidegate/tidegate', version, require: { php: '>=8.1' } });
  const { bytes } = await api.call({ url: new URL(dist.url).pathname });
  expect(dist.shasum).toBe(hashOf(bytes, 'sha1'));
});

test.each([
  '/sdk/private.tgz',
  '/sdk/',
  '/sdk/..%2Fserver.ts',
  '/sdk/%2e%2e/index.json',
  '/sdk/composer/',
  '/sdk/tidegate-node-0.0.1.tgz',
  '/sdk/constructor',
])('nothing else is served: %s', async (url) => {
  expect((await api.call({ url })).status).toBe(404);
});

test('before they are built, the gateway says so', async () => {
  const without = await startTestApi({ deps: { frontEnds: { sdkArchives: join(folder, 'none') } } });
  try {
    for (const url of ['/sdk/index.json', '/sdk/tidegate-node-0.1.0.tgz']) {
      const { status, text } = await without.call({ url });
      expect([status, text], url).toEqual([503, expect.stringContaining('not built yet')]);
    }
  } finally {
    await without.close();
  }
});
