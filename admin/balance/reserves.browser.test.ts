import { describe, expect, it } from 'vitest';
import type { MerchantReserves } from '../../contract/reserves.ts';
import { permissionsOf } from '../../domain/accounts/permissions.ts';
import { withBackOffice } from '../testing/back-office.fixture.ts';
import { withDesk } from '../testing/browser.fixture.ts';
import { makeUser } from '../testing/fixtures.fixture.ts';
import { describeScreens } from '../testing/screens.fixture.ts';

const RESERVES = '/balance?tab=reserves';
const user = makeUser({ permissions: [...permissionsOf('admin')] });

function dayOf(day: string, balances: MerchantReserves['balances'] = []): MerchantReserves {
  return { day, moment: `${day}T00:00:41.000Z`, balances };
}

const balances: MerchantReserves['balances'] = [
  { gate_id: 'BTC', amount: '0.15000000', owed: '3.20000000', proven: '3.40000000' },
  { gate_id: 'USDT_TRC20', amount: '1250.000000', owed: '88000.000000', proven: '0.000000' },
  { gate_id: 'EUR', amount: '412.90', owed: '90111.20', proven: null },
];
const reserves = [dayOf('2026-11-29', balances), dayOf('2026-11-28', balances.slice(0, 1)), dayOf('2026-11-27')];

describeScreens('proof of reserves', [
  { name: 'days of the proof of reserves', path: RESERVES, state: { user, reserves } },
  { name: 'no day of the proof of reserves', path: RESERVES, state: { user } },
]);

describe('the proof of reserves', () => {
  const open = withDesk();
  const server = withBackOffice();
  const visit = async (state = {}) => {
    server.reset(structuredClone({ user, ...state }));
    const { page } = await open({ origin: server.url });
    await page.goto(`${server.url}${RESERVES}`);
    return page;
  };

  it('lists the days with a download for each on which something was owed', async () => {
    const page = await visit({ reserves });
    await page.getByRole('cell', { name: '2026-11-29' }).waitFor();
    await page.getByText('Nothing was owed').waitFor();
    const links = page.getByRole('link', { name: /^Download\s+proof of/ });
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      '/spa/sandbox/reserves/2026-11-29/proof.json',
      '/spa/sandbox/reserves/2026-11-28/proof.json',
    ]);
    const verifier = page.getByRole('link', { name: 'Get the offline verifier' });
    expect(await verifier.getAttribute('href')).toBe('/reserves/verifier.html');
    expect(await page.getByRole('button', { name: 'Show earlier days' }).count()).toBe(0);
    await page.context().close();
  });

  it('reads earlier days after the last one that is shown', async () => {
    const full = Array.from({ length: 30 }, (_, at) => dayOf(`2026-10-${String(30 - at).padStart(2, '0')}`));
    const page = await visit({ reserves: full });
    await page.getByRole('button', { name: 'Show earlier days' }).click();
    await expect
      .poll(() => server.state.calls.map(({ path }) => path))
      .toContain('/spa/sandbox/reserves?before=2026-10-01');
    await page.context().close();
  });

  it('says when there is no day yet', async () => {
    const page = await visit();
    await page.getByText('No day is proven yet').waitFor();
    await page.context().close();
  });
});
