import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimDesk, newTxid } from '../../../../db/claims/testing.fixture.ts';
import { createClaimTokens } from '../../../../db/claims/tokens.ts';
import { execute, select } from '../../../../db/core/sql.ts';
import { makeInvoice, makeRates } from '../../../../db/invoices/testing.fixture.ts';
import { RECIPIENTS } from '../../../../db/payouts/testing.fixture.ts';
import { LANGUAGES } from '../../../../domain/languages.ts';
import { startTestApi, type TestApi } from '../../../testing/server.fixture.ts';
import { signInStaff } from '../../../testing/staff.fixture.ts';

let api: TestApi;
let desk: ReturnType<typeof claimDesk>;
beforeAll(async () => {
  api = await startTestApi();
  await makeRates(api.db);
  desk = claimDesk(api.db);
});
afterAll(() => api.close());

const form = (invoiceId: string, fields: Record<string, string>, lang = 'en', ip = '10.0.0.1') =>
  api.app.inject({
    method: 'POST',
    url: `/invoice/${invoiceId}/claim?lang=${lang}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
    remoteAddress: ip,
  });
const verdictIn = (page: string) => /data-verdict="(\w+)"/.exec(page)?.[1] ?? null;
const tokenIn = (page: string) => /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '';
const claimsOf = (paymentId: string) =>
  select<{ email: string; language: string; address: string }>(
    api.db,
    'SELECT email, language, address FROM claim WHERE payment_id = $1',
    [paymentId],
  );

describe('the payer’s page', () => {
  test.each(LANGUAGES)('asks for a transaction in %s, without a script', async (language) => {
    const { id } = await makeInvoice(api.db, await api.merchant());
    const page = await api.app.inject({ url: `/invoice/${id}/claim?lang=${language}` });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(`<html lang="${language}">`);
    expect(page.body).not.toContain('<script');
    expect(page.headers['cache-control']).toBe('no-store');
  });

  test('says what a transaction is, and claims it for who has the link', async () => {
    const of = await desk.stray(await api.merchant());
    const requested = await form(
      of.invoiceId,
      { transaction: `https://explorer.test/tx/${of.txid}` },
      'de',
      '10.0.1.1',
    );
    expect(verdictIn(requested.body)).toBe('claimable');
    expect(requested.body).toContain('0,1000 LTC');
    expect(requested.body).toMatch(/10\s%/);
    const token = tokenIn(requested.body);
    const request = { transaction: of.txid, token, address: RECIPIENTS.LTC, memo: '', email: 'ada@payer.test' };
    for (const [wrong, words] of [
      [{ email: 'nobody' }, 'E-Mail-Adresse'],
      [{ address: 'nonsense' }, 'An diese Adresse'],
    ] as const) {
      const refused = await form(of.invoiceId, { ...request, ...wrong }, 'de', '10.0.1.1');
      expect(refused.body).toContain(words);
      expect(tokenIn(refused.body)).not.toBe('');
    }
    expect(await claimsOf(of.paymentId)).toEqual([]);
    const received = await form(of.invoiceId, request, 'de', '10.0.1.1');
    expect(received.body).toContain('Antrag eingegangen');
    expect(await claimsOf(of.paymentId)).toEqual([
      { email: 'ada@payer.test', language: 'de', address: RECIPIENTS.LTC },
    ]);
    // The same form again, as a reload sends it, claims nothing twice and shows where it is.
    const again = await form(of.invoiceId, request, 'de', '10.0.1.1');
    expect(verdictIn(again.body)).toBe('claimed');
    expect(again.body).toContain('Wird im Netzwerk geprüft');
    expect(await claimsOf(of.paymentId)).toHaveLength(1);
  });

  test('tells a stranger nothing, and takes no token of another invoice or payment', async () => {
    const shop = await api.merchant();
    const [of, other] = [await desk.stray(shop), await desk.stray(shop)];
    const ip = '10.0.2.1';
    const alien = await form(other.invoiceId, { transaction: of.txid }, 'en', ip);
    const nothing = await form(other.invoiceId, { transaction: newTxid() }, 'en', ip);
    expect(verdictIn(alien.body)).toBe('not_ours');
    const plain = (page: string) => page.replaceAll(/nonce="[^"]*"/g, '');
    expect(plain(alien.body)).toBe(plain(nothing.body));
    const token = tokenIn((await form(of.invoiceId, { transaction: of.txid }, 'en', ip)).body);
    const request = { address: RECIPIENTS.LTC, memo: '', email: 'eve@thief.test' };
    const [, until = '', mac = ''] = token.split('.');
    for (const [invoiceId, transaction, stolen] of [
      [other.invoiceId, of.txid, token],
      [of.invoiceId, of.txid, `${other.paymentId}.${until}.${mac}`],
      [of.invoiceId, of.txid, 'guessed'],
      [of.invoiceId, other.txid, token],
    ] as const) {
      await form(invoiceId, { transaction, token: stolen, ...request }, 'en', ip);
    }
    expect([...(await claimsOf(of.paymentId)), ...(await claimsOf(other.paymentId))]).toEqual([]);
  });

  test('says after two hours that the verdict is too old, with the transaction to check again', async () => {
    const { invoiceId, paymentId, txid } = await desk.stray(await api.merchant());
    const tokens = createClaimTokens(api.deps.config.encryptionKey);
    const token = tokens.make({ invoiceId, paymentId, nowMs: Date.now() - 2 * 3_600_000 - 60_000 });
    const request = { transaction: txid, token, address: RECIPIENTS.LTC, memo: '', email: 'ada@payer.test' };
    const late = await form(invoiceId, request, 'en', '10.0.4.1');
    expect(late.statusCode).toBe(410);
    expect(late.body).toContain('Too much time has passed. Please check the transaction again.');
    expect(late.body).toContain(`value="${txid}"`);
    expect(await claimsOf(paymentId)).toEqual([]);
  });

  test('bad input is answered in words: no invoice, no transaction, hostile text, too many tries', async () => {
    const { id } = await makeInvoice(api.db, await api.merchant());
    const ip = '10.0.3.1';
    expect((await api.app.inject({ url: '/invoice/nonsense/claim' })).statusCode).toBe(404);
    const hostile = await form(id, { transaction: '"><script>alert(1)</script>' }, 'en', ip);
    expect(hostile.body).toContain('This contains no transaction ID');
    expect(hostile.body).not.toContain('<script>');
    let status = 200;
    for (let tries = 0; tries < 25 && status === 200; tries += 1) {
      status = (await form(id, { transaction: newTxid() }, 'en', ip)).statusCode;
    }
    expect(status).toBe(429);
    expect((await form(id, { transaction: newTxid() }, 'en', '10.0.3.200')).statusCode).toBe(200);
  });
});

