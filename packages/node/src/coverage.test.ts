import { expect, test } from 'vitest';
import document from '../../../docs/openapi.public.json' with { type: 'json' };
import { NEWEST_VERSION } from '../../../domain/versions/api-versions.ts';
import { API_VERSION, Tidegate } from './index.ts';

const ID = '0199c1f2-7c3a-7d4e-8a51-5b0f3c9d2e10';

test('the SDK has a method for every call of the public document, and none for others', async () => {
  const called = new Set<string>();
  const versions = new Set<string | null>();
  const send: typeof fetch = async (url, init) => {
    const { pathname } = new URL(String(url));
    versions.add(new Headers(init?.headers).get('tidegate-version'));
    called.add(`${init?.method} ${pathname.replace(ID, '{id}').replace('/networks/BTC/', '/networks/{network}/')}`);
    if (pathname.endsWith('/live')) return new Response('id: 1\nevent: invoice.done\ndata: {}\n\n');
    return Response.json({
      data: /\/(events|ledger-entries|requests)$/.test(pathname) ? [] : {},
      pagination: { total: 0, page: 1, per_page: 25 },
      has_more: false,
    });
  };
  const client = new Tidegate({ url: 'https://pay.example.com', key: 'tg_test_1', secret: 'tgs_1', fetch: send });
  for (const resource of Object.values(client)) {
    for (const [name, method] of Object.entries(resource as Record<string, (...args: unknown[]) => unknown>)) {
      // These call others, or nothing.
      if (name === 'follow' || name === 'verify') continue;
      for (const first of [ID, 'BTC']) await callOnce(() => method(first, {}));
    }
  }
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(calls.filter((call) => !called.has(call)).map((call) => `${call} is missing in packages/node`)).toEqual([]);
  const stray = [...called].filter((call) => !calls.includes(call) && !call.includes('BTC') && !call.includes('{id}'));
  expect(stray).toEqual([]);
  // The version that its types describe.
  expect([[...versions], API_VERSION]).toEqual([[NEWEST_VERSION], NEWEST_VERSION]);
});

/** One page of what it returns. */
async function callOnce(call: () => unknown): Promise<void> {
  const made = call();
  if (typeof made === 'object' && made !== null && 'next' in made) await (made as AsyncGenerator).next();
  else await made;
}
