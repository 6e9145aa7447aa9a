import { expect, it } from 'vitest';
import { bookEntries } from '../../../db/bank/book-entries.ts';
import { storeIncomingFile } from '../../../db/bank/files.ts';
import { inTransaction, moneyTransaction } from '../../../db/core/sequelize.ts';
import { GATEWAY } from '../../../db/ledger/accounts.ts';
import { postTransfers } from '../../../db/ledger/transfers.ts';
import { applyStep } from '../../../db/process/apply.ts';
import { testBox } from '../../../db/testing.fixture.ts';
import { transferProcess } from '../../../db/treasury/moves/process.ts';
import { approveTransfer, proposeByStaff } from '../../../db/treasury/moves/propose.ts';
import { routesTable } from '../../../db/treasury/moves/rows.ts';
import { beginSending } from '../../../db/treasury/moves/send.ts';
import { actOf, confirmedRoute, openTestTreasury, transferNow } from '../../../db/treasury/moves/testing.fixture.ts';
import { treasuryResultsTable } from '../../../db/treasury/rows.ts';
import { newId } from '../../../domain/ids.ts';
import { today } from '../../../scripts/testing/today.ts';
import { inspect, PATIENCE_MS, withConsole } from '../console.fixture.ts';

const staff = withConsole();

/** A position of 0.125 BTC, and results of a fortnight, good days and bad ones. */
async function conversions(): Promise<void> {
  const todayMs = Date.parse(await today());
  const account = { owner: GATEWAY, mode: 'sandbox', asset: 'BTC' } as const;
  const debit = { ...account, kind: 'custody:BTC' } as const;
  const postings = [{ debit, credit: { ...account, kind: 'position' } as const, minor: 12_500_000n }];
  await inTransaction(staff.api.db, async (tx) => {
    await postTransfers(tx, [{ key: `test:${newId()}`, kind: 'test', postings }]);
    for (let day = 0; day < 14; day += 1) {
      const minor = day === 3 ? -125_040n : BigInt(10_000 + 2_000 * day) * (day % 4 === 1 ? -1n : 1n);
      const valuedAt = new Date(todayMs - day * 86_400_000);
      await treasuryResultsTable.create(tx, { id: newId(), mode: 'sandbox', minor, valuedAt });
    }
  });
}

it('shows the treasury, and stops and resumes hedging with a reason', { timeout: PATIENCE_MS }, async () => {
  await conversions();
  const { page, leave } = await staff.deskOf('manager', 'Nora Lind');
  await page.getByRole('link', { name: 'Treasury' }).click();
  await page.getByRole('heading', { name: 'Treasury', level: 1 }).waitFor();
  await page.getByText('No result has been booked yet.').waitFor();
  await inspect(page, 'treasury-production');
  await page.getByRole('button', { name: 'Sandbox' }).click();
  await page
    .getByText(/^0\.12500000.BTC$/)
    .first()
    .waitFor();
  await page.getByText(/^Result of the last 14 days: .* The worst day was .*20\d\d with −€1,250\.40\.$/).waitFor();
  await expect.poll(() => page.locator('.MuiBarElement-root, .MuiBarChart-element').count()).toBe(14);
  await inspect(page, 'treasury');
  await page.getByRole('button', { name: 'Stop hedging: All assets, sandbox' }).click();
  await page.getByLabel('Reason').fill('The exchange has maintenance.');
  await page.getByRole('button', { name: 'Stop hedging', exact: true }).click();
  await page.getByText(/The exchange has maintenance/).waitFor();
  await page.getByRole('button', { name: 'Resume hedging: All assets, sandbox' }).click();
  await page.getByLabel('Reason').fill('It is over.');
  await page.getByRole('button', { name: 'Resume hedging', exact: true }).click();
  await page.getByRole('button', { name: 'Stop hedging: All assets, sandbox' }).waitFor();
  await leave();
});

