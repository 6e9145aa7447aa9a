import { beforeAll, expect, test } from 'vitest';
import { execute } from '../../../db/core/sql.ts';
import { documentSigner } from '../../../db/documents/keys.ts';
import { fund } from '../../../db/payouts/testing.fixture.ts';
import { recordAddresses } from '../../../db/reserves/addresses.ts';
import { publishReserveDay } from '../../../db/reserves/days.ts';
import { makeReserveDay } from '../../../db/reserves/make-day.ts';
import { testBox } from '../../../db/testing.fixture.ts';
import { openTestApi } from '../../testing/open-api.fixture.ts';
import { type StaffBrowser, signInStaff } from '../../testing/staff.fixture.ts';

let manager: StaffBrowser;

const api = await openTestApi();
beforeAll(async () => {
  manager = (await signInStaff(api, 'manager')).as;
});

const read = async (query: string) => (await manager({ url: `/staff/reserves?${query}` })).json.data;

async function makeDay(day: string): Promise<void> {
  const signer = await documentSigner(api.db, testBox);
  const gateway = 'https://pay.example';
  await makeReserveDay(api.db, signer, { mode: 'sandbox', day, gateway, isSimulated: () => false });
}

test('before the first day, the answer says when it is made; then it lists days, open ones too', async () => {
  const before = Date.now();
  const { days: none, first_day_at: firstAt } = await read('mode=sandbox');
  expect(none).toEqual([]);
  expect(Date.parse(firstAt) % 3_600_000).toBe(0);
  expect(Date.parse(firstAt)).toBeGreaterThan(before);

  const shop = await api.merchant();
  await fund(api.db, shop, 'BTC', 150_000n);
  await fund(api.db, shop, 'LTC', 500n);
  await makeDay('2026-11-28');
  const found = { branch: 1, derivationIndex: 0, readAt: new Date() } as const;
  const address = { ...found, address: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l', amounts: { BTC: '50000' } };
  const chain = { mode: 'sandbox', day: '2026-11-28', network: 'BTC' } as const;
  await recordAddresses(api.db, chain, [address, { ...address, address: 'bc1qother' }]);
  await execute(api.db, `UPDATE reserve_address SET public_key = '02', signature = 's' WHERE address <> 'bc1qother'`);
  await publishReserveDay(api.db, { mode: 'sandbox', day: '2026-11-28' });
  await makeDay('2026-11-29');

  const { days, first_day_at: no } = await read('mode=sandbox');
  expect(no).toBeNull();
  expect(
    days.map(({ day, published_at: at }: { day: string; published_at: string | null }) => [day, at !== null]),
  ).toEqual([
    ['2026-11-29', false],
    ['2026-11-28', true],
  ]);
  expect(days[0].assets[0]).toMatchObject({ gate_id: 'BTC', proven: null, unproven: null, coverage: null });
  // No node was asked that day, and the chain is simulated now.
  const btc = { gate_id: 'BTC', simulated: true, owed: '0.00150000', proven: '0.00050000', unproven: '0.00100000' };
  expect(days[1].assets).toEqual([
    { ...btc, coverage: '33.33%' },
    {
      gate_id: 'LTC',
      simulated: true,
      owed: '0.00000500',
      proven: '0.00000000',
      unproven: '0.00000500',
      coverage: '0%',
    },
  ]);
  expect(days[1].addresses).toEqual([{ network: 'BTC', signed: 1, unsigned: 1 }]);

  expect((await read('mode=sandbox&before=2026-11-29')).days).toHaveLength(1);
  expect((await read('mode=production')).days).toEqual([]);
  const older = await read('mode=sandbox&before=2026-11-28');
  expect(older).toEqual({ days: [], first_day_at: null });
  expect((await manager({ url: '/staff/reserves?mode=sandbox&before=2026-02-30' })).status).toBe(422);
});
