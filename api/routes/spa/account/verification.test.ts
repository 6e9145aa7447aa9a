import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { findCase } from '../../../../db/compliance/case-rows.ts';
import { applyCaseEvent } from '../../../../db/compliance/process.ts';
import { decideAs } from '../../../../db/compliance/testing.fixture.ts';
import { webhookSecretOf } from '../../../../db/compliance/webhook-secret.ts';
import { inTransaction } from '../../../../db/core/sequelize.ts';
import { execute, one, select } from '../../../../db/core/sql.ts';
import { aBusiness, aPerson } from '../../../../domain/compliance/subjects.fixture.ts';
import { DIGEST_ALGORITHM_HEADER, DIGEST_HEADER } from '../../../../domain/compliance/webhook-digest.ts';
import { newId } from '../../../../domain/ids.ts';
import {
  expectStatus,
  openBrowser,
  registration,
  signUp,
  type TestBrowser,
} from '../../../testing/accounts.fixture.ts';
import { startTestApi, type TestApi } from '../../../testing/server.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const root = '/spa/merchant/verification';
const PDF = '%PDF-1.7 of a test';
const { id: _, ...PERSON } = aPerson();

function upload(browser: TestBrowser, query: Record<string, string>, body = PDF) {
  const search = new URLSearchParams({ file_name: 'scan.pdf', ...query }).toString();
  return browser({ url: `${root}/documents?${search}`, body, headers: { 'content-type': 'application/pdf' } });
}

async function applicant() {
  const { browser, email } = await signUp(api);
  const step = async (name: string) =>
    (await expectStatus(200, browser({ method: 'POST', url: `${root}/${name}` }))).json.data;
  const { id } = (await browser({ url: '/spa/user' })).json.data.merchant;
  return { browser, email, step, merchantId: id as string };
}

/** Up to the people, everything handed in but the last step. */
async function almostThere() {
  const merchant = await applicant();
  const { browser, step } = merchant;
  await step('skip-test');
  await expectStatus(200, browser({ method: 'PUT', url: `${root}/business`, body: aBusiness() }));
  for (const kind of ['registration', 'ownership', 'business_address'])
    await expectStatus(200, upload(browser, { kind }));
  await step('submit-business');
  const { json } = await expectStatus(200, browser({ url: `${root}/people`, body: PERSON }));
  const personId: string = json.data.people[0].id;
  await expectStatus(200, upload(browser, { kind: 'identity', person_id: personId, expires_on: '2036-01-31' }));
  await expectStatus(200, upload(browser, { kind: 'person_address', person_id: personId }));
  return { ...merchant, personId };
}

