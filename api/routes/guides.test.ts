import { expect, test } from 'vitest';
import { openTestApi } from '../testing/open-api.fixture.ts';

const api = await openTestApi({ env: { PUBLIC_URL: 'https://pay.example.com' } });

const linksOf = (text: string) => [...text.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = '']) => target);

test('llms.txt lists guides that the gateway serves as Markdown, whose links lead somewhere', async () => {
  const { status, headers, text } = await api.call({ url: '/llms.txt' });
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const listed = linksOf(text).map((link) => new URL(link));
  expect(listed.map(({ pathname }) => pathname)).toEqual(
    expect.arrayContaining([
      '/docs/openapi.public.json',
      '/docs/quickstart/curl.md',
      '/docs/api/using.md',
      '/docs/webhooks.md',
    ]),
  );
  for (const { origin, pathname } of listed) {
    expect(origin).toBe('https://pay.example.com');
    const page = await api.call({ url: pathname });
    expect(page.status, pathname).toBe(200);
    if (!pathname.endsWith('.md')) continue;
    expect(page.headers['content-type'], pathname).toBe('text/markdown; charset=utf-8');
    expect(page.text, pathname).toMatch(/^# /);
    expect(page.text, pathname).not.toContain('localhost:8080');
    const within = linksOf(page.text).map((link) => new URL(link, `${origin}${pathname}`));
    for (const link of within.filter((each) => each.origin === origin)) {
      expect((await api.call({ url: link.pathname })).status, `${pathname}: ${link.pathname}`).toBe(200);
    }
  }
});

test('the document for integrators is served without blanks, and holds no call of the back office', async () => {
  const { status, headers, text, json } = await api.call({ url: '/docs/openapi.public.json' });
  expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  expect(text).toBe(JSON.stringify(json));
  expect(text.length).toBeLessThan(300_000);
  expect(Object.keys(json.paths).filter((path) => !path.startsWith('/api/v1/'))).toEqual([]);
});
