import { expect, inject, test } from 'vitest';

const { url } = inject('product');

/** Scripts and styles that a page names; what they load later comes from the same folders. */
function assetsOf(html: string): string[] {
  const named = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path = '']) => path);
  return named.filter((path) => /^\/(admin|site|invoice)-assets\//.test(path));
}

test('scripts and styles of every front end are sent compressed, and to a browser without Brotli by gzip', async () => {
  const pages = [
    '/',
    '/pricing',
    '/docs/api',
    '/verify',
    '/auth/login',
    '/invoice/00000000-0000-4000-8000-000000000000',
  ];
  const html = await Promise.all(pages.map(async (path) => (await fetch(`${url}${path}`)).text()));
  const assets = new Set(html.flatMap(assetsOf));
  const folders = new Set([...assets].map((path) => path.split('/')[1]));
  expect([...folders].sort()).toEqual(['admin-assets', 'invoice-assets', 'site-assets']);
  for (const path of assets) {
    for (const encoding of ['br', 'gzip']) {
      const { headers } = await fetch(`${url}${path}`, { headers: { 'accept-encoding': encoding } });
      expect([headers.get('content-encoding'), headers.get('vary')], path).toEqual([encoding, 'accept-encoding']);
    }
  }
});
