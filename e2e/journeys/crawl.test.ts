import { expect, inject, test } from 'vitest';
import { withBrowser } from '../../scripts/testing/browser.ts';
import { crawl } from '../../site/crawl.fixture.ts';
import { pathsOf } from '../../site/served-site.fixture.ts';

const { url } = inject('product');
const visit = withBrowser();
/** `npm run test:site` looks at every width, and lets axe look at each page. */
const isWhole = process.env.SITE_AUDIT === 'whole';
const widths = isWhole ? [320, 376, 426, 769, 980, 1100, 1441, 2561] : [320, 980];

test('every page that a visitor can reach is whole, and the sitemap lists exactly those for search engines', async () => {
  const { context } = await visit(url);
  const { listed, opened, findings } = await crawl({ context, origin: url, from: ['/'], widths, isWhole });
  const sitemap = pathsOf(await (await fetch(`${url}/sitemap.xml`)).text());
  expect(findings).toEqual([]);
  expect([...listed].sort()).toEqual([...sitemap].sort());
  process.stdout.write(`${opened} addresses opened, ${listed.length} of them pages for search engines\n`);
  await context.close();
});
