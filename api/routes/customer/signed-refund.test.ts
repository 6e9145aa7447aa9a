import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { execute, select } from '../../../db/core/sql.ts';
import {
  makeInvoice,
  makeRates,
  paymentsChanged,
  recordPayment,
  setPayment,
  settleNow,
} from '../../../db/invoices/testing.fixture.ts';
import { RECIPIENTS } from '../../../db/payouts/testing.fixture.ts';
import { MESSAGE_LIFE_MS, refundMessage } from '../../../domain/refunds/signed-request.ts';
import { startTestApi, type TestApi } from '../../testing/server.fixture.ts';

let api: TestApi;
let clockMs: number | undefined;
beforeAll(async () => {
  api = await startTestApi({ deps: { now: () => clockMs ?? Date.now() } });
  await makeRates(api.db);
});
afterAll(() => api?.close());

const payer = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const thief = privateKeyToAccount(`0x${'22'.repeat(32)}`);
const senderOf = (account: typeof payer) => account.address.toLowerCase();

let callers = 0;

/** Each caller from a network of its own, unless the test says which. */
async function post(path: string, body: object, ip?: string) {
  callers += 1;
  const answer = await api.app.inject({
    method: 'POST',
    url: `/customer/invoices/${path}`,
    payload: body,
    remoteAddress: ip ?? `10.11.${callers}.1`,
  });
  return { status: answer.statusCode, json: answer.json() };
}

async function pay(invoiceId: string, minor: bigint, sender: string | null): Promise<void> {
  const payment = await recordPayment(api.db, { invoiceId, gateId: 'ETH', minor });
  await execute(api.db, 'UPDATE payment SET sender = $2 WHERE id = $1', [payment, sender]);
  await paymentsChanged(api.db, invoiceId);
  await setPayment(api.db, payment, 'confirmed', true);
  await paymentsChanged(api.db, invoiceId);
}

/** An invoice of 0.04 ETH, for which 0.06 came from these senders. */
async function overpaid(senders: readonly (string | null)[] = [senderOf(payer)]): Promise<string> {
  const { id } = await makeInvoice(api.db, await api.merchant(), { gateId: 'ETH' });
  for (const sender of senders) await pay(id, 60_000_000_000_000_000n / BigInt(senders.length), sender);
  await settleNow(api.db, id);
  return id;
}

const to = { address: RECIPIENTS.ETH };

async function signed(id: string, account = payer, target: object = to) {
  const { status, json } = await post(`${id}/refund-message`, target);
  expect(status, JSON.stringify(json)).toBe(200);
  const { message, valid_until, signer } = json.data;
  // The page says which account is needed, whichever the wallet has.
  expect(signer).toBe(payer.address);
  return { ...target, valid_until, signature: await account.signMessage({ message }) };
}

const request = (id: string, body: object) => post(`${id}/signed-refund-request`, body);
const requests = (id: string) =>
  select<{ address: string; status: string }>(
    api.db,
    'SELECT address, status FROM refund_request WHERE invoice_id = $1',
    [id],
  );
const isOffered = async (id: string) =>
  (await api.call({ url: `/customer/invoices/${id}` })).json.data.refund_by_signature;

