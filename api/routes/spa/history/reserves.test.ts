import { beforeAll, expect, test } from 'vitest';
import { documentSigner } from '../../../../db/documents/keys.ts';
import { fund } from '../../../../db/payouts/testing.fixture.ts';
import { publishReserveDay } from '../../../../db/reserves/days.ts';
import { makeReserveDay } from '../../../../db/reserves/make-day.ts';
import { type TestMerchant, testBox } from '../../../../db/testing.fixture.ts';
import { verifyReserves } from '../../../../packages/cli/src/reserves-verifier.ts';
import { openTestApi } from '../../../testing/open-api.fixture.ts';
import type { TestAnswer, TestCall } from '../../../testing/server.fixture.ts';

let shop: TestMerchant;
let as: (call: TestCall) => Promise<TestAnswer>;

async function makeDay(day: string, isPublic = true): Promise<void> {
  const signer = await documentSigner(api.db, testBox);
  const gateway = 'https://pay.example';
  await makeReserveDay(api.db, signer, { mode: 'sandbox', day, gateway, isSimulated: () => true });
  if (isPublic) await publishReserveDay(api.db, { mode: 'sandbox', day });
}

const api = await openTestApi();
beforeAll(async () => {
  shop = await api.merchant();
  as = await api.signIn(shop);
  await fund(api.db, shop, 'BTC', 150_000n);
  await fund(api.db, await api.merchant(), 'BTC', 50_000n);
  await makeDay('2026-11-27');
  await makeDay('2026-11-28');
  await makeDay('2026-11-29', false);
});

test('a merchant reads what was owed on each public day, the newest first', async () => {
  const { json } = await as({ url: '/spa/sandbox/reserves' });
  expect(json.data.map(({ day }: { day: string }) => day)).toEqual(['2026-11-28', '2026-11-27']);
  expect(json.data[0].balances).toEqual([
    { gate_id: 'BTC', amount: '0.00150000', owed: '0.00200000', proven: '0.00000000' },
  ]);
  const older = await as({ url: '/spa/sandbox/reserves?before=2026-11-28' });
  expect(older.json.data.map(({ day }: { day: string }) => day)).toEqual(['2026-11-27']);
  expect((await as({ url: '/spa/production/reserves' })).json.data).toEqual([]);
  for (const before of ['yesterday', '2026-02-31', '2026-99-99']) {
    expect((await as({ url: `/spa/sandbox/reserves?before=${before}` })).status, before).toBe(422);
  }
});

test('the downloaded file verifies offline; another merchant gets a file of their own', async () => {
  const answer = await as({ url: '/spa/sandbox/reserves/2026-11-28/proof.json' });
  expect(answer.headers['content-disposition']).toBe('attachment; filename="reserves-sandbox-2026-11-28.json"');
  const verdict = await verifyReserves(answer.text);
  expect(verdict).toMatchObject({ mode: 'sandbox', day: '2026-11-28', merchantId: shop.merchantId });
  expect(verdict.balances).toEqual([{ gateId: 'BTC', decimals: 8, amount: 150_000n, owed: 200_000n }]);
  const stranger = await api.signIn(await api.merchant());
  const theirs = await stranger({ url: '/spa/sandbox/reserves/2026-11-28/proof.json' });
  expect((await verifyReserves(theirs.text)).balances).toEqual([]);
  expect(theirs.text).not.toContain(shop.merchantId);
});

test('a day that is not public, was never made, or is of the other mode is not found', async () => {
  for (const path of [
    'sandbox/reserves/2026-11-29',
    'sandbox/reserves/2020-01-01',
    'sandbox/reserves/2020-02-31',
    'production/reserves/2026-11-28',
  ]) {
    expect((await as({ url: `/spa/${path}/proof.json` })).status, path).toBe(404);
  }
});