describe('a merchant', () => {
  it('goes from the named company to the checks, and sees its step and who must act', async () => {
    const { browser, step, merchantId } = await almostThere();
    const before = (await browser({ url: root })).json.data;
    expect(before).toMatchObject({ status: 'personal', actor: 'merchant', production_open: false, editable: true });
    expect(before.wanted.every(({ given }: { given: boolean }) => given)).toBe(true);
    const after = await step('submit-people');
    expect(after).toMatchObject({ status: 'checking', actor: 'provider', editable: false });
    expect(after.steps.map(({ status }: { status: string }) => status).join(' ')).toBe(
      'done skipped done done waiting ahead',
    );
    expect((await browser({ method: 'PUT', url: `${root}/business`, body: aBusiness() })).status).toBe(409);
    const log = await select<{ action: string }>(api.db, 'SELECT action FROM audit_log WHERE chain = $1 ORDER BY seq', [
      merchantId,
    ]);
    expect(log.map(({ action }) => action)).toContain('verification.personal_submitted');
    expect((await browser({ url: '/spa/user' })).json.data.merchant.can_production_activate).toBe(false);
  });

  it('learns which documents are missing, and cannot skip a step', async () => {
    const { browser, step } = await applicant();
    expect((await browser({ method: 'POST', url: `${root}/submit-people` })).status).toBe(422);
    await expectStatus(200, browser({ method: 'PUT', url: `${root}/business`, body: aBusiness() }));
    const early = await browser({ method: 'POST', url: `${root}/submit-business` });
    expect(early.json.errors).toHaveProperty(['documents.registration']);
    for (const kind of ['registration', 'ownership', 'business_address']) await upload(browser, { kind });
    expect((await browser({ method: 'POST', url: `${root}/submit-business` })).status).toBe(409);
    await step('skip-test');
    await step('submit-business');
  });

  it('comes from a country that is served: sign-up, business and people say so with the source', async () => {
    const stranger = await openBrowser(api);
    const refused = await stranger({
      url: '/auth/register',
      body: registration(`${newId()}@x.example`, { country: 'KP' }),
    });
    expect(refused).toMatchObject({ status: 422, json: { errors: { country: [expect.stringContaining('FATF')] } } });
    const { browser } = await applicant();
    const business = await browser({ method: 'PUT', url: `${root}/business`, body: aBusiness({ country: 'IR' }) });
    expect(business.json.errors.country[0]).toContain('cannot serve');
    const person = await browser({ url: `${root}/people`, body: { ...PERSON, nationality: 'MM' } });
    expect(person.json.errors).toHaveProperty('nationality');
  });

  it('who is no admin sees nothing of it', async () => {
    const { browser, email } = await applicant();
    await execute(api.db, `UPDATE app_user SET role = 'support' WHERE email = $1`, [email]);
    expect((await browser({ url: root })).status).toBe(403);
  });

  it('whose production is closed can do nothing there by token', async () => {
    const { modes } = await api.merchant({ status: 'active' });
    const invoice = { amount: '10.00', currency: 'EUR' };
    const refused = await api.call({ url: '/api/v1/invoices', body: invoice, as: modes.production.token });
    expect(refused).toMatchObject({ status: 403, json: { code: 'production_not_permitted' } });
    expect((await api.call({ url: '/api/v1/invoices', body: invoice, as: modes.sandbox.token })).status).toBe(201);
  });

  it('without a case, verified before, is at the last step', async () => {
    const as = await api.signIn(await api.merchant());
    expect((await as({ url: root })).json.data).toMatchObject({ status: null, production_open: true });
  });

  it('is in production after two approvals and the notice, in the eyes of every call', async () => {
    const { browser, step, merchantId } = await almostThere();
    await step('submit-people');
    const row = await findCase(api.db, merchantId);
    if (row === undefined) throw new Error('There is a case.');
    await execute(api.db, `UPDATE compliance_case SET status = 'review' WHERE id = $1`, [row.id]);
    await decideAs(api.db, 'manager', { caseId: row.id, verdict: 'approve' });
    await decideAs(api.db, 'mlro', { caseId: row.id, verdict: 'approve' });
    expect((await browser({ method: 'POST', url: '/spa/profile/activate/production' })).status).toBe(403);
    await inTransaction(api.db, (tx) =>
      applyCaseEvent(tx, { id: row.id, event: { type: 'open' }, cause: newId(), nowMs: Date.now() }),
    );
    expect((await browser({ url: '/spa/user' })).json.data.merchant.can_production_activate).toBe(true);
    expect((await browser({ method: 'POST', url: '/spa/profile/activate/production' })).status).toBe(200);
  });
});

