import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moneyTransaction } from '../../../db/core/sequelize.ts';
import { execute, one, select } from '../../../db/core/sql.ts';
import { settleMonth } from '../../../db/partners/settle.ts';
import { partnerDesk } from '../../../db/partners/testing.fixture.ts';
import { RECIPIENTS } from '../../../db/payouts/testing.fixture.ts';
import { newId } from '../../../domain/ids.ts';
import { AGREEMENT_VERSION } from '../../../domain/partners/agreement.ts';
import { PARTNER_KINDS } from '../../../domain/partners/terms.ts';
import { expectStatus, GOOD_PASSWORD, openBrowser, registration, signInAs } from '../../testing/accounts.fixture.ts';
import { startTestApi, type TestApi } from '../../testing/server.fixture.ts';

let api: TestApi;
let desk: ReturnType<typeof partnerDesk>;

beforeAll(async () => {
  api = await startTestApi({
    env: { RATE_LIMIT_CUSTOMER_PER_MINUTE: '100000', RATE_LIMIT_SIGN_IN_PER_MINUTE: '1000' },
  });
  desk = partnerDesk(api.db);
});
afterAll(() => api.close());

const SIGN_UP = '/auth/first-password/by-partnership';

function joining(token: string, changes: Record<string, unknown> = {}) {
  const { email: _, ...person } = registration('');
  return { token, ...person, ...changes };
}

/** An approved applicant with the mailed link. */
async function approved(changes: Readonly<Record<string, string>> = {}) {
  const email = `${newId()}@reach.example`;
  return { email, ...(await desk.approved({ email, ...changes })) };
}

/** Signed up by the link, and still without an agreement. */
async function newcomer() {
  const made = await approved();
  const browser = await openBrowser(api);
  const { data } = (await expectStatus(200, browser({ url: SIGN_UP, body: joining(made.token) }))).json;
  return { ...made, browser, user: data };
}

/** An ambassador without a shop. */
async function ambassador() {
  const made = await newcomer();
  const body = { token: made.token, version: AGREEMENT_VERSION, confirmed: true };
  await expectStatus(200, made.browser({ url: '/spa/partner/accept', body }));
  return made;
}

const countOf = async (email: string) =>
  (await one<{ count: number }>(api.db, 'SELECT count(*)::int AS count FROM app_user WHERE email = $1', [email])).count;

