import { beforeAll, expect, test } from 'vitest';
import { isStopped } from '../../../db/payouts/emergency-stop.ts';
import { NETWORKS } from '../../../domain/assets/assets.ts';
import { openTestApi } from '../../testing/open-api.fixture.ts';
import { type StaffBrowser, signInStaff } from '../../testing/staff.fixture.ts';

let manager: StaffBrowser;

const api = await openTestApi();
beforeAll(async () => {
  manager = (await signInStaff(api, 'manager')).as;
});

const change = (network: string, stopped: boolean) =>
  manager({ url: '/staff/custody/stop', body: { mode: 'production', network, stopped, reason: 'A drill.' } });
const isHeld = (network: 'BTC' | 'SEPA') => isStopped(api.db, { mode: 'production', network });

test('each network and SEPA has a stop of its own beside the one of everything', async () => {
  const { stops } = (await manager({ url: '/staff/custody' })).json.data;
  const names = stops
    .filter(({ mode }: { mode: string }) => mode === 'production')
    .map((each: { network: string }) => each.network);
  expect(names.toSorted()).toEqual([...NETWORKS, 'SEPA', '*'].toSorted());
});

test('the stop of SEPA holds euro and no coins, and its release releases nothing else', async () => {
  expect((await change('SEPA', true)).status).toBe(200);
  expect([await isHeld('SEPA'), await isHeld('BTC')]).toEqual([true, false]);
  expect((await change('*', true)).status).toBe(200);
  const { stops } = (await change('SEPA', false)).json.data;
  expect(stops).toContainEqual(expect.objectContaining({ mode: 'production', network: 'SEPA', stopped: false }));
  expect([await isHeld('SEPA'), await isHeld('BTC')]).toEqual([true, true]);
  expect((await change('*', false)).status).toBe(200);
  expect([await isHeld('SEPA'), await isHeld('BTC')]).toEqual([false, false]);
  expect((await change('DOGE', true)).status).toBe(422);
});