it('changes limits by two people of two roles', { timeout: PATIENCE_MS }, async () => {
  const treasuryOf = async (role: 'manager' | 'representative', name: string) => {
    const desk = await staff.deskOf(role, name);
    await desk.page.getByRole('link', { name: 'Treasury' }).click();
    await desk.page.getByRole('heading', { name: 'Treasury', level: 1 }).waitFor();
    return desk;
  };
  const manager = await treasuryOf('manager', 'Nora Lind');
  await manager.page.getByRole('button', { name: 'Change limits of ETH' }).click();
  const asking = manager.page.getByRole('dialog');
  await asking.getByLabel('Position limit').fill('10');
  await asking.getByRole('button', { name: 'Request change' }).click();
  await asking.getByText('The position limit must not be below the threshold.').waitFor();
  await asking.getByText('A reason is required.').waitFor();
  await inspect(manager.page, 'treasury-limits');
  await asking.getByLabel('Position limit').fill('200000');
  await asking.getByLabel('Price bound').fill('0.3');
  await asking.getByLabel('Reason').fill('More conversions are expected.');
  await asking.getByRole('button', { name: 'Request change' }).click();
  await manager.page.getByText('Waits for a second person').waitFor();
  await manager.page.getByRole('button', { name: 'Change limits of daily losses' }).click();
  await asking.getByLabel('Daily loss limit').fill('7500');
  await asking.getByLabel('Reason').fill('Larger volumes.');
  await asking.getByRole('button', { name: 'Request change' }).click();
  await asking.waitFor({ state: 'detached' });
  const requests = manager.page.getByRole('region', { name: 'Requested limits' });
  await requests.getByText('Daily loss limit: €5,000.00 → €7,500.00').waitFor();
  expect(await requests.getByRole('button').count()).toBe(0);
  expect(await manager.page.getByRole('button', { name: 'Change limits of ETH' }).count()).toBe(0);
  await manager.leave();

  const overseer = await treasuryOf('representative', 'Ines Holm');
  const { page } = overseer;
  await page.getByText('Price bound: 0.5% → 0.3%').waitFor();
  await page.getByText('Position limit: €100,000.00 → €200,000.00').waitFor();
  await inspect(page, 'treasury-requests');
  await page.getByRole('button', { name: 'Confirm the change: ETH' }).click();
  await page.getByRole('dialog').getByText('Position limit: €100,000.00 → €200,000.00').waitFor();
  await inspect(page, 'treasury-confirm');
  await page.getByRole('button', { name: 'Confirm change' }).click();
  await page.getByText('The limits are changed.').waitFor();
  await page.getByRole('row', { name: /^ETH .*€200,000\.00/ }).waitFor();
  await page.getByRole('button', { name: 'Confirm the change: Loss limit' }).click();
  await page.getByRole('button', { name: 'Confirm change' }).click();
  await page.getByRole('region', { name: 'Requested limits' }).waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'Loss limit' }).getByText('€7,500.00').waitFor();
  await overseer.leave();
});