describe('documents', () => {
  test('hazard 70: are taken by their bytes and size, whatever their name says', async () => {
    const { browser } = await applicant();
    for (const wrong of ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'MZ', ' %PDF-1.7']) {
      expect((await upload(browser, { kind: 'registration' }, wrong)).status).toBe(422);
    }
    const large = await upload(browser, { kind: 'registration' }, `%PDF-1.7${'x'.repeat(10 * 1024 * 1024)}`);
    expect(large.status).toBe(413);
    const json = await browser({ url: `${root}/documents?kind=registration&file_name=a`, body: { a: 1 } });
    expect(json.status).toBe(422);
    const named = await upload(browser, { kind: 'registration', file_name: '..\\..\\/etc/pass\u202Ewd' });
    expect(named.json.data.documents[0].file_name).toBe('passwd');
  });

  test('that end must say when, and be valid for a while', async () => {
    const { browser } = await applicant();
    for (const query of [{}, { expires_on: '2020-01-01' }]) {
      const answer = await upload(browser, { kind: 'licence', ...(query as Record<string, string>) });
      expect(answer.json.errors).toHaveProperty('expires_on');
    }
  });

  test('are encrypted with a key each, and the database has no personal data in plain text', async () => {
    const { merchantId } = await almostThere();
    const files = await select<{ content: Buffer; key_sealed: Buffer }>(
      api.db,
      `SELECT p.content, f.key_sealed FROM compliance_file f JOIN compliance_file_part p USING (document_id)
        JOIN compliance_document d ON d.id = f.document_id
       JOIN compliance_case c ON c.id = d.case_id WHERE c.merchant_id = $1`,
      [merchantId],
    );
    expect(files).toHaveLength(5);
    expect(files.some(({ content }) => content.includes('PDF'))).toBe(false);
    expect(new Set(files.map(({ key_sealed }) => key_sealed.toString('hex'))).size).toBe(5);
    const { dump } = await one<{ dump: string }>(
      api.db,
      `SELECT (SELECT string_agg(p::text, '') FROM compliance_person p)
        || (SELECT string_agg(c::text, '') FROM compliance_case c) AS dump`,
    );
    expect(dump).not.toContain('Nora');
    expect(dump).not.toContain('HRB 4711');
  });

  test('of the business are required again when it changes before the people are handed in', async () => {
    const { browser } = await almostThere();
    await expectStatus(200, browser({ method: 'PUT', url: `${root}/business`, body: aBusiness({ country: 'VN' }) }));
    const early = await browser({ method: 'POST', url: `${root}/submit-people` });
    expect(Object.keys(early.json.errors)).toEqual(['documents.source_of_funds']);
  });

  test('cannot be taken back once they were handed in, and are replaced by newer ones before', async () => {
    const { browser, step } = await almostThere();
    const { documents } = (await upload(browser, { kind: 'ownership', file_name: 'newer.pdf' })).json.data;
    expect(documents.filter(({ kind }: { kind: string }) => kind === 'ownership')).toHaveLength(1);
    const [first] = documents;
    await step('submit-people');
    expect((await browser({ method: 'DELETE', url: `${root}/documents/${first.id}` })).status).toBe(409);
  });
});

describe("the provider's webhook", () => {
  const send = (body: string, headers: Record<string, string> = {}) => {
    const secret = webhookSecretOf(api.deps.config) ?? '';
    const digest = createHmac('sha256', secret).update(body).digest('hex');
    return api.call({
      url: '/webhooks/verification',
      body,
      headers: { 'content-type': 'application/json', [DIGEST_HEADER]: digest, ...headers },
    });
  };
  const news = (applicantId: string, createdAtMs = '2036-11-21 03:10:00.123') =>
    JSON.stringify({
      applicantId,
      type: 'applicantReviewed',
      reviewStatus: 'completed',
      reviewResult: { reviewAnswer: 'GREEN' },
      createdAtMs,
    });

  it('is refused without a right signature over the very bytes', async () => {
    const body = news('a');
    expect((await send(body, { [DIGEST_HEADER]: '' })).status).toBe(401);
    expect((await send(body, { [DIGEST_HEADER]: '0'.repeat(64) })).status).toBe(401);
    expect((await send(body, { [DIGEST_ALGORITHM_HEADER]: 'HMAC_SHA1_HEX' })).status).toBe(401);
    const secret = webhookSecretOf(api.deps.config) ?? '';
    const digest = createHmac('sha256', secret).update(body).digest('hex');
    expect((await send(`${body} `, { [DIGEST_HEADER]: digest })).status).toBe(401);
    expect((await send('not json')).status).toBe(204);
  });

  it('moves the case on once, however often and in whatever order it comes', async () => {
    const { step, merchantId } = await almostThere();
    await step('submit-people');
    const row = await findCase(api.db, merchantId);
    await execute(api.db, 'UPDATE compliance_case SET checks_round = submissions WHERE id = $1', [row?.id]);
    const provider = newId();
    await execute(
      api.db,
      `INSERT INTO verification_applicant (id, case_id, applicant_id, status, requested_at)
        VALUES ($1, $2, $3, 'pending', now())`,
      [newId(), row?.id, provider],
    );
    expect((await send(news(provider, '2020-01-01 00:00:00.000'))).status).toBe(204);
    expect(await findCase(api.db, merchantId)).toMatchObject({ status: 'checking' });
    for (let time = 0; time < 3; time += 1) expect((await send(news(provider))).status).toBe(204);
    const after = await findCase(api.db, merchantId);
    expect(after).toMatchObject({ status: 'review', round: 4, risk: { level: 'low' } });
    expect((await send(news('nobody'))).status).toBe(204);
  });
});
