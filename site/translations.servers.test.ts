import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../api/testing/server.fixture.ts';
import { LANGUAGES, type Language } from '../domain/languages.ts';
import { LEGAL_DOCUMENTS } from '../domain/legal/documents.ts';
import { pathIn, TRANSLATED_LANGUAGES, TRANSLATED_PAGES } from '../domain/site/translations.ts';
import { COLOR_RULES, expectAccessible, expectNoSidewaysScroll, withBrowser } from '../scripts/testing/browser.ts';
import { pathsOf, type ServedSite, serveSite } from './served-site.fixture.ts';

const PAGES = [...TRANSLATED_PAGES, ...LEGAL_DOCUMENTS.map(({ slug }) => `/legal/${slug}`)];
const WIDTHS = [320, 376, 850, 1441];
/** The longest words and the other letters. */
const LOOKED_AT = ['de', 'ru', 'fr'].flatMap((language) =>
  ['/', '/pricing', '/faq', '/legal', '/legal/privacy'].map((path) => pathIn(language as Language, path)),
);
/** Draws them for a person to look at. */
const PICTURES = process.env.TIDEGATE_CONTACT_SHEETS;

let site: ServedSite;
let origin: string;
beforeAll(async () => {
  site = await serveSite();
  ({ origin } = site);
});
afterAll(() => site?.close());

const read = async (path: string) => {
  const answer = await fetch(`${origin}${path}`, { redirect: 'manual', headers: { accept: 'text/html' } });
  return { answer, text: await answer.text() };
};

/** The other languages of a page, by its head. */
const alternatesIn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/g)].map(
      ([, language = '', url = '']) => [language, new URL(url).pathname],
    ),
  );
const alternatesOf = (path: string) => ({
  ...Object.fromEntries(LANGUAGES.map((language) => [language, pathIn(language, path)])),
  'x-default': path,
});

/** The visible text: paragraphs, headings and cells of more than three words. */
const paragraphsOf = (html: string) =>
  [...(html.split('<main')[1] ?? '').matchAll(/<(p|h[1-3]|li|td|th|dt|summary|label)\b[^>]*>([^<]+)/g)]
    .map(([, , text = '']) => text.trim())
    .filter((text) => (text.match(/\p{L}{2,}/gu) ?? []).length > 3);

describe.each(TRANSLATED_LANGUAGES)('the pages in %s', (language) => {
  it.each(PAGES)('have %s, which says its language and its own address', async (path) => {
    const { text, answer } = await read(pathIn(language, path));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-robots-tag')).toBeNull();
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(`<link rel="canonical" href="http://localhost:8080${pathIn(language, path)}"`);
    // Values that a script fills in are in attributes.
    expect(text.replaceAll(/<[^>]*>/g, '')).not.toMatch(/__[A-Z_]+__|\{\w+\}/);
  });

  it.each(PAGES)('say nothing of %s in English', async (path) => {
    const english = new Set(paragraphsOf((await read(path)).text));
    // An operator's own words, which are the same in every language.
    english.delete('A sandbox of Tidegate: it belongs to no company, and no real money moves.');
    const translated = paragraphsOf((await read(pathIn(language, path))).text);
    expect(translated.length).toBeGreaterThan(2);
    expect(translated.filter((paragraph) => english.has(paragraph))).toEqual([]);
  });

  it('lead to pages in the same language where they are there, and say where the others are English', async () => {
    for (const path of PAGES) {
      const { text } = await read(pathIn(language, path));
      const body = (text.split('<body>')[1] ?? '').replace(/<nav class="languages".*?<\/nav>/s, '');
      for (const [tag, href = ''] of body.matchAll(/<a\b[^>]*href="(\/[^"]*)"[^>]*>/g)) {
        const isOurs = href.startsWith(`/${language}/`) || href === `/verify?lang=${language}`;
        expect(isOurs || tag.includes('hrefLang="en"') || tag.includes('hreflang="en"'), `${path}: ${tag}`).toBe(true);
      }
    }
  });
});

