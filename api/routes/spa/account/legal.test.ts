import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { execute, select } from '../../../../db/core/sql.ts';
import { newId, type UserId } from '../../../../domain/ids.ts';
import { ACCEPTED_DOCUMENTS, versionsToAccept } from '../../../../domain/legal/documents.ts';
import { BEFORE_ACCEPTANCE } from '../../../auth/legal.ts';
import {
  expectStatus,
  openBrowser,
  registration,
  signInAs,
  signUp,
  type TestBrowser,
} from '../../../testing/accounts.fixture.ts';
import { lastCode } from '../../../testing/mails.fixture.ts';
import { startTestApi, type TestApi, type TestCall } from '../../../testing/server.fixture.ts';

const current = versionsToAccept(undefined);
const LET_IN = { status: 299, text: '' };
const OLD = { terms: '2026-01-01', privacy: '2026-01-01', aml: '2026-01-01' };

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const acceptedBy = async (userId: UserId | string) =>
  select<{ document: string; version: string }>(
    api.db,
    'SELECT document, version FROM legal_acceptance WHERE user_id = $1 ORDER BY document, version',
    [userId],
  );

/** Replaces the user's acceptances by ones of earlier versions. */
async function makeOutdated(userId: string): Promise<void> {
  await execute(api.db, "UPDATE legal_acceptance SET version = '2026-01-01' WHERE user_id = $1", [userId]);
}

const userOf = async (browser: TestBrowser) => (await browser({ url: '/spa/user' })).json.data;

describe('signing up', () => {
  test('stores which versions were accepted, and asks for nothing more', async () => {
    const { browser } = await signUp(api);
    const user = await userOf(browser);
    expect(user.legal_to_accept).toEqual([]);
    expect(await acceptedBy(user.id)).toEqual(
      [...ACCEPTED_DOCUMENTS].sort().map((document) => ({ document, version: current[document] })),
    );
  });

  test('shows the versions in force, and refuses a page that was loaded before they changed', async () => {
    const browser = await openBrowser(api);
    expect((await browser({ url: '/auth/register' })).json.data.legal_versions).toEqual(current);
    const register = (changes: object) =>
      browser({ url: '/auth/register', body: registration(`${newId()}@quay.example`, { ...changes }) });
    const { status, json } = await register({ accepted_versions: { ...current, terms: '2026-01-01' } });
    expect([status, Object.keys(json.errors)]).toEqual([422, ['privacy_accepted']]);
    await expectStatus(202, register({ accepted_versions: current }));
  });

  test('begun by a process that kept no versions, asks for them at once', async () => {
    const email = `${newId()}@quay.example`;
    const browser = await openBrowser(api);
    await expectStatus(202, browser({ url: '/auth/register', body: registration(email) }));
    await execute(
      api.db,
      "UPDATE verification_code SET bound = bound - 'acceptedVersions' WHERE purpose = 'sign_up' AND email = $1",
      [email],
    );
    const code = await lastCode(api, email, 'sign_up_code');
    const answer = await browser({ url: '/auth/verify-email', body: { code } });
    expect(answer.json.data.legal_to_accept).toHaveLength(ACCEPTED_DOCUMENTS.length);
  });
});

