import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../api/testing/server.fixture.ts';
import { select } from '../../db/core/sql.ts';
import { CONSENT_VERSION, consentIn } from '../../domain/legal/consent.ts';
import { expectAccessibleLook, expectNoSidewaysScroll, showAt, withBrowser } from '../../scripts/testing/browser.ts';
import { type ServedSite, serveSite } from '../served-site.fixture.ts';

let site: ServedSite;
let api: TestApi;
let origin: string;

beforeAll(async () => {
  site = await serveSite({ env: { RATE_LIMIT_CUSTOMER_PER_MINUTE: '10000' } });
  ({ api, origin } = site);
});
afterAll(async () => {
  await site?.close();
});

describe('the banner about cookies', () => {
  const open = withBrowser();
  const visit = async (path = '/legal/terms', options = {}) => {
    const person = await open(origin, options);
    await person.context.clearCookies();
    await person.page.goto(`${origin}${path}`);
    return { ...person, banner: person.page.getByRole('region', { name: 'Cookies' }) };
  };
  const chosen = async (person: Awaited<ReturnType<typeof visit>>) =>
    consentIn((await person.context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; '));

  it('is refused by the keyboard alone, as easily as accepted, and then gone for good', async () => {
    const person = await visit();
    const { page, banner } = person;
    await banner.waitFor();
    expect(await person.context.cookies()).toEqual([]);
    const names = await banner.getByRole('button').allTextContents();
    expect(names).toEqual(['Refuse', 'Accept all', 'Choose']);
    const [refuse, accept] = await Promise.all(
      ['Refuse', 'Accept all'].map((name) =>
        banner.getByRole('button', { name }).evaluate((button) => {
          const { backgroundColor, color, fontWeight, height } = getComputedStyle(button);
          return { backgroundColor, color, fontWeight, height };
        }),
      ),
    );
    expect(refuse).toEqual(accept);
    for (let tabs = 0; tabs < 3; tabs += 1) {
      await page.keyboard.press('Tab');
      if ((await page.locator(':focus').textContent()) === 'Refuse') break;
    }
    await page.keyboard.press('Enter');
    await banner.waitFor({ state: 'detached' });
    expect(await chosen(person)).toEqual({ performance: false, functional: false, targeting: false });
    await page.goto(`${origin}/faq`);
    await page.waitForLoadState('networkidle');
    expect(await banner.count()).toBe(0);
    expect(person.complaints).toEqual([]);
    await person.context.close();
  });

  it('keeps single kinds, and the settings at the foot change them', async () => {
    const person = await visit();
    const { page, banner } = person;
    await banner.getByRole('button', { name: 'Choose' }).click();
    expect(await banner.getByLabel('Strictly necessary').isDisabled()).toBe(true);
    await banner.getByLabel('Functional').check();
    await banner.getByRole('button', { name: 'Save choice' }).click();
    await banner.waitFor({ state: 'detached' });
    expect(await chosen(person)).toEqual({ performance: false, functional: true, targeting: false });

    await page.goto(`${origin}/docs/api/invoices`);
    await page.getByRole('radio', { name: 'Python' }).check();
    expect(await page.evaluate(() => localStorage.length)).toBe(1);

    await page.goto(`${origin}/pricing`);
    const link = page.getByRole('link', { name: 'Cookie settings' });
    await link.focus();
    await page.keyboard.press('Enter');
    expect(await banner.getByLabel('Functional').isChecked()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await page.locator(':focus').textContent()).toBe('Cookie settings');
    await link.click();
    await banner.getByRole('button', { name: 'Refuse' }).click();
    await banner.waitFor({ state: 'detached' });
    expect(await chosen(person)).toEqual({ performance: false, functional: false, targeting: false });
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await person.context.close();
  });

  it('stores nothing of the reference without consent', async () => {
    const person = await visit('/docs/api/invoices');
    await person.page.getByRole('radio', { name: 'Python' }).check();
    expect(await person.page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
    expect(await person.context.cookies()).toEqual([]);
    await person.context.close();
  });

  it('asks again when the cookie is forged or of an older version', async () => {
    for (const value of ['1', `${CONSENT_VERSION}.111.forged`, '2026-01-01.111.01900000-0000-7000-8000-000000000000']) {
      const person = await visit();
      await person.context.addCookies([{ name: 'tidegate_consent', value, url: origin }]);
      await person.page.reload();
      await person.banner.waitFor();
      await person.context.close();
    }
  });

  it('leaves targeting off for Global Privacy Control, also when all is accepted', async () => {
    const person = await open(origin, { extraHTTPHeaders: { 'sec-gpc': '1' } });
    await person.context.clearCookies();
    await person.context.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
    );
    await person.page.goto(`${origin}/faq`);
    const banner = person.page.getByRole('region', { name: 'Cookies' });
    await banner.getByRole('button', { name: 'Choose' }).click();
    expect(await banner.getByLabel('Targeting').isDisabled()).toBe(true);
    await banner.getByRole('button', { name: 'Accept all' }).click();
    await banner.waitFor({ state: 'detached' });
    const rows = await select(api.db, 'SELECT performance, targeting, gpc FROM cookie_consent WHERE gpc', []);
    expect(rows).toEqual([{ performance: true, targeting: false, gpc: true }]);
    await person.context.close();
  });

  it('says when a choice could not be saved, and stays', async () => {
    const person = await visit();
    await person.page.route('**/consent', (route) => route.abort());
    await person.banner.getByRole('button', { name: 'Refuse' }).click();
    await person.banner.getByRole('alert').filter({ hasText: 'was not saved' }).waitFor();
    expect(await person.context.cookies()).toEqual([]);
    await person.context.close();
  });

  it('speaks the language of the page', async () => {
    const person = await visit('/verify?lang=ru');
    await person.page.getByRole('button', { name: 'Отклонить' }).waitFor();
    const policy = person.page.getByRole('link', { name: 'Политика cookie' });
    expect(await policy.getAttribute('href')).toBe('/ru/legal/cookies');
    await person.page.goto(`${origin}/de/legal/cookies`);
    await person.page.locator('#consent-controls').getByRole('button', { name: 'Auswählen' }).waitFor();
    await person.page.getByRole('link', { name: 'Cookie-Einstellungen' }).click();
    await person.page.getByRole('button', { name: 'Auswahl speichern' }).waitFor();
    await person.context.close();
  });

  it('sets nothing where scripts are off', async () => {
    const person = await visit('/legal/cookies', { javaScriptEnabled: false });
    await person.page.getByText('Scripts are off, so nothing optional is stored.').waitFor();
    expect(await person.context.cookies()).toEqual([]);
    await person.context.close();
  });

  it('can be used by everybody at every width, and covers nothing that cannot be scrolled away', async () => {
    const person = await visit('/faq');
    const { page, banner } = person;
    await banner.getByRole('button', { name: 'Choose' }).click();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const width of [320, 376, 850, 1441]) {
        const where = `banner, ${colorScheme}, ${width}`;
        await showAt(page, width);
        await expectNoSidewaysScroll(page, where);
        await expectAccessibleLook(page, 'banner', { width, colorScheme });
        if (process.env.TIDEGATE_CONTACT_SHEETS !== undefined && [376, 1441].includes(width)) {
          await page.screenshot({ path: `${process.env.TIDEGATE_CONTACT_SHEETS}/banner-${colorScheme}-${width}.png` });
        }
      }
    }
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const [foot, top] = await Promise.all([
      page.locator('.operator').evaluate((element) => element.getBoundingClientRect().bottom),
      banner.evaluate((element) => element.getBoundingClientRect().top),
    ]);
    expect(foot).toBeLessThanOrEqual(top);
    await person.context.close();
  });
});