describe('a payer without an email address', () => {
  test('requests a refund by a signature of the account that paid, which the merchant then decides', async () => {
    const id = await overpaid();
    expect(await isOffered(id)).toBe(true);
    const { json } = await post(`${id}/refund-message`, to);
    expect(json.data.message).toContain(`Refund to: ${to.address}`);
    const { status, json: answer } = await request(id, await signed(id));
    expect(status, JSON.stringify(answer)).toBe(200);
    expect(answer.data).toMatchObject({ refund_request: 'open', refund_by_signature: false, refunds: [] });
    expect(await requests(id)).toEqual([{ address: to.address, status: 'open' }]);
    const mails = await select<{ payload: unknown }>(
      api.db,
      `SELECT payload FROM outbox WHERE topic = 'mail.refund' AND payload->>'invoiceId' = $1`,
      [id],
    );
    expect(mails.map(({ payload }) => payload)).toEqual([{ kind: 'asked', invoiceId: id }]);
  });

  test('cannot use a signature of another account, for another recipient, invoice or deadline', async () => {
    const [id, other] = [await overpaid(), await overpaid()];
    const good = await signed(id);
    const refused = [
      await signed(id, thief),
      { ...good, address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' },
      { ...good, valid_until: new Date(Date.parse(good.valid_until) - 1_000).toISOString() },
      { ...good, signature: `0x${'00'.repeat(65)}` },
      { ...good, signature: 'not hex' },
      { ...good, signature: `0x${'ab'.repeat(130)}` },
    ];
    for (const body of refused) {
      const { status, json } = await request(id, body);
      expect([status, json.code], JSON.stringify(body)).toEqual([422, 'signature_invalid']);
    }
    expect((await request(other, good)).json.code).toBe('signature_invalid');
    expect([...(await requests(id)), ...(await requests(other))]).toEqual([]);
  });

  test('cannot send a signature twice, not even after the request was rejected', async () => {
    const id = await overpaid();
    const body = await signed(id);
    const answers = await Promise.all([request(id, body), request(id, body), request(id, body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await execute(
      api.db,
      `UPDATE refund_request SET status = 'rejected', decided_by = 'test', decided_at = now() WHERE invoice_id = $1`,
      [id],
    );
    expect((await request(id, body)).json.code).toBe('link_used');
    expect(await requests(id)).toHaveLength(1);
    clockMs = Date.now() + 2_000;
    expect((await request(id, await signed(id))).status).toBe(200);
    clockMs = undefined;
  });

  test('has an hour to sign', async () => {
    const id = await overpaid();
    const body = await signed(id);
    clockMs = Date.now() + MESSAGE_LIFE_MS;
    expect((await request(id, body)).status).toBe(410);
    clockMs = undefined;
    const untilMs = Math.ceil((Date.now() + 2 * MESSAGE_LIFE_MS) / 1_000) * 1_000;
    const own = {
      network: 'ETH',
      invoiceId: id,
      host: 'localhost:8080',
      destinationTag: null,
      untilMs,
      ...to,
    } as const;
    const signature = await payer.signMessage({ message: refundMessage(own) });
    expect((await request(id, { ...to, valid_until: new Date(untilMs).toISOString(), signature })).status).toBe(410);
    expect(await requests(id)).toEqual([]);
  });

  test.each([
    ['several accounts paid', [senderOf(payer), senderOf(thief)]],
    ['the chain does not name one of the senders', [senderOf(payer), null]],
    ['nobody knows who paid', [null]],
  ])('is sent to the shop if %s', async (_, senders) => {
    const id = await overpaid(senders);
    expect(await isOffered(id)).toBe(false);
    expect(await post(`${id}/refund-message`, to)).toMatchObject({ status: 409, json: { code: 'sender_unknown' } });
  });

  test('learns at once that an address is wrong, or that nothing can be refunded', async () => {
    const id = await overpaid();
    expect((await post(`${id}/refund-message`, { address: 'nowhere' })).json.code).toBe('address_invalid');
    const lines = { address: `${to.address}\nRefund to: 0x8617E340B3D01FA5F11F306F4090FD50E238070D` };
    expect((await post(`${id}/refund-message`, lines)).json.code).toBe('address_invalid');
    const { id: unpaid } = await makeInvoice(api.db, await api.merchant(), { gateId: 'ETH' });
    expect(await isOffered(unpaid)).toBe(false);
    expect((await post(`${unpaid}/refund-message`, to)).status).toBe(409);
  });

  test('of one network tries twenty times in a quarter of an hour', async () => {
    const id = await overpaid();
    const answers = [];
    for (let at = 0; at < 21; at += 1) answers.push((await post(`${id}/refund-message`, to, '10.251.0.1')).status);
    expect(answers.filter((status) => status === 200)).toHaveLength(20);
    expect(answers.at(-1)).toBe(429);
  });
});