describe('a new version of a document', () => {
  test('closes the back office to a person until they accept it, whatever they call', async () => {
    const { user } = await api.merchant();
    const browser = await signInAs(api, user);
    await expectStatus(200, browser({ url: '/spa/sandbox/invoices' }));
    await makeOutdated(user.id);
    const open: string[] = [];
    for (const { method, url } of callsOfPeople()) {
      const answer = browser({
        method,
        url: url.replace(':profile', 'sandbox').replaceAll(/:\w+/g, newId()),
      });
      // A stream of events that is let in never ends.
      const { status, text } = await Promise.race([answer, delay(10_000, LET_IN)]);
      const isRefused = status === 403 && (method === 'HEAD' || text.includes('"legal_not_accepted"'));
      if (!isRefused) open.push(`${method} ${url}`);
    }
    expect(new Set(open.map((call) => call.replace('HEAD ', 'GET ')))).toEqual(BEFORE_ACCEPTANCE);
    const requested = await userOf(browser);
    expect(requested.legal_to_accept).toEqual(
      ACCEPTED_DOCUMENTS.map((document) =>
        expect.objectContaining({
          document,
          version: current[document],
          accepted_version: '2026-01-01',
          path: `/legal/${document}`,
        }),
      ),
    );

    const accept = (versions: object) => browser({ url: '/spa/legal/acceptance', body: { versions } });
    for (const versions of [{}, OLD, { ...current, aml: '2026-01-01' }, { terms: current.terms }]) {
      const { status, json } = await accept(versions);
      expect([status, Object.keys(json.errors)]).toEqual([422, ['versions']]);
    }
    await expectStatus(403, browser({ url: '/spa/sandbox/invoices' }));
    const accepted = await expectStatus(200, accept(current));
    expect(accepted.json.data.legal_to_accept).toEqual([]);
    await expectStatus(200, browser({ url: '/spa/sandbox/invoices' }));
    expect(await acceptedBy(user.id)).toHaveLength(2 * ACCEPTED_DOCUMENTS.length);
    const [entry] = await select<{ action: string; data: unknown }>(
      api.db,
      "SELECT action, data FROM audit_log WHERE actor_id = $1 AND action = 'account.legal_accepted'",
      [user.id],
    );
    expect(entry?.data).toEqual(current);
  });

  test('is accepted by each person alone, and with a CSRF token only', async () => {
    const { user } = await api.merchant();
    const browser = await signInAs(api, user);
    await makeOutdated(user.id);
    const forged = await browser({
      url: '/spa/legal/acceptance',
      body: { versions: current },
      headers: { 'x-xsrf-token': 'forged' },
    });
    expect(forged.status).toBe(419);
    expect((await userOf(browser)).legal_to_accept).not.toEqual([]);
  });

  test('never stops an API client, and stopping money needs no acceptance', async () => {
    const merchant = await api.merchant();
    const browser = await signInAs(api, merchant.user);
    await makeOutdated(merchant.user.id);
    const created = await api.call({
      url: '/api/v1/invoices',
      as: merchant.token,
      body: { amount: '10.00', currency: 'EUR', reference: 'order-1' },
      headers: { 'idempotency-key': newId() },
    });
    expect(created.status).toBe(201);
    // A payout that is not there: the call got through.
    await expectStatus(404, browser({ url: `/spa/sandbox/payouts/${newId()}/cancel`, method: 'POST' }));
    await expectStatus(204, browser({ url: '/auth/logout', method: 'POST' }));
  });

  test('asks again on the day that the operator has set, and not before the text’s own day', async () => {
    const later = await startTestApi({ env: { LEGAL_REVISED_ON: '2099-01-01' } });
    const { user } = await later.merchant();
    const browser = await signInAs(later, user);
    const [first] = (await userOf(browser)).legal_to_accept;
    expect(first).toMatchObject({ document: 'terms', version: '2099-01-01', accepted_version: current.terms });
    await later.close();
  });
});

test('of all calls that come before acceptance one reads, and that reads who is signed in', () => {
  const reads = [...BEFORE_ACCEPTANCE].filter((call) => call.startsWith('GET '));
  expect(reads).toEqual(['GET /spa/user']);
});

/** Every call that a signed-in person of a merchant can make. */
function callsOfPeople() {
  const calls = api.app.routeTable
    .filter(({ access }) => access.by === 'user')
    .flatMap(({ methods, url }) =>
      methods.map((method) => ({ method: method as NonNullable<TestCall['method']>, url })),
    );
  expect(calls.length).toBeGreaterThan(100);
  return calls;
}