describe('the link of an approval', () => {
  test('opens an account without a shop, in which the agreement makes the first link', async () => {
    const { browser, user, email, token } = await newcomer();
    expect(user).toMatchObject({
      email,
      role: 'ambassador',
      merchant: { status: 'active', company_name: 'Nora Quay', can_production_activate: false },
    });
    // No partner until the agreement is accepted.
    expect((await browser({ url: '/spa/partner' })).status).toBe(404);
    const accept = { token, version: AGREEMENT_VERSION, confirmed: true };
    const rooms = await browser({ url: '/spa/partner/accept', body: accept });
    expect(rooms.json.data).toMatchObject({ status: 'active', kind: 'ambassador', links: [{ label: 'My link' }] });
    // Signed out and in again, it is the same account, and its verification is open.
    await expectStatus(204, browser({ url: '/auth/logout', method: 'POST' }));
    await expectStatus(200, browser({ url: '/auth/login', body: { email, password: GOOD_PASSWORD } }));
    expect((await browser({ url: '/spa/partner' })).json.data.links).toEqual(rooms.json.data.links);
    expect((await browser({ url: '/spa/merchant/verification' })).json.data).toMatchObject({ status: 'business' });
  });

  test('says who was approved, and nothing once it is used, unknown or too old', async () => {
    const { email, token, id } = await approved();
    const stranger = await openBrowser(api);
    const look = async (given = token) => (await stranger({ url: '/auth/partner', body: { token: given } })).json.data;
    expect(await look()).toEqual({ state: 'new', name: 'Vera Long', email });
    const expired = { state: 'expired', name: null, email: null };
    expect(await look('x'.repeat(43))).toEqual(expired);
    await execute(api.db, `UPDATE partner SET token_expires_at = now() - interval '1 second' WHERE id = $1`, [id]);
    expect(await look()).toEqual(expired);
    expect((await stranger({ url: SIGN_UP, body: joining(token) })).status).toBe(422);
    expect(await countOf(email)).toBe(0);
    const used = await ambassador();
    expect(await look(used.token)).toEqual(expired);
  });

  test('makes one account, however often and at once it is used', async () => {
    const { email, token } = await approved();
    const browsers = await Promise.all([1, 2, 3].map(() => openBrowser(api)));
    const answers = await Promise.all(browsers.map((each) => each({ url: SIGN_UP, body: joining(token) })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(await countOf(email)).toBe(1);
    // The account is there and the agreement is not: the link leads to the sign-in.
    const link = await (await openBrowser(api))({ url: '/auth/partner', body: { token } });
    expect(link.json.data).toMatchObject({ state: 'known', email });
  });

  test('keeps the rules of every sign-up, and no field raises the role', async () => {
    const { email, token } = await approved();
    const browser = await openBrowser(api);
    const refused = (changes: Record<string, unknown>) => browser({ url: SIGN_UP, body: joining(token, changes) });
    for (const changes of [{ country: 'KP' }, { password: 'short' }, { privacy_accepted: false }]) {
      expect((await refused(changes)).status, JSON.stringify(changes)).toBe(422);
    }
    for (const changes of [{ role: 'admin' }, { email: 'thief@shop.example' }, { merchant_id: newId() }]) {
      expect((await refused(changes)).status, JSON.stringify(changes)).toBe(422);
    }
    expect(await countOf(email)).toBe(0);
  });

  test('leaves somebody with a shop their role: they have both', async () => {
    const account = await desk.stranger();
    const [row] = await select<{ email: string }>(api.db, 'SELECT email FROM app_user WHERE id = $1', [
      account.user.id,
    ]);
    const owner = await signInAs(api, { ...account.user, email: row?.email ?? '' });
    const { token } = await approved();
    const body = { token, version: AGREEMENT_VERSION, confirmed: true };
    await expectStatus(200, owner({ url: '/spa/partner/accept', body }));
    expect((await owner({ url: '/spa/user' })).json.data.role).toBe('admin');
    expect((await owner({ url: '/spa/sandbox/invoices' })).status).toBe(200);
    expect((await owner({ url: '/spa/partner' })).status).toBe(200);
  });
});

const METHOD = {
  operation: 'withdrawal',
  gate_id: 'BTC',
  title: 'Own wallet',
  address: RECIPIENTS.BTC,
  ownership_confirmed: true,
  correctness_confirmed: true,
};

describe('a partner without a shop', () => {
  test('has nothing of a shop, and cannot open one, invite anybody or make a token', async () => {
    const { browser } = await ambassador();
    const invited = { full_name: 'Ana Pier', email: `${newId()}@quay.example`, role: 'admin' };
    const company = { company_name: 'Quay', turnover: 'up_to_30k', website: 'https://quay.example', confirmed: true };
    const calls = [
      { url: '/spa/sandbox/invoices' },
      { url: '/spa/sandbox/invoices', body: { amount: '10.00', currency: 'EUR' } },
      { url: '/spa/sandbox/payouts' },
      { url: '/spa/sandbox/profile' },
      { url: '/spa/sandbox/api-tokens' },
      { url: '/spa/sandbox/live' },
      { url: '/spa/users' },
      { url: '/spa/shops' },
      { url: '/spa/invitations', body: invited },
      { url: '/auth/company', body: company },
      { url: '/spa/sandbox/payment-methods', body: { ...METHOD, operation: 'payout' } },
    ];
    for (const call of calls) expect((await browser(call)).status, call.url).toBe(403);
    expect((await browser({ url: '/spa/user' })).json.data.role).toBe('ambassador');
  });

  test('sees own statements alone', async () => {
    const paid = await ambassador();
    const link = await one<{ id: string }>(api.db, 'SELECT id FROM partner_link WHERE partner_id = $1', [paid.id]);
    const merchant = await desk.referred({ link });
    await desk.charge(merchant, 500_000n);
    await desk.share();
    expect(await moneyTransaction(api.db, (tx) => settleMonth(tx, paid.id, Date.now()))).toBe(true);
    const month = new Date().toISOString().slice(0, 7);
    const url = `/spa/partner/statements/${month}/statement.pdf`;
    expect((await paid.browser({ url: '/spa/partner' })).json.data.statements).toMatchObject([
      { month, paid: '500.00' },
    ]);
    const other = await ambassador();
    expect((await other.browser({ url })).status).toBe(404);
    expect((await other.browser({ url: '/spa/partner' })).json.data).toMatchObject({ earned: '0.00', statements: [] });
  });

  test('may have withdrawals made automatically, as owner of the account', async () => {
    const { browser } = await ambassador();
    const url = '/spa/sandbox/withdrawal-methods';
    const body = { ...METHOD, automatic: true, period: 'month' };
    const { data } = (await expectStatus(201, browser({ url, body }))).json;
    expect(data).toMatchObject({ automatic: true, period: 'month', actions: { update: true } });
  });

  test('is paid only once the account is verified', async () => {
    const { browser } = await ambassador();
    for (const url of ['/spa/production/withdrawals', '/spa/production/withdrawals/create']) {
      const answer = await browser({ url });
      expect([answer.status, answer.json.code]).toEqual([403, 'production_not_permitted']);
    }
  });
});

describe('the roles of partners', () => {
  test('are given by nobody: neither by invitation nor to a colleague', async () => {
    const merchant = await api.merchant();
    const admin = await api.signIn(merchant);
    for (const role of PARTNER_KINDS) {
      const body = { full_name: 'Ana Pier', email: `${newId()}@quay.example`, role };
      expect((await admin({ url: '/spa/invitations', body })).status).toBe(422);
      const id = newId();
      expect((await admin({ url: `/spa/users/${id}/update-role`, body: { role } })).status).toBe(422);
    }
  });

  test('follow the kind of the last agreement', async () => {
    const { browser, id, email } = await ambassador();
    await desk.act(id, { type: 'end', note: 'They stop.' });
    const again = await desk.approved({ email });
    await execute(api.db, `UPDATE partner SET kind = 'partner' WHERE id = $1`, [again.id]);
    const body = { token: again.token, version: AGREEMENT_VERSION, confirmed: true };
    await expectStatus(200, browser({ url: '/spa/partner/accept', body }));
    expect((await browser({ url: '/spa/user' })).json.data.role).toBe('partner');
  });
});
