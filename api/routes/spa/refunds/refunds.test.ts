import { beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../../db/core/sequelize.ts';
import { execute, select } from '../../../../db/core/sql.ts';
import { chooseGate } from '../../../../db/invoices/choose.ts';
import {
  makeInvoice,
  makeRates,
  paymentsChanged,
  recordPayment,
  setPayment,
  settleNow,
  testSettings,
} from '../../../../db/invoices/testing.fixture.ts';
import { saveGateCosts } from '../../../../db/payouts/network-fees.ts';
import { fund, RECIPIENTS } from '../../../../db/payouts/testing.fixture.ts';
import { createRefundLinks } from '../../../../db/refunds/links.ts';
import { approveRequest, latestRequest } from '../../../../db/refunds/requests.ts';
import { refundDesk } from '../../../../db/refunds/testing.fixture.ts';
import { type TestMerchant, testEncryptionKey } from '../../../../db/testing.fixture.ts';
import { newId } from '../../../../domain/ids.ts';
import { expectStatus, openBrowser } from '../../../testing/accounts.fixture.ts';
import { lastCode, otherCode } from '../../../testing/mails.fixture.ts';
import { openTestApi } from '../../../testing/open-api.fixture.ts';
import { totp, turnTwoFactorOn } from '../../../testing/two-factor.fixture.ts';

let shop: TestMerchant;
const api = await openTestApi();
beforeAll(async () => {
  await makeRates(api.db);
  shop = await api.merchant();
});

const links = createRefundLinks(testEncryptionKey);
const address = RECIPIENTS.BTC;

/** 200 000 are due; more of them is an excess, which stays unsettled. */
async function paid(minor = 300_000n, of = shop): Promise<string> {
  const customer = { email: `${newId()}@payer.example` };
  const { id } = await makeInvoice(api.db, of, { customer });
  const payment = await recordPayment(api.db, { invoiceId: id, minor });
  await paymentsChanged(api.db, id);
  await setPayment(api.db, payment, 'confirmed');
  await paymentsChanged(api.db, id);
  await settleNow(api.db, id);
  return id;
}

const tokenFor = (invoiceId: string, { occasion = 'overpaid', nowMs = Date.now() } = {}) =>
  links.make('', { invoiceId, occasion, nowMs }).slice('#refund='.length);
const ask = (invoiceId: string, token: string, body: object = { address }) =>
  api.call({ url: `/customer/invoices/${invoiceId}/refund-request`, body: { token, ...body } });

describe('refunds by API', () => {
  const create = (invoiceId: string, body: object, key: string | undefined = newId(), as = shop.token) =>
    api.call({
      url: `/api/v1/invoices/${invoiceId}/refunds`,
      body,
      as,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });

  test('need an Idempotency-Key, and the same one never makes a second refund (hazard 54)', async () => {
    const id = await paid();
    const body = { amount: '0.00100000', address, fee_payer: 'recipient', reason: 'sent too much' };
    const without = await api.call({ url: `/api/v1/invoices/${id}/refunds`, body, as: shop.token });
    expect(without.status).toBe(422);
    const key = newId();
    const [one, two] = await Promise.all([create(id, body, key), create(id, body, key)]);
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(two.json).toEqual(one.json);
    const refund = one.json.data;
    expect(refund).toMatchObject({
      invoice_id: id,
      status: 'queue',
      amount: '0.00100000',
      net_amount: '0.00093000',
      reason: 'sent too much',
      fees: { service: '0.00005000', network: '0.00002000', payer: 'recipient' },
    });
    expect((await create(id, body)).json.code).toBe('illegal_transition');

    const invoice = (await api.call({ url: `/api/v1/invoices/${id}`, as: shop.token })).json.data;
    expect(invoice).toMatchObject({ status: 'refund_requested', paid: true });
    expect(invoice.refunds).toMatchObject([{ id: refund.id, status: 'queue', amount: '0.00100000' }]);
    const listed = (await api.call({ url: '/api/v1/refunds?status=queue', as: shop.token })).json.data;
    expect(listed).toContainEqual(refund);
    expect((await api.call({ url: `/api/v1/refunds/${refund.id}`, as: shop.token })).json.data).toEqual(refund);
    expect((await api.call({ url: `/api/v1/payouts/${refund.id}`, as: shop.token })).status).toBe(404);
  });

  test('refuse what is too much, addresses that are none, and balances that cannot pay the fees', async () => {
    const poor = await api.merchant();
    const id = await paid(300_000n, poor);
    const refund = (body: object) => create(id, body, newId(), poor.token);
    const codes = [
      (await refund({ amount: '0.00300001', address })).json.code,
      (await refund({ amount: '0.001', address: 'nowhere' })).json.code,
      (await refund({ amount: '0.003', address })).json.code,
    ];
    expect(codes).toEqual(['amount_too_large', 'address_invalid', 'insufficient_balance']);
    expect((await api.call({ url: `/api/v1/invoices/${id}`, as: poor.token })).json.data.status).toBe('overpaid');
  });
});

test('no token refunds once the deletion of the account was requested', async () => {
  const leaving = await api.merchant();
  const id = await paid(300_000n, leaving);
  await execute(api.db, 'UPDATE merchant SET deletion_requested_at = now() WHERE id = $1', [leaving.merchantId]);
  const body = { amount: '0.00100000', address, fee_payer: 'recipient' };
  const headers = { 'idempotency-key': newId() };
  const answer = await api.call({ url: `/api/v1/invoices/${id}/refunds`, body, headers, as: leaving.token });
  expect([answer.status, answer.json.code]).toEqual([403, 'merchant_blocked']);
});

describe('money on another choice of the payer (invoice-states B)', () => {
  test('goes back by its gate, by the API and by the back office', async () => {
    const other = await makeInvoice(api.db, shop, { gateId: 'LTC' });
    await inTransaction(api.db, (tx) =>
      chooseGate(tx, testSettings, { invoiceId: other.id, gateId: 'BTC', nowMs: Date.now() }),
    );
    const url = `/api/v1/invoices/${other.id}/refunds`;
    const refund = (body: object) => api.call({ url, body, as: shop.token, headers: { 'idempotency-key': newId() } });
    expect((await refund({ gate_id: 'LTC', address: RECIPIENTS.LTC })).json.code).toBe('illegal_transition');
    await recordPayment(api.db, { invoiceId: other.id, minor: 200_000n, status: 'confirmed' });
    await paymentsChanged(api.db, other.id);
    await settleNow(api.db, other.id);
    await recordPayment(api.db, { invoiceId: other.id, gateId: 'LTC', minor: 50_000_000n, status: 'confirmed' });
    await paymentsChanged(api.db, other.id);

    const as = await api.signIn(shop);
    const shown = await as({ url: `/spa/sandbox/invoices/${other.id}` });
    expect(shown.json.data).toMatchObject({ status: 'done', refund_gates: ['BTC', 'LTC'], actions: { refund: true } });
    const form = await as({ url: `/spa/sandbox/refunds/create?invoice_id=${other.id}&gate_id=LTC` });
    expect(form.json.data).toMatchObject({ gate_id: 'LTC', refundable: '0.50000000', is_settled: true });

    expect((await refund({ gate_id: 'LTC', address })).json.code).toBe('address_invalid');
    const made = await refund({ gate_id: 'LTC', address: RECIPIENTS.LTC, amount: '0.4', fee_payer: 'recipient' });
    expect(made).toMatchObject({ status: 201, json: { data: { gate_id: 'LTC', amount: '0.40000000' } } });
    const invoice = (await api.call({ url: `/api/v1/invoices/${other.id}`, as: shop.token })).json.data;
    expect(invoice).toMatchObject({ status: 'done', refunds: [{ gate_id: 'LTC', amount: '0.40000000' }] });
  });
});

describe('a refund requested by its payer', () => {
  test('needs the mailed link: signed for this invoice, not expired, used once', async () => {
    const [id, other] = [await paid(), await paid()];
    expect((await ask(id, 'overpaid.zzzzzz.AAAA')).status).toBe(404);
    expect((await ask(id, tokenFor(other))).status).toBe(404);
    const old = tokenFor(id, { nowMs: Date.now() - 31 * 86_400_000 });
    expect((await ask(id, old)).json).toMatchObject({ code: 'link_expired', message: 'Link expired' });
    expect((await ask(id, tokenFor(id), { address: 'nowhere' })).json.code).toBe('address_invalid');

    const requested = await ask(id, tokenFor(id));
    expect([requested.status, requested.json.data.refund_request]).toEqual([200, 'open']);
    expect((await ask(id, tokenFor(id))).json.code).toBe('link_used');
    expect((await ask(id, tokenFor(id, { occasion: 'another' }))).json.code).toBe('conflict');
    const mails = await select(api.db, `SELECT payload FROM outbox WHERE topic = 'mail.refund'`);
    expect(mails).toContainEqual({ payload: { kind: 'asked', invoiceId: id } });
  });

  test('shows before it the net amount of an excess, and after it the ends of the address', async () => {
    const id = await paid();
    const before = (await api.call({ url: `/customer/invoices/${id}` })).json.data;
    expect(before.refund_asked).toBeNull();
    expect(before.refund_offer).toEqual({
      amount: '0.00100000',
      service_fee_percent: '5.00',
      net_amount: '0.00093000',
      fees: { service: '0.00005000', network: '0.00002000' },
    });
    // A busy network: the message shows the current charge of a refund.
    const costs = [{ gateId: 'BTC', costMinor: 2_500n, ownCostMinor: null }] as const;
    await saveGateCosts(api.db, { mode: 'sandbox', costs, nowMs: Date.now() });
    const busy = (await api.call({ url: `/customer/invoices/${id}` })).json.data.refund_offer;
    expect(busy).toMatchObject({ net_amount: '0.00090000', fees: { network: '0.00005000' } });
    await execute(api.db, 'DELETE FROM network_fee');
    const { refund_asked: asked } = (await ask(id, tokenFor(id))).json.data;
    expect(asked).toMatchObject({ address: `${address.slice(0, 8)}…${address.slice(-6)}`, destination_tag: null });
    expect(Date.parse(asked.created_at)).toBeGreaterThan(Date.now() - 60_000);
    const body = { amount: '0.00100000', address, fee_payer: 'recipient' };
    const headers = { 'idempotency-key': newId() };
    await api.call({ url: `/api/v1/invoices/${id}/refunds`, body, headers, as: shop.token });
    const after = await api.call({ url: `/customer/invoices/${id}` });
    expect(after.json.data).toMatchObject({
      status: 'refund_requested',
      refund_offer: null,
      refunds: [{ amount: '0.00100000', net_amount: '0.00093000', address: asked.address, destination_tag: null }],
    });
    expect(JSON.stringify(after.json)).not.toContain(address);
  });

  test('comes by a link that the payer can have mailed again: once a minute, never sent to the page', async () => {
    const [id, unpaid] = [await paid(), (await makeInvoice(api.db, shop)).id];
    const again = (invoiceId: string) =>
      api.call({ url: `/customer/invoices/${invoiceId}/refund-link`, method: 'POST' });
    const mailsOf = (invoiceId: string) =>
      select(api.db, `SELECT payload FROM outbox WHERE topic = 'mail.refund' AND payload->>'invoiceId' = $1`, [
        invoiceId,
      ]);
    const [one, two, none] = [await again(id), await again(id), await again(unpaid)];
    expect([one.status, two.status, none.status]).toEqual([200, 200, 200]);
    expect(one.json.data.id).toBe(id);
    expect(JSON.stringify(one.json)).not.toContain('refund=');
    expect(await mailsOf(id)).toEqual([{ payload: { kind: 'again', invoiceId: id } }]);
    expect(await mailsOf(unpaid)).toEqual([]);

    const later = () => execute(api.db, "DELETE FROM lockout WHERE scope = 'mail:refund-again:minute'");
    const statuses: number[] = [];
    for (const _ of [1, 2, 3]) {
      await later();
      statuses.push((await again(id)).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
    expect(await mailsOf(id)).toHaveLength(3);
    expect((await again(newId())).status).toBe(404);
  });

  test('mails no link while a request waits, and none for an order that is simply paid', async () => {
    const [asked, exact] = [await paid(), await paid(200_000n)];
    await ask(asked, tokenFor(asked));
    for (const id of [asked, exact]) {
      expect((await api.call({ url: `/customer/invoices/${id}/refund-link`, method: 'POST' })).status).toBe(200);
    }
    const mails = await select(
      api.db,
      `SELECT 1 FROM outbox WHERE topic = 'mail.refund' AND payload->>'kind' = 'again'
      AND payload->>'invoiceId' IN ($1, $2)`,
      [asked, exact],
    );
    expect(mails).toEqual([]);
  });

  test('by a used link stays requested: the amount that a part left is offered, by a new link', async () => {
    const as = await api.signIn(shop);
    const at = { scope: { profileId: shop.profileId } };
    const desk = refundDesk(api.db);
    const view = async (id: string) => (await api.call({ url: `/customer/invoices/${id}` })).json.data;
    const cases = [
      // A part of the excess is back: the rest of the excess is offered, never what paid for the order.
      { minor: 40_000n, left: { status: 'done', refund_offer: { amount: '0.00060000' } } },
      { minor: 150_000n, left: { status: 'partially_refunded', refund_offer: { amount: '0.00150000' } } },
    ];
    for (const { minor, left } of cases) {
      const id = await paid();
      expect(await view(id)).toMatchObject({ refund_links_used: [], refund_link_available: true });
      expect((await ask(id, tokenFor(id))).json.data).toMatchObject({ refund_link_available: false });
      const request = (await latestRequest(api.db, id))?.id ?? '';
      const { id: refundId } = await desk.refund(shop, id, { ...at, amount: { type: 'part', amountMinor: minor } });
      await inTransaction(api.db, (tx) =>
        approveRequest(tx, { requestId: request, invoiceId: id, refundId, by: 'ada', nowMs: Date.now() }),
      );
      await desk.send(refundId);

      expect(await view(id)).toMatchObject({ ...left, refund_links_used: ['overpaid'], refund_link_available: true });
      expect((await ask(id, tokenFor(id))).json.code).toBe('link_used');
      expect((await api.call({ url: `/customer/invoices/${id}/refund-link`, method: 'POST' })).status).toBe(200);
      expect((await as({ url: `/spa/sandbox/invoices/${id}/refund-link`, method: 'POST' })).status).toBe(200);
      const mails = await select<{ kind: string }>(
        api.db,
        `SELECT payload->>'kind' AS kind FROM outbox WHERE topic = 'mail.refund' AND payload->>'invoiceId' = $1`,
        [id],
      );
      expect(mails.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['again', 'link']));
      expect((await ask(id, tokenFor(id, { occasion: newId() }))).status).toBe(200);
    }
  });

  test('is rejected with a reason, and may be requested again by a new link', async () => {
    const id = await paid();
    const as = await api.signIn(shop);
    await ask(id, tokenFor(id));
    const reject = () => as({ url: `/spa/sandbox/invoices/${id}/reject-refund`, body: { note: 'Ask our shop.' } });
    expect((await reject()).json.data).toMatchObject({ status: 'rejected', note: 'Ask our shop.' });
    expect((await reject()).status).toBe(409);
    const view = (await api.call({ url: `/customer/invoices/${id}` })).json.data;
    expect([view.status, view.refund_request]).toEqual(['overpaid', 'rejected']);
    expect((await ask(id, tokenFor(id))).json.code).toBe('link_used');
    expect((await ask(id, tokenFor(id, { occasion: newId() }))).status).toBe(200);
  });

  test('is approved in the back office with the mailed code, to the address the payer gave and no other', async () => {
    const id = await paid();
    const as = await api.signIn(shop);
    await ask(id, tokenFor(id));
    const story = (await as({ url: `/spa/sandbox/invoices/${id}` })).json.data;
    expect(story).toMatchObject({
      actions: { refund: true },
      refund_request: { status: 'open', address },
      refund_fee_percent: '5.00',
      refund_fee_payer: 'merchant',
      // Nobody can look up what happens on a chain of our own.
      transactions: [{ amount: '0.00300000', explorer_url: null }],
    });

    const form = (await as({ url: `/spa/sandbox/refunds/create?invoice_id=${id}&excess=true` })).json.data;
    expect(form).toMatchObject({
      refundable: '0.00300000',
      excess: '0.00100000',
      is_settled: true,
      service_fee_percent: '5.00',
      request: { address },
    });
    expect(form.preview).toMatchObject([
      { fee_payer: 'merchant', net_amount: '0.00100000', total: '0.00107000', value: '50.00' },
      { fee_payer: 'recipient', net_amount: '0.00093000', total: '0.00100000', problem: null },
    ]);

    const request = { invoice_id: id, excess: true, fee_payer: 'recipient', request_id: form.request.id };
    const sent = await as({ url: '/spa/sandbox/refunds/create-token', body: request });
    expect([sent.status, sent.json.data.address, sent.json.data.net_amount]).toEqual([202, address, '0.00093000']);
    const code = await lastCode(api, shop.user.email, 'refund_code');
    const create = (body: object) =>
      as({ url: '/spa/sandbox/refunds', body: { ...request, code, ...body }, headers: { 'idempotency-key': newId() } });
    expect((await create({ code: otherCode(code) })).json.errors.code).toBeDefined();
    expect((await create({ excess: false })).json.errors.code).toBeDefined();
    expect((await create({ address: RECIPIENTS.BTC })).json.errors.address).toBeDefined();
    const made = await create({});
    expect([made.status, made.json.data.status]).toEqual([201, 'queue']);
    expect((await create({})).status).toBe(409);

    const after = (await as({ url: `/spa/sandbox/invoices/${id}` })).json.data;
    expect(after).toMatchObject({
      status: 'refund_requested',
      actions: { refund: false },
      refund_request: { status: 'approved' },
      refunds: [{ id: made.json.data.id, net_amount: '0.00093000' }],
    });
    const shown = (await as({ url: `/spa/sandbox/refunds/${made.json.data.id}` })).json.data;
    expect(shown).toMatchObject({ invoice_id: id, actions: { cancel: true } });
    const canceled = await as({ url: `/spa/sandbox/refunds/${made.json.data.id}/cancel`, method: 'POST' });
    expect(canceled.json.data.status).toBe('canceled');
    expect((await api.call({ url: `/customer/invoices/${id}` })).json.data).toMatchObject({
      status: 'overpaid',
      refunds: [],
    });
  });
});

test('approving one takes the second factor of those who have it, as approving a payout does', async () => {
  const careful = await api.merchant();
  const { profileId, user } = careful;
  const id = await paid(300_000n, careful);
  await execute(api.db, 'INSERT INTO payout_policy (profile_id, approval_required) VALUES ($1, true)', [profileId]);
  await execute(api.db, `UPDATE api_token SET created_by = 'a colleague' WHERE profile_id = $1`, [profileId]);
  const body = { amount: '0.00100000', address, fee_payer: 'recipient' };
  const headers = { 'idempotency-key': newId() };
  const made = await api.call({ url: `/api/v1/invoices/${id}/refunds`, body, headers, as: careful.token });
  expect(made.json.data.status).toBe('new');
  const as = await openBrowser(api);
  await expectStatus(200, as({ url: '/auth/login', body: { email: user.email, password: user.password } }));
  const { secret } = await turnTwoFactorOn(api, { browser: as, email: user.email });
  const approve = (factor: object) => as({ url: `/spa/sandbox/refunds/${made.json.data.id}/approve`, body: factor });
  expect((await approve({})).json.errors).toEqual({ two_fa_code: ['The two fa code field is required.'] });
  expect((await approve({ two_fa_code: await totp(secret) })).json.data.status).toBe('pending');
});

test('the merchant asks the payer for an address by mail, where there is one', async () => {
  const id = await paid();
  const as = await api.signIn(shop);
  const link = (invoiceId: string) => as({ url: `/spa/sandbox/invoices/${invoiceId}/refund-link`, method: 'POST' });
  expect((await link(id)).json.data.sent_to).toMatch(/^.•••@payer\.example$/);
  const unpaid = await makeInvoice(api.db, shop);
  expect((await link(unpaid.id)).status).toBe(409);
});

test('the same key asks the payer once; each new key sends another mail, three an hour', async () => {
  const id = await paid();
  const as = await api.signIn(shop);
  const link = (key: string) =>
    as({
      url: `/spa/sandbox/invoices/${id}/refund-link`,
      method: 'POST',
      headers: { 'idempotency-key': key },
    });
  const same = newId();
  for (const _ of [1, 2, 3, 4, 5]) expect((await link(same)).status).toBe(200);
  const mails = await select(
    api.db,
    `SELECT 1 FROM outbox WHERE topic = 'mail.refund' AND payload->>'invoiceId' = $1`,
    [id],
  );
  expect(mails).toHaveLength(1);
  expect([(await link(newId())).status, (await link(newId())).status, (await link(newId())).status]).toEqual([
    200, 200, 429,
  ]);
});

test('an address that a merchant types cools off, and the answers say until when and why', async () => {
  const careful = await api.merchant();
  const { profileId } = careful;
  await execute(api.db, 'INSERT INTO payout_policy (profile_id, cool_off_seconds) VALUES ($1, 3600)', [profileId]);
  const id = await paid(300_000n, careful);
  const as = await api.signIn(careful);
  const request = { invoice_id: id, amount: '0.00100000', fee_payer: 'recipient', address };
  const sent = await as({ url: '/spa/sandbox/refunds/create-token', body: request });
  expect(Date.parse(sent.json.data.not_before)).toBeGreaterThan(Date.now() + 3_500_000);
  const code = await lastCode(api, careful.user.email, 'refund_code');
  const headers = { 'idempotency-key': newId() };
  const made = await as({ url: '/spa/sandbox/refunds', body: { ...request, code }, headers });
  expect(made.json.data).toMatchObject({ status: 'pending', status_reason: 'cooling_off', status_words: null });
  const [row] = (await as({ url: '/spa/sandbox/refunds' })).json.data;
  expect(row).toMatchObject({ status_reason: 'cooling_off', not_before: made.json.data.not_before });
  expect(Date.parse(row.not_before)).toBeGreaterThan(Date.now() + 3_500_000);
});

test('a merchant types an address in the back office: a value at the current rate, fees on top', async () => {
  const id = await paid();
  await fund(api.db, shop, 'BTC', 50_000n);
  const as = await api.signIn(shop);
  const request = { invoice_id: id, value: '20.00', fee_payer: 'merchant', address };
  expect((await as({ url: '/spa/sandbox/refunds/create-token', body: request })).status).toBe(202);
  const code = await lastCode(api, shop.user.email, 'refund_code');
  const made = await as({
    url: '/spa/sandbox/refunds',
    body: { ...request, code },
    headers: { 'idempotency-key': newId() },
  });
  expect(made.json.data).toMatchObject({ amount: '0.00040000', net_amount: '0.00040000', total: '0.00044000' });
  const rows = (await as({ url: '/spa/sandbox/refunds' })).json.data;
  expect(rows[0]).toMatchObject({ id: made.json.data.id, created_by: { kind: 'user', name: 'Test Merchant' } });
});