test('a merchant claims a payment of their own, and sees only their own claims', async () => {
  const [shop, other] = [await api.merchant(), await api.merchant()];
  const [as, stranger] = [await api.signIn(shop), await api.signIn(other)];
  const of = await desk.stray(shop);
  const ask = { url: '/spa/sandbox/claims/verdict', body: { transaction: of.txid } };
  expect((await stranger(ask)).json.data).toMatchObject({ verdict: 'not_ours', payment_id: null, amount: null });
  const answer = await as(ask);
  expect(answer.status, answer.text).toBe(200);
  const found = answer.json.data;
  expect(found).toMatchObject({ verdict: 'claimable', gate_id: 'LTC', amount: '0.1', fee_rate: '0.1' });
  const body = { transaction: of.txid, payment_id: found.payment_id, address: RECIPIENTS.LTC };
  expect((await stranger({ url: '/spa/sandbox/claims', body })).status).toBe(409);
  const claim = () => as({ url: '/spa/sandbox/claims', body, headers: { 'idempotency-key': 'claim' } });
  const made = await claim();
  const again = await claim();
  expect([again.headers['idempotent-replayed'], again.text]).toEqual(['true', made.text]);
  expect(made).toMatchObject({ status: 201, json: { data: { status: 'checking', claimant: 'merchant' } } });
  const { id } = made.json.data;
  expect((await as({ url: '/spa/sandbox/claims' })).json.data).toMatchObject([{ id }]);
  expect((await stranger({ url: '/spa/sandbox/claims' })).json.data).toEqual([]);
  expect((await stranger({ url: `/spa/sandbox/claims/${id}` })).status).toBe(404);
  expect((await as({ url: '/spa/sandbox/claims/verdict', body: { transaction: 'no' } })).status).toBe(422);
});

test('the staff reads the evidence and decides, each within their role', async () => {
  const shop = await api.merchant();
  const of = await desk.stray(shop);
  const { id } = await desk.claim(of);
  await desk.confirm(id);
  const [officer, manager] = [
    (await signInStaff(api, 'compliance_officer')).as,
    (await signInStaff(api, 'manager')).as,
  ];
  const saidAt = new Date();
  await execute(api.db, 'UPDATE invoice SET payer_claimed_at = $2 WHERE id = $1', [of.invoiceId, saidAt]);
  const list = await officer({ url: '/staff/claims?mode=sandbox&status=review' });
  expect(list.json.data.map((claim: { id: string }) => claim.id)).toContain(id);
  expect((await officer({ url: `/staff/claims/${id}` })).json.data).toMatchObject({
    amount: '0.1',
    email: 'payer@example.test',
    evidence: { confirmations: 6 },
    payer_claimed_at: saidAt.toISOString(),
    approvable: false,
  });
  const approve = { url: `/staff/claims/${id}/approve`, body: { reason: 'The sender wrote to us.' } };
  expect((await officer(approve)).status).toBe(403);
  expect((await manager({ ...approve, body: { reason: ' ' } })).status).toBe(422);
  expect((await manager(approve)).json.data).toMatchObject({ status: 'paying', approved_by: ['Staff manager'] });
  expect((await manager(approve)).status).toBe(409);
  expect((await manager({ url: `/staff/claims/${id}/refuse`, body: { reason: 'No.' } })).status).toBe(409);
  const log = await select(api.db, `SELECT FROM audit_log WHERE action = 'claim.approved' AND target_id = $1`, [id]);
  expect(log).toHaveLength(1);
});