describe('the languages of a page', () => {
  it.each(PAGES)('of %s name each other in every one of them, and English for all others', async (path) => {
    for (const language of LANGUAGES)
      expect(alternatesIn((await read(pathIn(language, path))).text), language).toEqual(alternatesOf(path));
  });

  it('are in the sitemap, and pages of one language name no other', async () => {
    const { text: sitemap } = await read('/sitemap.xml');
    const listed = pathsOf(sitemap);
    for (const path of PAGES) {
      for (const language of LANGUAGES) expect(listed).toContain(pathIn(language, path));
      const entry = sitemap.split('<url>').find((part) => part.startsWith(`<loc>http://localhost:8080${path}</loc>`));
      expect(entry?.match(/hreflang="/g)?.length, path).toBe(LANGUAGES.length + 1);
    }
    expect(alternatesIn((await read('/blog/confirmations')).text)).toEqual({});
    expect((await read('/blog/confirmations')).text).not.toContain('class="languages"');
  });

  it('are links at the foot, without a script', async () => {
    const { text } = await read('/ru/faq');
    for (const language of LANGUAGES)
      expect(text).toContain(`href="${pathIn(language, '/faq')}" hrefLang="${language}"`);
    expect(text).toMatch(/href="\/ru\/faq"[^>]*aria-current="page"/);
  });

  it('are not guessed: an address is one page for every reader and every cache', async () => {
    const answer = await fetch(`${origin}/`, { headers: { accept: 'text/html', 'accept-language': 'de' } });
    expect(await answer.text()).toContain('<html lang="en">');
    expect(answer.headers.get('vary')).not.toContain('accept-language');
  });

  it('have an address each, and no other', async () => {
    const { answer } = await read('/de');
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/de/']);
    for (const path of ['/en/', '/xx/', '/DE/', '/de/pricing/', '/de/blog', '/de/legal/none', '/de/legal/..%2fterms'])
      expect((await read(path)).answer.status, path).toBe(404);
  });
});

describe('figures, dates and data', () => {
  it('are in the way of the language', async () => {
    const own = await startTestApi({
      env: { LEGAL_REVISED_ON: '2098-02-03', CAPTCHA_SITE_KEY: 'site', CAPTCHA_SECRET: 'secret' },
      deps: { frontEnds: { site: site.dist } },
    });
    const page = async (path: string) => (await own.app.inject(path)).body.replaceAll(/[\u00a0\u202f]/g, ' ');
    expect(await page('/de/pricing')).toContain('>1 %<');
    expect(await page('/de/pricing')).toContain('>0,5 %<');
    expect(await page('/de/legal/terms')).toContain('Version vom 3. Februar 2098');
    expect(await page('/ru/legal/terms')).toContain('Версия от 3 февраля 2098 г.');
    expect(await page('/fr/legal/terms')).toMatch(/de 1 EUR à 15 000 EUR/);
    expect(await page('/de/legal/cookies')).toContain('von www.google.com und www.gstatic.com geladen');
    expect(await page('/es/legal/privacy')).toContain('Captcha contra registros automatizados: www.google.com');
    expect(await page('/it/legal/prohibited-jurisdictions')).toContain('Bielorussia');
    await own.close();
  });

  it('are read by search engines in the language of the page', async () => {
    const { text } = await read('/pt/faq');
    const [, data = ''] = /<script type="application\/ld\+json">(.*)<\/script>/.exec(text) ?? [];
    const { inLanguage, mainEntity } = JSON.parse(data) as { inLanguage: string; mainEntity: { name: string }[] };
    expect([inLanguage, mainEntity[0]?.name]).toEqual(['pt', 'O risco da cotação é meu?']);
  });

  it('accepted at sign-up are versions of documents, whatever the language', async () => {
    const version = (html: string) => /\d{4}/.exec(/class="meta">.*?<\/p>/s.exec(html)?.[0] ?? '')?.[0];
    const english = version((await read('/legal/terms')).text);
    expect(english).toBeDefined();
    for (const language of TRANSLATED_LANGUAGES)
      expect(version((await read(pathIn(language, '/legal/terms'))).text)).toBe(english);
  });
});

describe('a gateway without pages for visitors', () => {
  it('has the legal documents in every language, which lead to nothing that is not there', async () => {
    const without = await startTestApi({ env: { SITE: 'off' }, deps: { frontEnds: { site: site.dist } } });
    for (const language of LANGUAGES) {
      for (const path of ['/legal', '/legal/terms']) {
        const page = await without.app.inject(pathIn(language, path));
        expect([page.statusCode, page.body.includes(`<html lang="${language}">`)]).toEqual([200, true]);
        expect(page.body).not.toContain('rel="alternate"');
        const targets = [...page.body.matchAll(/href="(\/[^"#?]*)/g)].map(([, target = '']) => target);
        const there = /^(\/(de|fr|es|it|pt|ru))?\/legal|^\/(auth|dashboard|support$|verify|docs|favicon|site-assets)/;
        expect(
          targets.filter((target) => !there.test(target)),
          `${language} ${path}`,
        ).toEqual([]);
      }
    }
    expect((await without.app.inject('/de/')).statusCode).toBe(404);
    await without.close();
  });
});

describe('translated pages in a browser', () => {
  const visit = withBrowser();

  it('have no accessibility violation and nothing to scroll sideways', async () => {
    const { page, context, complaints } = await visit(origin);
    for (const path of LOOKED_AT) {
      await page.goto(`${origin}${path}`);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        for (const width of WIDTHS) {
          const where = `${path}, ${colorScheme}, ${width}`;
          await page.setViewportSize({ width, height: 900 });
          if (colorScheme === 'light') await expectNoSidewaysScroll(page, where);
          if (![376, 1441].includes(width)) continue;
          if (width === 376) await expectAccessible(page, where, colorScheme === 'light' ? {} : COLOR_RULES);
          if (PICTURES === undefined) continue;
          const file = `translated${path.replaceAll('/', '-')}-${colorScheme}-${width}.png`;
          await page.screenshot({ path: join(PICTURES, file), fullPage: true });
        }
      }
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});
