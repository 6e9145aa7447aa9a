import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimDesk, newTxid } from '../../../db/claims/testing.fixture.ts';
import { execute } from '../../../db/core/sql.ts';
import {
  makeInvoice,
  makeRates,
  paymentsChanged,
  recordPayment,
  setPayment,
} from '../../../db/invoices/testing.fixture.ts';
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
