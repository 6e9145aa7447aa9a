import { beforeAll, expect, test } from 'vitest';
import {
  makeInvoice,
  makeRates,
  paymentsChanged,
  recordPayment,
  setPayment,
  settleNow,
} from '../../../db/invoices/testing.fixture.ts';
import { RECIPIENTS } from '../../../db/payouts/testing.fixture.ts';
import { newId } from '../../../domain/ids.ts';
import { expectStatus } from '../../testing/accounts.fixture.ts';
import { lastCode, mailsTo } from '../../testing/mails.fixture.ts';
import { openTestApi } from '../../testing/open-api.fixture.ts';

const api = await openTestApi();
beforeAll(async () => {
  await makeRates(api.db);
});

test('an address that a refund uses first is mailed to the team', async () => {
  const shop = await api.merchant();
  const as = await api.signIn(shop);
  const { id } = await makeInvoice(api.db, shop, {});
  const payment = await recordPayment(api.db, { invoiceId: id, minor: 300_000n });
  await paymentsChanged(api.db, id);
  await setPayment(api.db, payment, 'confirmed');
  await paymentsChanged(api.db, id);
  await settleNow(api.db, id);
  const address = RECIPIENTS.BTC;
  const request = { invoice_id: id, amount: '0.001', address, fee_payer: 'recipient' };
  await expectStatus(202, as({ url: '/spa/sandbox/refunds/create-token', body: request }));
  const code = await lastCode(api, shop.user.email, 'refund_code');
  const headers = { 'idempotency-key': newId() };
  await expectStatus(201, as({ url: '/spa/sandbox/refunds', body: { ...request, code }, headers }));
  const told = (await mailsTo(api, shop.user.email)).filter(({ kind }) => kind === 'payout_address_added');
  expect(told).toMatchObject([{ values: { address, by: 'Test Merchant', mode: 'sandbox' } }]);
});