it('own money takes routes that two people confirmed, and moves when it is approved', {
  timeout: PATIENCE_MS,
}, async () => {
  const openTab = async (role: 'manager' | 'mlro', name: string, tab: string) => {
    const desk = await staff.deskOf(role, name);
    await desk.page.getByRole('link', { name: 'Treasury' }).click();
    await desk.page.getByRole('button', { name: 'Sandbox' }).click();
    await desk.page.getByRole('link', { name: tab }).click();
    return { ...desk, dialog: desk.page.getByRole('dialog') };
  };
  const route = 'Kraken → Bank account, EUR';
  const manager = await openTab('manager', 'Nora Lind', 'Transfers');
  await manager.page.getByText('Request a route first', { exact: false }).waitFor();
  await inspect(manager.page, 'transfers-none');
  await manager.page.getByRole('link', { name: 'Routes and levels' }).click();
  await manager.page.getByRole('button', { name: 'Request route' }).click();
  await manager.dialog.getByRole('button', { name: 'Request', exact: true }).click();
  await manager.dialog.getByText('A reason is required.').waitFor();
  await manager.dialog.getByLabel('From').selectOption('Bank account');
  await manager.dialog.getByLabel('IBAN').waitFor();
  await manager.dialog.getByLabel('To', { exact: true }).selectOption('Bank account');
  await manager.dialog.getByLabel('Asset').selectOption('EUR');
  await manager.dialog.getByText('One end must be an exchange.').waitFor();
  await inspect(manager.page, 'route-request');
  await manager.dialog.getByLabel('From').selectOption('Kraken');
  await manager.dialog.getByLabel('Reason').fill('Euro for withdrawals.');
  await manager.dialog.getByRole('button', { name: 'Request', exact: true }).click();
  await manager.dialog.getByText('The name of the destination in the exchange’s list is required.').waitFor();
  await manager.dialog.getByLabel('Name at the exchange').fill('house-bank');
  await manager.dialog.getByRole('button', { name: 'Request', exact: true }).click();
  await manager.page.getByRole('row', { name: /Waits for a second person/ }).waitFor();
  expect(await manager.page.getByRole('button', { name: `Confirm the route: ${route}` }).count()).toBe(0);
  await manager.page.getByRole('button', { name: 'Set level' }).click();
  await manager.dialog.getByLabel('Place').selectOption('Bank account');
  await manager.dialog.getByLabel('Asset').selectOption('EUR');
  await manager.dialog.getByLabel('Floor').fill('10000');
  await manager.dialog.getByLabel('Target').fill('25000');
  await manager.dialog.getByLabel('Reason').fill('A week of withdrawals.');
  await manager.dialog.getByRole('button', { name: 'Set level' }).click();
  await manager.page.getByRole('row', { name: /€25,000\.00/ }).waitFor();
  await inspect(manager.page, 'routes');

  const overseer = await openTab('mlro', 'Ines Holm', 'Routes and levels');
  await overseer.page.getByRole('button', { name: `Confirm the route: ${route}` }).click();
  await overseer.dialog.getByText('Named “house-bank” at the exchange').waitFor();
  await inspect(overseer.page, 'route-confirm');
  await overseer.dialog.getByLabel('Reason').fill('Compared with the exchange.');
  await overseer.dialog.getByRole('button', { name: 'Confirm route' }).click();
  await overseer.page.getByText('The route is confirmed.').waitFor();

  await manager.page.getByRole('link', { name: 'Transfers' }).click();
  await manager.page.reload();
  await manager.page.getByRole('button', { name: 'Propose transfer' }).click();
  await manager.dialog.getByLabel('Amount').fill('20000');
  await manager.dialog.getByLabel('Reason').fill('The bank is below its floor.');
  await inspect(manager.page, 'transfer-propose');
  await manager.dialog.getByRole('button', { name: 'Propose', exact: true }).click();
  const name = 'Details of €20,000.00, Kraken → Bank account';
  await manager.page.getByRole('button', { name }).click();
  await manager.dialog.getByText('The bank is below its floor.').waitFor();
  await inspect(manager.page, 'transfer');
  await manager.dialog.getByRole('button', { name: 'Approve' }).click();
  await manager.dialog.getByText(/^€20,000\.00 will leave: Kraken → Bank account/).waitFor();
  await manager.dialog.getByLabel('Reason').fill('As planned.');
  await manager.dialog.getByRole('button', { name: 'Approve transfer' }).click();
  // A valuable one waits for a person of another role.
  await manager.dialog.getByText('Waits for approval').waitFor();
  expect(await manager.dialog.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  await manager.dialog.getByRole('button', { name: 'Close' }).last().click();
  await manager.leave();

  await overseer.page.getByRole('link', { name: 'Transfers' }).click();
  await overseer.page.getByRole('button', { name }).click();
  await overseer.dialog.getByRole('button', { name: 'Refuse' }).click();
  await overseer.dialog.getByLabel('Reason').fill('Not this week.');
  await overseer.dialog.getByRole('button', { name: 'Refuse transfer' }).click();
  await overseer.dialog.getByText('Not this week.').waitFor();
  await overseer.dialog.getByRole('button', { name: 'Close' }).last().click();
  await inspect(overseer.page, 'transfers');
  await overseer.leave();
});

/** Euro that an exchange has sent to the bank, and a credit without its reference in suspense. */
async function namelessArrival(): Promise<string> {
  const { db } = staff.api;
  const treasury = await openTestTreasury(db);
  const { settings } = treasury;
  const way = { from: 'exchange:kraken', to: 'bank:main', gateId: 'EUR' } as const;
  const known = await routesTable.findOne(db, { status: 'confirmed' });
  const proposal = { routeId: known?.id ?? (await confirmedRoute(treasury, way)).id, amountMinor: 70_000n };
  const { id } = await moneyTransaction(db, (tx) =>
    proposeByStaff(tx, settings, proposal, actOf(treasury.staff.manager)),
  );
  await moneyTransaction(db, (tx) => approveTransfer(tx, settings, id, actOf(treasury.staff.mlro)));
  await moneyTransaction(db, (tx) => beginSending(tx, settings, { id, nowMs: Date.now() }));
  const event = { type: 'depart', netMinor: 69_900n, venueId: 'W1', txid: null } as const;
  await moneyTransaction(db, (tx) => applyStep(tx, transferProcess, { id, event, cause: null, nowMs: Date.now() }));
  const file = { mode: 'sandbox', name: 'arrival.xml', bytes: Buffer.from(newId()), problem: null } as const;
  const { id: fileId } = await storeIncomingFile(db, testBox, file);
  const entry = {
    ...({ key: newId(), amountMinor: 69_900n, direction: 'credit', day: '2026-11-24' } as const),
    code: 'PMNT/RCDT/ESCT',
    isReversal: false,
    bankReference: 'B7',
    endToEndId: null,
    creditorReference: null,
    remittance: 'Nothing',
    partyName: 'Payward',
    partyIban: null,
    returnCode: null,
    returnWords: null,
  };
  const batch = { mode: 'sandbox', fileId: fileId ?? '', isStated: true, entries: [entry], nowMs: Date.now() } as const;
  await moneyTransaction(db, (tx) => bookEntries(tx, batch));
  return id;
}

it('books a credit in suspense as the arrival of own money', { timeout: PATIENCE_MS }, async () => {
  const id = await namelessArrival();
  const { page, leave } = await staff.deskOf('manager', 'Nora Lind');
  await page.goto(`${staff.origin}/compliance/treasury?tab=transfers&mode=sandbox`);
  await page.getByRole('button', { name: 'Details of €700.00, Kraken → Bank account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Book arrival' }).click();
  const option = dialog.getByRole('option', { name: /Payward/ });
  await option.waitFor({ state: 'attached', timeout: 20_000 });
  await dialog.getByLabel('Entry of the bank').selectOption((await option.getAttribute('value')) ?? '');
  await dialog.getByLabel('Reason').fill('The exchange has confirmed it.');
  await inspect(page, 'transfer-arrival');
  await dialog.getByRole('button', { name: 'Book entry' }).click();
  await expect.poll(async () => (await transferNow(staff.api.db, id)).status).toBe('arrived');
  await leave();
});
