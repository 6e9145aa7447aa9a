import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FeeOffer } from '../../../db/chain/movement.ts';
import { claimDesk, newTxid } from '../../../db/claims/testing.fixture.ts';
import { execute } from '../../../db/core/sql.ts';
import {
  makeInvoice,
  makeRates,
  paymentsChanged,
  recordPayment,
  setPayment,
} from '../../../db/invoices/testing.fixture.ts';
import type { CryptoGateId } from '../../../domain/assets/assets.ts';
import { startTestApi, type TestApi } from '../../testing/server.fixture.ts';

let api: TestApi;
let desk: ReturnType<typeof claimDesk>;
beforeAll(async () => {
  api = await startTestApi();
  await makeRates(api.db);
  desk = claimDesk(api.db);
});
afterAll(() => api?.close());

let callers = 0;

/** Each caller from a network of its own, unless the test says which. */
async function ask(invoiceId: string, text: string, { language = 'en', ip }: { language?: string; ip?: string } = {}) {
  callers += 1;
  const answer = await api.app.inject({
    method: 'POST',
    url: `/customer/invoices/${invoiceId}/find-payment`,
    payload: { text, language },
    remoteAddress: ip ?? `10.7.${callers}.1`,
  });
  return { status: answer.statusCode, json: answer.json() };
}

async function paid(invoiceId: string, minor: bigint, status: 'seen' | 'confirmed' = 'seen') {
  const paymentId = await recordPayment(api.db, { invoiceId, minor, status });
  const txid = newTxid();
  await execute(api.db, 'UPDATE payment SET txid = $2 WHERE id = $1', [paymentId, txid]);
  await paymentsChanged(api.db, invoiceId);
  return { txid, paymentId };
}

/** Acts as a follower that has read what the transaction offers. */
function offers(paymentId: string, { feeMinor, units, isReplaceable }: FeeOffer) {
  const values = [paymentId, feeMinor, units, isReplaceable];
  return execute(api.db, 'UPDATE payment SET fee_minor = $2, fee_units = $3, replaceable = $4 WHERE id = $1', values);
}

/** Acts as a node that says what a unit takes now. */
function market(gateId: CryptoGateId, unitMinor: bigint, nowMs = Date.now()) {
  return execute(
    api.db,
    `INSERT INTO network_fee (mode, gate_id, cost_minor, sampled_at, unit_minor, unit_sampled_at)
     VALUES ('sandbox', $1, 1000, $3, $2, $3)
     ON CONFLICT (mode, gate_id) DO UPDATE SET unit_minor = $2, unit_sampled_at = $3`,
    [gateId, unitMinor, new Date(nowMs)],
  );
}

const choose = (id: string, gateId: string) =>
  api.call({ url: `/customer/invoices/${id}/currency`, body: { gate_id: gateId } });

