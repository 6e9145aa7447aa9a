import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { select } from '../../db/core/sql.ts';
import { partnerReferralsTable } from '../../db/partners/rows.ts';
import { partnerDesk } from '../../db/partners/testing.fixture.ts';
import { createTouches } from '../../db/partners/touches.ts';
import { testEncryptionKey } from '../../db/testing.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { consentValue } from '../../domain/legal/consent.ts';
import { expectStatus, openBrowser, registration, type TestBrowser } from '../testing/accounts.fixture.ts';
import { lastCode } from '../testing/mails.fixture.ts';
import { startTestApi, type TestApi } from '../testing/server.fixture.ts';

let api: TestApi;
let desk: ReturnType<typeof partnerDesk>;

beforeAll(async () => {
  api = await startTestApi();
  desk = partnerDesk(api.db);
});
afterAll(() => api.close());

const CONSENT = consentValue(newId(), { performance: false, functional: false, targeting: true });

async function visitor(consent = CONSENT): Promise<TestBrowser> {
  const browser = await openBrowser(api);
  browser.jar.set('tidegate_consent', consent);
  return browser;
}

/** Signs up in the browser. @returns the referral of the new merchant */
async function signUp(browser: TestBrowser, changes: Record<string, unknown> = {}) {
  const email = `${newId()}@quay.example`;
  const body = registration(email, { full_name: `Nora ${newId()}`, ...changes });
  await expectStatus(202, browser({ url: '/auth/register', body }));
  const code = await lastCode(api, email, 'sign_up_code');
  await expectStatus(200, browser({ url: '/auth/verify-email', body: { code } }));
  const [user] = await select<{ merchant_id: string }>(api.db, 'SELECT merchant_id FROM app_user WHERE email = $1', [
    email,
  ]);
  return partnerReferralsTable.findOne(api.db, { merchantId: user?.merchant_id ?? '' });
}

const visitsOf = async (linkId: string) =>
  (await select<{ visits: number }>(api.db, 'SELECT visits FROM partner_link_day WHERE link_id = $1', [linkId]))[0]
    ?.visits ?? 0;

describe('a link of a partner', () => {
  test('leads to the sign-up, and the merchant who signs up belongs to the partner', async () => {
    const { id, link } = await desk.active();
    const browser = await visitor();
    const visit = await browser({ url: `/r/${link.code.toLowerCase()}` });
    expect([visit.status, visit.headers.location]).toEqual([303, `/auth/sign-up?partner=${link.code}`]);
    expect(String(visit.headers['set-cookie'])).toMatch(
      /^tidegate_partner=.*Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(await signUp(browser)).toMatchObject({ partnerId: id, linkId: link.id, standing: 'counted' });
    expect(await visitsOf(link.id)).toBe(1);
    await browser({ url: `/r/${link.code}` });
    expect(await visitsOf(link.id)).toBe(1);
  });

  test.each([
    ['nobody was asked yet', ''],
    ['targeting was refused', consentValue(newId(), { performance: true, functional: true, targeting: false })],
  ])('stores nothing while %s: the code in the form is enough', async (_name, consent) => {
    const { id, link } = await desk.active();
    const browser = await visitor(consent);
    const visit = await browser({ url: `/r/${link.code}` });
    expect(visit.headers['set-cookie']).toBeUndefined();
    expect(visit.headers.location).toBe(`/auth/sign-up?partner=${link.code}`);
    expect(await signUp(browser, { partner_code: link.code })).toMatchObject({ partnerId: id, visitId: null });
  });

  test('stores nothing where Global Privacy Control is on', async () => {
    const { link } = await desk.active();
    const browser = await visitor();
    const visit = await browser({ url: `/r/${link.code}`, headers: { 'sec-gpc': '1' } });
    expect(visit.headers['set-cookie']).toBeUndefined();
  });

  test('that brings nobody leads to the sign-up, too', async () => {
    const { id, link } = await desk.active();
    await desk.act(id, { type: 'pause', note: 'Odd visits.' });
    for (const code of [link.code, 'AAAAAAAA', 'x', '%27']) {
      const { status, headers } = await (await visitor())({ url: `/r/${code}` });
      expect([status, headers.location, headers['set-cookie']]).toEqual([303, '/auth/sign-up', undefined]);
    }
    expect(await visitsOf(link.id)).toBe(0);
  });
});

describe('a merchant', () => {
  test('who came by two partners belongs to the first, whatever was typed', async () => {
    const [one, other] = [await desk.active(), await desk.active()];
    const browser = await visitor();
    await browser({ url: `/r/${one.link.code}` });
    await browser({ url: `/r/${other.link.code}` });
    expect(await signUp(browser, { partner_code: other.link.code })).toMatchObject({ partnerId: one.id });
  });

  test('with a cookie that was copied from another browser has no partner', async () => {
    const { link } = await desk.active();
    const browser = await visitor();
    await browser({ url: `/r/${link.code}` });
    const cookie = browser.jar.get('tidegate_partner') ?? '';
    expect(await signUp(browser)).toBeDefined();
    const thief = await visitor();
    thief.jar.set('tidegate_partner', cookie);
    expect(await signUp(thief)).toBeUndefined();
  });

  test.each([
    ['forged', (cookie: string) => `${cookie.slice(0, -4)}AAAA`],
    ['older than 90 days', (_cookie: string, linkId: string) => old(linkId)],
    ['of an unknown link', () => signed({ linkId: newId(), visitId: newId(), atMs: Date.now() })],
  ])('with a cookie that is %s signs up without a partner', async (_name, change) => {
    const { link } = await desk.active();
    const browser = await visitor();
    await browser({ url: `/r/${link.code}` });
    browser.jar.set('tidegate_partner', change(browser.jar.get('tidegate_partner') ?? '', link.id));
    expect(await signUp(browser)).toBeUndefined();
  });

  test('is refused a code that nobody has, and may leave it empty', async () => {
    const browser = await visitor();
    for (const code of ['AAAAAAAA', 'x', "' OR 1=1"]) {
      const body = registration(`${newId()}@quay.example`, { partner_code: code });
      const { status, json } = await browser({ url: '/auth/register', body });
      expect([status, json.errors]).toEqual([422, { partner_code: ['This code is not known.'] }]);
    }
    expect(await signUp(browser, { partner_code: ' ' })).toBeUndefined();
  });

  test('who signs up in the browser of the partner brings nothing', async () => {
    const { link, account } = await desk.active();
    const browser = await visitor();
    await browser({ url: `/r/${link.code}` });
    // The device of the partner is known by the fingerprint, and once it was verified by its cookie.
    await select(
      api.db,
      `INSERT INTO known_device (user_id, cookie_hash, visitor_id)
       VALUES ($1, sha256($2::bytea), $3) RETURNING user_id`,
      [account.user.id, 'a'.repeat(43), browser.visitorId],
    );
    browser.jar.set('tidegate_device', 'a'.repeat(43));
    expect(await signUp(browser)).toMatchObject({ standing: 'refused', signals: ['same_browser', 'same_device'] });
  });
});

const signed = (touch: Parameters<ReturnType<typeof createTouches>['write']>[0]) =>
  createTouches(testEncryptionKey).write(touch);
const old = (linkId: string) => signed({ linkId, visitId: newId(), atMs: Date.now() - 91 * 86_400_000 });
