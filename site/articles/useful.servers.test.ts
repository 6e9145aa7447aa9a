import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../api/testing/server.fixture.ts';
import { execute, select } from '../../db/core/sql.ts';
import { deleteOldArticleAnswers, listArticleAnswers } from '../../db/site/article-answers.ts';
import { ANSWERS_COUNTED, ANSWERS_KEPT_DAYS } from '../../domain/site/article-answers.ts';
import { COLOR_RULES, expectAccessible, expectNoSidewaysScroll, withBrowser } from '../../scripts/testing/browser.ts';
import { type ServedSite, serveSite } from '../served-site.fixture.ts';

const ARTICLE = '/support/articles/request-a-payout';
const DAY_MS = 86_400_000;

let site: ServedSite;
let api: TestApi;
beforeAll(async () => {
  site = await serveSite();
  ({ api } = site);
});
afterAll(() => site?.close());

const counts = async (slug = 'request-a-payout') => {
  const { lines } = await listArticleAnswers(api.db, { page: 1, perPage: 100, nowMs: Date.now() });
  const found = lines.find((line) => line.slug === slug);
  return [found?.useful ?? 0, found?.notUseful ?? 0];
};
const answer = (path: string, fields: string, more: { ip?: string; headers?: Record<string, string> } = {}) =>
  api.app.inject({
    method: 'POST',
    url: path,
    payload: fields,
    remoteAddress: more.ip ?? '10.9.9.9',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...more.headers },
  });

describe('"Was this useful?" below a help article', () => {
  const visit = withBrowser();

  it('is answered by keyboard without a script, counted once for a network, and thanks', async () => {
    const { page, context } = await visit(site.origin, { javaScriptEnabled: false });
    await page.goto(site.origin + ARTICLE);
    const [yes, no] = [page.getByRole('button', { name: 'Yes' }), page.getByRole('button', { name: 'No' })];
    expect(await page.getByText('Thank you.').isVisible()).toBe(false);
    await no.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Thank you.').waitFor();
    expect(await yes.isVisible()).toBe(false);
    expect(await counts()).toEqual([0, 1]);
    await page.goto(site.origin + ARTICLE);
    await yes.click();
    await page.getByText('Thank you.').waitFor();
    expect(await counts()).toEqual([0, 1]);
    await context.close();
  });

  it('can be used by everybody, also when it thanks', async () => {
    const { page, context, complaints } = await visit(site.origin);
    for (const path of [ARTICLE, `${ARTICLE}#thanks`]) {
      await page.goto(site.origin + path);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        for (const width of [320, 1441]) {
          await page.setViewportSize({ width, height: 900 });
          await expectNoSidewaysScroll(page, path);
          await expectAccessible(page, `${path}, ${width}`, colorScheme === 'light' ? {} : COLOR_RULES);
        }
      }
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('marks in the list of sections where one reads', async () => {
    const { page, context } = await visit(site.origin, { viewport: { width: 1441, height: 700 } });
    await page.goto(site.origin + ARTICLE);
    const marked = () =>
      page
        .locator('.contents a')
        .evaluateAll((links) =>
          links.filter((link) => getComputedStyle(link).fontWeight === '560').map((link) => link.textContent),
        );
    const [first, , third] = await page.locator('.text h2').allTextContents();
    await page.evaluate(() => document.querySelectorAll('.text h2')[0]?.scrollIntoView());
    await expect.poll(marked).toEqual([first]);
    await page.evaluate(() => document.querySelectorAll('.text h2')[2]?.scrollIntoView());
    await expect.poll(marked).toEqual([third]);
    await context.close();
  });

  it('counts nothing that another site sends, no other words, and nothing for what is no article', async () => {
    const slug = '/support/articles/two-factor-authentication';
    const foreign = await answer(slug, 'useful=no', { headers: { 'sec-fetch-site': 'cross-site' } });
    expect([foreign.statusCode, foreign.headers.location]).toEqual([303, `${slug}#thanks`]);
    for (const words of ['', 'useful=maybe', 'useful=%3Cb%3E', 'other=yes']) {
      expect((await answer(slug, words)).statusCode, words).toBe(422);
    }
    expect((await answer(slug, `useful=yes&x=${'x'.repeat(1_000_000)}`)).statusCode).toBe(413);
    for (const path of ['no-such-article', '..%2flanding', 'Two-Factor']) {
      expect((await answer(`/support/articles/${path}`, 'useful=yes')).statusCode, path).toBe(404);
    }
    expect(await counts('two-factor-authentication')).toEqual([0, 0]);
  });

  it('counts so much of one network, and no more of all of them together in an hour', async () => {
    const { networkPerHour, allPerHour } = ANSWERS_COUNTED;
    const slugs = (await site.listed()).filter((path) => path.startsWith('/support/articles/'));
    for (const path of slugs.slice(0, networkPerHour + 3)) {
      expect((await answer(path, 'useful=yes', { ip: '10.7.0.1' })).statusCode).toBe(303);
    }
    const [{ total } = { total: -1 }] = await select<{ total: number }>(
      api.db,
      'SELECT sum(useful)::int AS total FROM article_answer',
      [],
    );
    expect(total).toBe(networkPerHour);
    await execute(api.db, "UPDATE lockout SET tries = $1 WHERE scope = 'useful'", [allPerHour]);
    await answer(slugs.at(-1) ?? '', 'useful=no', { ip: '10.7.0.2' });
    expect(
      await select(api.db, 'SELECT 1 FROM article_answer WHERE slug = $1', [slugs.at(-1)?.split('/').at(-1)]),
    ).toEqual([]);
  });

  it('keeps counts of a day alone, for a little more than a year', async () => {
    const columns = await select<{ name: string }>(
      api.db,
      "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'article_answer' ORDER BY name",
      [],
    );
    expect(columns.map(({ name }) => name)).toEqual(['day', 'not_useful', 'slug', 'useful']);
    expect(await deleteOldArticleAnswers(api.db, Date.now() + (ANSWERS_KEPT_DAYS - 1) * DAY_MS)).toBe(0);
    expect(await deleteOldArticleAnswers(api.db, Date.now() + ANSWERS_KEPT_DAYS * DAY_MS)).toBeGreaterThan(0);
  });
});
