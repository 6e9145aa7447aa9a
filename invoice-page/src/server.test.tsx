import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CustomerInvoice } from '../../contract/customer-invoice.ts';
import { buildPage } from '../fixtures/browser.fixture.ts';
import { NOW, viewNames, views } from '../fixtures/views.fixture.ts';
import { LOCALES, localeOf } from './i18n/locale.ts';
import type { createPage as CreatePage, PageRequest } from './server.tsx';

const TEMPLATE =
  '<!doctype html><html lang="en"><head><title>Invoice</title></head><body><div id="root"></div></body></html>';
const languages = Object.keys(LOCALES);

/** As it is built: its sources import React, for which the build puts Preact. */
let built: Awaited<ReturnType<typeof buildPage>>;
let createPage: typeof CreatePage;
let page: ReturnType<typeof CreatePage>;
beforeAll(async () => {
  built = await buildPage();
  ({ createPage } = await import(pathToFileURL(join(built.dist, 'server/page.js')).href));
  page = createPage(TEMPLATE);
});
afterAll(() => built.remove());

const draw = (state: PageRequest['state'], acceptLanguage = 'en-GB') =>
  page({ state, lang: undefined, acceptLanguage, cookies: undefined });

/** The text that a reader sees: without tags, entities resolved. */
const textOf = (html: string) =>
  html
    .replace(/<script.*?<\/script>/g, '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

const inlined = (html: string, id: string) =>
  new RegExp(`<script type="application/json" id="${id}"[^>]*>(.*?)</script>`).exec(html)?.[1] ?? '';

describe('the page as the server draws it', () => {
  afterEach(() => vi.useRealTimers());

  it('has amount, address, code, time and network in it before any script runs', () => {
    for (const name of viewNames) {
      const view: CustomerInvoice = views[name];
      const html = draw(view);
      expect(html, name).toContain('id="title"');
      if (view.status !== 'pending' || view.server_time !== NOW) continue;
      expect(textOf(html).replaceAll('\u00a0', ' '), name).toContain(view.address);
      expect(html, name).toMatch(/<svg [^>]*class="code".*?<path fill="#000" d="M/);
      expect(textOf(html), name).toContain('12:47');
    }
    const text = textOf(draw(views.pay)).replaceAll('\u00a0', ' ');
    expect(text).toContain('Send exactly0.00140597 BTC');
    expect(text).toContain('Bitcoin network only');
    expect(text).toContain('€118.40');
  });

  it.each(languages)('shows every state in %s, with nothing that a policy would refuse', (language) => {
    for (const state of [...viewNames.map((name) => views[name]), 'missing', 'failed'] as const) {
      const html = draw(state, language);
      const where = `${typeof state === 'string' ? state : state.status} in ${language}`;
      expect(html, where).toContain(`<html lang="${language}">`);
      expect(html.match(/<script/g), where).toHaveLength(3);
      expect(html, where).not.toMatch(/\sstyle=|\son\w+=|<link|javascript:/);
      expect(textOf(html), where).not.toMatch(/\{\w+\}|undefined|NaN|Invalid Date/);
    }
  });

  it('depends on nothing but the invoice, the language and the region', () => {
    const first = viewNames.map((name) => draw(views[name], 'fr-CH'));
    vi.useFakeTimers({ now: Date.parse(NOW) + 3_600_000 });
    expect(viewNames.map((name) => draw(views[name], 'fr-CH'))).toEqual(first);
  });

  it('says of times that they are UTC, as it does not know the reader’s zone', () => {
    expect(textOf(draw(views.expired))).toContain('ended at 13:32 UTC');
  });

  it('writes amounts with the separators of the language, and leaves those to copy alone', () => {
    const html = draw(views.pay, 'de-DE');
    expect(textOf(html).replaceAll('\u00a0', ' ')).toContain('0,00140597 BTC');
    expect(html).toContain('amount=0.00140597');
  });

  it('gives the browser the words and the state that it was drawn with', () => {
    const html = draw(views.pay, 'pt-BR');
    const separators = { group: '.', point: ',', groupedFrom: 4 };
    expect(JSON.parse(inlined(html, 'language'))).toEqual({ locale: 'pt', tag: 'pt-BR', separators });
    expect(JSON.parse(inlined(html, 'state'))).toEqual(views.pay);
    expect(JSON.parse(inlined(html, 'words'))['pay.title']).toBe('Pagar com {asset}');
    expect(inlined(draw('missing'), 'state')).toBe('"missing"');
  });

  it('hazard 71: shows whatever is in any text as text', () => {
    const evil = '</script><img src=x onerror=alert(1)>"\'&amp;<!--\u2028$&{t}';
    for (const name of viewNames) {
      const view = withEveryText(views[name], evil);
      const html = draw(view);
      expect(JSON.parse(inlined(html, 'state')), name).toEqual(view);
      const visible = html.replace(/<script.*?<\/script>/g, '');
      expect(visible, name).not.toContain('<img src=x');
      expect(visible.replaceAll(/<!--(\/?\$| )-->/g, ''), name).not.toContain('<!--');
      expect(html.match(/<script/g), name).toHaveLength(3);
      expect(textOf(html), name).toContain(evil);
    }
  });

  it('refuses a build that has not all of its marks', () => {
    expect(() => createPage(TEMPLATE.replace('<div id="root"></div>', ''))).toThrow('marks');
    expect(() => createPage(TEMPLATE.replace('</body>', '<div id="root"></div></body>'))).toThrow('marks');
  });
});

describe('the language of a page', () => {
  it('is before all the one just chosen by hand', () => {
    const others = { acceptLanguage: 'de', cookies: 'tidegate-language=fr' };
    expect(localeOf({ lang: 'ru', ...others })).toEqual({ locale: 'ru', tag: 'ru' });
    expect(localeOf({ lang: 'toString', ...others })).toEqual({ locale: 'fr', tag: 'fr' });
  });

  it.each([
    ['de-AT,en;q=0.5', undefined, 'de', 'de-AT'],
    ['nl, pt-br;q=0.9', undefined, 'pt', 'pt-BR'],
    ['de-AT,ru', 'a=b; tidegate-language=ru; c=d', 'ru', 'ru'],
    ['fr-CH', 'tidegate-language=xx', 'fr', 'fr-CH'],
    ['fr', 'not-tidegate-language=ru', 'fr', 'fr'],
    ['en', undefined, 'en', 'en-GB'],
    ['pt', undefined, 'pt', 'pt-PT'],
    ['en-US', undefined, 'en', 'en-US'],
    [undefined, undefined, 'en', 'en-GB'],
    ['__proto__,de-"><script>', undefined, 'de', 'de'],
  ])('of %s with the cookies %s is %s', (acceptLanguage, cookies, locale, tag) => {
    expect(localeOf({ lang: undefined, acceptLanguage, cookies })).toEqual({ locale, tag });
  });
});

/** Text that merchants, payers or chains may have written. */
const FREE =
  /^(name|reference|description|support_email|address|phone|domain|website|logo_url|explorer_url|wallet_link|success_url|cancel_url|customer_email|masked|txid|destination_tag|payload|address_only|status_reason|title)$/;

function withEveryText<T>(value: T, text: string, key = ''): T {
  if (typeof value === 'string') return (FREE.test(key) ? text : value) as T;
  if (Array.isArray(value)) return value.map((each) => withEveryText(each, text)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withEveryText(each, text, name)])) as T;
}
