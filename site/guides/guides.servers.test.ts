import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexer } from 'marked';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withBrowser } from '../../scripts/testing/browser.ts';
import { pathsOf, type ServedSite, serveSite } from '../served-site.fixture.ts';

let site: ServedSite;
let pages: Map<string, string>;
beforeAll(async () => {
  site = await serveSite();
  const sitemap = await (await fetch(`${site.origin}/sitemap.xml`)).text();
  const paths = pathsOf(sitemap).filter((path) => path.startsWith('/developers/'));
  pages = new Map(
    await Promise.all(
      paths.map(async (path) => [path, await (await fetch(`${site.origin}${path}`)).text()] as [string, string]),
    ),
  );
});
afterAll(() => site?.close());

const root = join(import.meta.dirname, '../..');
/** The links of a guide; code only shows some. */
const linksOf = (html: string) =>
  html
    .slice(html.indexOf('<article'), html.indexOf('</article>'))
    .replaceAll(/<figure>[\s\S]*?<\/figure>/g, '')
    .matchAll(/href="([^"]+)"/g);

test('every guide of a developer is a page, with its links, and their headings exist', async () => {
  expect([...pages.keys()]).toEqual(
    expect.arrayContaining(['/developers/quickstart-express', '/developers/api-sdks', '/developers/webhooks']),
  );
  for (const [path, html] of pages) {
    for (const [, href = ''] of linksOf(html)) {
      const { origin, pathname, hash } = new URL(href, `${site.origin}${path}`);
      if (origin !== site.origin) continue;
      const target = pages.get(pathname);
      if (target === undefined) expect((await fetch(`${site.origin}${pathname}`)).status, `${path}: ${href}`).toBe(200);
      else if (hash !== '') expect(target, `${path}: ${href}`).toContain(`id="${hash.slice(1)}"`);
    }
  }
});

describe('code', () => {
  const visit = withBrowser();
  const fences = (name: string) =>
    lexer(readFileSync(join(root, 'docs', name), 'utf8')).flatMap((token) =>
      token.type === 'code' ? [{ grammar: String(token.lang ?? '').split(' ')[0], text: String(token.text) }] : [],
    );

  test.each([
    { path: '/developers/quickstart-webhook-node', name: 'quickstart/webhook-node.md' },
    { path: '/developers/quickstart-laravel', name: 'quickstart/laravel.md' },
  ])('of $path is copied whole by its button, as the document has it', async ({ path, name }) => {
    const { page, context } = await visit(site.origin);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
    await page.goto(`${site.origin}${path}`);
    const copied: string[] = [];
    for (const button of await page.getByRole('button', { name: /^Copy: / }).all()) {
      await button.click();
      copied.push(await page.evaluate(() => navigator.clipboard.readText()));
    }
    expect(copied).toEqual(fences(name).flatMap(({ grammar, text }) => (grammar === 'text' ? [] : [text])));
    await context.close();
  });

  test('of /developers installs each SDK from the gateway that shows it', async () => {
    const { page, context } = await visit(site.origin);
    await page.goto(`${site.origin}/developers`);
    const part = page.locator('section.part', { hasText: 'SDKs and command line' });
    const shown = (await part.locator('pre').allTextContents()).join('\n');
    for (const file of ['tidegate-node-', 'tidegate-react-', 'tidegate-0', 'tidegate-cli-', 'composer'])
      expect(shown).toContain(`"http://localhost:8080/sdk/${file}`);
    expect(await part.getByRole('link').allTextContents()).toEqual(
      expect.arrayContaining(['Node', 'React', 'Python', 'PHP', 'Command line', 'SHA256SUMS']),
    );
    await context.close();
  });
});
