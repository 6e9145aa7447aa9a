import { expect, it } from 'vitest';
import { documentSigner } from '../../../db/documents/keys.ts';
import { fund } from '../../../db/payouts/testing.fixture.ts';
import { publishReserveDay } from '../../../db/reserves/days.ts';
import { makeReserveDay } from '../../../db/reserves/make-day.ts';
import { testBox } from '../../../db/testing.fixture.ts';
import { inspect, PATIENCE_MS, withConsole } from '../console.fixture.ts';

const staff = withConsole();

it('says when the first day is made, then shows days with what they prove', { timeout: PATIENCE_MS }, async () => {
  const { page, leave } = await staff.deskOf('manager', 'Otto Kay');
  await page.getByRole('link', { name: 'Reserves' }).click();
  await page.getByRole('button', { name: 'Sandbox' }).click();
  await page.getByText('No day is made yet').waitFor();
  await page.getByText(/^The first day is made at .+:00/).waitFor();
  await inspect(page, 'staff-reserves-none');

  const { db } = staff.api;
  const shop = await staff.api.merchant();
  await fund(db, shop, 'BTC', 150_000n);
  await fund(db, shop, 'LTC', 500n);
  const signer = await documentSigner(db, testBox);
  const gateway = 'https://pay.example';
  const make = (day: string) => makeReserveDay(db, signer, { mode: 'sandbox', day, gateway, isSimulated: () => true });
  await make('2026-11-28');
  await publishReserveDay(db, { mode: 'sandbox', day: '2026-11-28' });
  await make('2026-11-29');
  await page.reload();
  await page.getByText('2026-11-28', { exact: true }).filter({ visible: true }).waitFor();
  await page.getByText('In progress').filter({ visible: true }).waitFor();
  expect(await page.getByText('simulated, proves nothing').filter({ visible: true }).count()).toBe(4);
  expect(await page.getByRole('link', { name: 'Statement of 2026-11-28' }).getAttribute('href')).toBe(
    '/reserves/2026-11-28.json?mode=sandbox',
  );
  expect(await page.getByRole('link', { name: 'Statement of 2026-11-29' }).count()).toBe(0);
  await inspect(page, 'staff-reserves');
  await leave();
});