describe('a payer whose payment does not show', () => {
  test('hears how far an unconfirmed payment is, and what a higher fee would do', async () => {
    const { id } = await makeInvoice(api.db, await api.merchant());
    const { txid } = await paid(id, 200_000n);
    const { status, json } = await ask(id, `https://explorer.test/tx/${txid}`);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      code: 'unconfirmed',
      amount: '0.002 BTC',
      confirmations: { current: 0, required: 2 },
      can_claim: false,
    });
    expect(json.data.hint).toContain('raise the fee');
    const german = (await ask(id, txid, { language: 'de' })).json.data;
    expect(german).toMatchObject({ amount: '0,002 BTC', hint: expect.stringContaining('Gebühr erhöhen') });
  });

  test('hears the place of the payment in the fee market, in sat/vB, and whether its wallet can raise the fee', async () => {
    const { id } = await makeInvoice(api.db, await api.merchant());
    const { txid, paymentId } = await paid(id, 200_000n);
    const hintOf = async (language?: string) => (await ask(id, txid, { language })).json.data.hint;
    await offers(paymentId, { feeMinor: 451n, units: 141n, isReplaceable: true });
    // Without what the blocks take, nothing is claimed.
    expect(await hintOf()).toMatch(/^If your wallet can raise the fee/);
    await market('BTC', 12n);
    expect(await hintOf()).toMatch(
      /^It offers 3\.1 sat\/vB, and the next blocks take about 12 sat\/vB: it may wait .* If your wallet can raise the fee/,
    );
    expect(await hintOf('de')).toMatch(/^Sie bietet 3,1 sat\/vB, und die nächsten Blöcke nehmen etwa 12 sat\/vB/);
    await offers(paymentId, { feeMinor: 451n, units: 141n, isReplaceable: false });
    expect(await hintOf()).toContain('your wallet did not allow one');
    await market('BTC', 3n);
    expect(await hintOf()).toMatch(/^It offers 3\.1 sat\/vB, .* about 3 sat\/vB: .* A higher fee is not needed\.$/);
    await market('BTC', 12n, Date.now() - 16 * 60_000);
    expect(await hintOf()).toMatch(/^If your wallet can raise the fee/);
    // In a block nothing of it matters anymore.
    await setPayment(api.db, paymentId, 'mined');
    await paymentsChanged(api.db, id);
    expect(await hintOf()).toBeNull();
  });

  test.each([
    ['ETH', 10n ** 15n, { feeMinor: 2_500_000_000n * 21_000n, units: 21_000n }, 4_000_000_000n, '2.5 gwei', '4 gwei'],
    ['BCH', 200_000n, { feeMinor: 226n, units: 226n }, 5n, '1 sat/B', 'On Bitcoin Cash'],
  ] as const)('hears it of %s in the units of its wallets', async (gateId, minor, offer, marketMinor, fee, other) => {
    const { id } = await makeInvoice(api.db, await api.merchant());
    await choose(id, gateId);
    const paymentId = await recordPayment(api.db, { invoiceId: id, gateId, minor });
    const txid = newTxid();
    await execute(api.db, 'UPDATE payment SET txid = $2 WHERE id = $1', [paymentId, txid]);
    await paymentsChanged(api.db, id);
    await offers(paymentId, { ...offer, isReplaceable: gateId === 'ETH' });
    await market(gateId, marketMinor);
    const { hint } = (await ask(id, txid)).json.data;
    expect(hint).toContain(`It offers ${fee}`);
    expect(hint).toContain(other);
  });

  test.each([
    ['USDT_TRC20', 'On TRON a higher fee does not'],
    ['XRP', 'The XRP Ledger usually takes'],
  ] as const)('hears plainly that fees do not order payments of %s', async (gateId, words) => {
    const { id } = await makeInvoice(api.db, await api.merchant());
    await choose(id, gateId);
    const paymentId = await recordPayment(api.db, { invoiceId: id, gateId, minor: 1_000_000n });
    const txid = newTxid();
    await execute(api.db, 'UPDATE payment SET txid = $2 WHERE id = $1', [paymentId, txid]);
    await paymentsChanged(api.db, id);
    expect((await ask(id, txid)).json.data.hint).toContain(words);
  });

  test('hears what is missing of a payment that was too small', async () => {
    const { id } = await makeInvoice(api.db, await api.merchant());
    const { txid, paymentId } = await paid(id, 150_000n);
    await setPayment(api.db, paymentId, 'confirmed', true);
    await paymentsChanged(api.db, id);
    expect((await ask(id, txid)).json.data).toMatchObject({
      code: 'short',
      amount: '0.0015 BTC',
      missing: '0.0005 BTC',
    });
  });

  test('finds the payment by the address that it went to, and hears when none came', async () => {
    const { id, quote } = await makeInvoice(api.db, await api.merchant());
    const address = quote?.address ?? '';
    expect((await ask(id, address)).json.data).toMatchObject({ code: 'own_address', can_claim: false });
    expect((await ask(id, `bitcoin:${address}?amount=1`)).json.data.code).toBe('own_address');
    await choose(id, 'LTC');
    expect((await ask(id, address)).json.data.code).toBe('earlier_coin');
    await choose(id, 'BTC');
    await paid(id, 200_000n);
    expect((await ask(id, address)).json.data).toMatchObject({ code: 'unconfirmed', amount: '0.002 BTC' });
  });

  test('hears that a payment was probably not sent, minutes after saying that it was paid', async () => {
    const { id, quote } = await makeInvoice(api.db, await api.merchant());
    const hint = async () => (await ask(id, quote?.address ?? '')).json.data.hint;
    const saidAt = (ms: number) =>
      execute(api.db, 'UPDATE invoice SET payer_claimed_at = $2 WHERE id = $1', [id, new Date(Date.now() - ms)]);
    expect(await hint()).toBeNull();
    await saidAt(60_000);
    expect(await hint()).toBeNull();
    await saidAt(150_000);
    expect(await hint()).toContain('It was probably not sent');
    await paid(id, 200_000n);
    expect(await hint()).not.toContain('It was probably not sent');
  });

  test('is led to the claim for an address of ours, and learns nothing of whose it is or what it was paid', async () => {
    const { id } = await makeInvoice(api.db, await api.merchant());
    const [paidOne, emptyOne] = [
      await makeInvoice(api.db, await api.merchant()),
      await makeInvoice(api.db, await api.merchant()),
    ];
    const { txid } = await paid(paidOne.id, 200_000n);
    const one = await ask(id, paidOne.quote?.address ?? '');
    expect(one.json.data).toMatchObject({ code: 'our_address', can_claim: true, amount: null, confirmations: null });
    expect(one.json).toEqual((await ask(id, emptyOne.quote?.address ?? '')).json);
    expect((await ask(id, txid)).json).toEqual((await ask(id, newTxid())).json);
  });

  test('hears of a wrong network, and of an address that is nobody’s we know', async () => {
    const { id } = await makeInvoice(api.db, await api.merchant());
    expect((await ask(id, '0xde709f2102306220921060314715629080e2fb77')).json.data.code).toBe('wrong_network');
    await choose(id, 'ETH');
    expect((await ask(id, '0xde709f2102306220921060314715629080e2fb77')).json.data.code).toBe('foreign_address');
  });

  test('goes on to the claim of money that went astray', async () => {
    const of = await desk.stray(await api.merchant());
    expect((await ask(of.invoiceId, of.txid)).json.data).toMatchObject({ code: 'claimable', can_claim: true });
  });

  test('is refused what is no payment, an unknown invoice, and too many tries', async () => {
    const { id } = await makeInvoice(api.db, await api.merchant());
    expect((await ask(id, 'where is my money')).status).toBe(422);
    expect((await ask(id, '')).status).toBe(422);
    expect((await ask(id, 'x'.repeat(501))).status).toBe(422);
    expect((await ask('01980000-0000-7000-8000-00000000000f', newTxid())).status).toBe(404);
    let status = 200;
    for (let tries = 0; tries < 25 && status === 200; tries += 1)
      status = (await ask(id, newTxid(), { ip: '10.8.0.1' })).status;
    expect(status).toBe(429);
    const form = await api.app.inject({
      method: 'POST',
      url: `/invoice/${id}/claim`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `transaction=${newTxid()}`,
      remoteAddress: '10.8.0.1',
    });
    expect(form.statusCode).toBe(429);
  });
});
