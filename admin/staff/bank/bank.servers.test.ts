import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { bookEntries } from '../../../db/bank/book-entries.ts';
import { noteContradiction } from '../../../db/bank/contradictions.ts';
import { openDifference } from '../../../db/bank/differences.ts';
import { sealBytes, storeIncomingFile } from '../../../db/bank/files.ts';
import { keptOf } from '../../../db/bank/kept-entries.ts';
import { bankPaymentsTable } from '../../../db/bank/payment-rows.ts';
import { addBankPayments } from '../../../db/bank/payments.ts';
import { bankEntriesTable, bankFilesTable, bankStatementsTable } from '../../../db/bank/rows.ts';
import { cardDesk } from '../../../db/card-orders/testing.fixture.ts';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { commissionOwed } from '../../../db/deposits/card-commission.ts';
import { depositsAt, makeEuroAddress } from '../../../db/deposits/testing.fixture.ts';
import { makeShop } from '../../../db/invoices/testing.fixture.ts';
import { testBox } from '../../../db/testing.fixture.ts';
import { spacedReference } from '../../../domain/bank/creditor-reference.ts';
import type { StatementEntry } from '../../../domain/bank/messages.ts';
import { newId } from '../../../domain/ids.ts';
import { tabTo } from '../../../scripts/testing/browser.ts';
import { inspect, PATIENCE_MS, withConsole } from '../console.fixture.ts';

const staff = withConsole();
const BYTES = Buffer.from('<Document>not much</Document>');

const debit: StatementEntry & { key: string } = {
  key: 'unknown-1',
  amountMinor: 1234n,
  direction: 'debit',
  day: '2026-11-24',
  code: 'PMNT/ICDT/ESCT',
  isReversal: false,
  bankReference: 'B1',
  endToEndId: null,
  creditorReference: null,
  remittance: 'Card terminal',
  partyName: 'Port Services',
  partyIban: null,
  returnCode: null,
  returnWords: null,
};
const credit = {
  ...debit,
  key: 'credit-1',
  direction: 'credit',
  remittance: 'Thanks',
  partyName: 'Nora Quay',
} as const;

/** Production's account with one of everything that a person has to look at. */
async function busyBank(): Promise<void> {
  const { db } = staff.api;
  const mode = 'production';
  const { id: fileId } = await storeIncomingFile(db, testBox, {
    mode,
    name: 'camt053-refused.xml',
    bytes: BYTES,
    problem: 'The opening balance is not the last closing one.',
  });
  const id = newId();
  await inTransaction(db, async (tx) => {
    await bookEntries(tx, { mode, fileId: fileId ?? '', isStated: true, entries: [debit, credit], nowMs: Date.now() });
    await openDifference(tx, {
      mode,
      fileId: fileId ?? '',
      differenceMinor: -1234n,
      stops: true,
      explanation: 'The statement closes below the books.',
    });
    await bankFilesTable.create(tx, {
      id,
      mode,
      direction: 'out',
      kind: 'pain.001',
      messageId: 'TG20261124A',
      name: 'pain001-TG20261124A.xml',
      state: 'sending',
      totalMinor: 125_000n,
      payments: 2,
      size: BYTES.length,
      sha256: createHash('sha256').update(BYTES).digest(),
      content: await sealBytes(testBox, id, BYTES),
      createdAt: new Date(Date.now() - 3_600_000),
    });
  });
  const { merchantId } = await staff.api.merchant();
  const withdrawalId = newId();
  const address = { town: 'Köln', country: 'DE' };
  const creditor = { name: 'Quay Trading', iban: 'DE89370400440532013000', bic: null, address };
  await inTransaction(db, async (tx) => {
    const payment = { withdrawalId, merchantId, mode, amountMinor: 99_000n, creditor, remittance: 'Payout' } as const;
    await addBankPayments(tx, [payment]);
    const question = { status: 'name_question', reasonCode: 'RVMC', payeeName: 'Quay Trading Ltd' } as const;
    await bankPaymentsTable.update(tx, question, { id: withdrawalId });
    const own = { ...payment, withdrawalId: newId(), merchantId: null, amountMinor: 450_000n, remittance: 'Deposit' };
    await addBankPayments(tx, [{ ...own, creditor: { ...creditor, name: 'Exchange Harbor' } }]);
    const dispute = { status: 'accepted', carriedOut: true, disputed: true, reasonCode: 'AC04', files: 1 } as const;
    await bankPaymentsTable.update(tx, dispute, { id: own.withdrawalId });
  });
}

it('shows an empty bank in words, in both modes', { timeout: PATIENCE_MS }, async () => {
  const { page, leave } = await staff.deskOf('representative', 'Ines Holm');
  await page.getByRole('link', { name: 'Bank' }).click();
  await page.getByText('The bank and the books agree.').waitFor();
  await page.getByText('No payment waits for an answer about its name.').waitFor();
  await inspect(page, 'bank-empty');
  await page.getByRole('button', { name: 'Sandbox' }).click();
  await page.getByRole('link', { name: 'Unclaimed credits' }).click();
  await page.getByText('No unclaimed credits').waitFor();
  expect(new URL(page.url()).search).toBe('?tab=credits&mode=sandbox');
  await page.getByRole('link', { name: 'Files' }).click();
  await page.getByText('No files yet').waitFor();
  await inspect(page, 'bank-no-files');
  await leave();
});

it('lets two people match a credit without a reference to a customer', { timeout: PATIENCE_MS }, async () => {
  const { db } = staff.api;
  const shop = await makeShop(db, { mode: 'sandbox' });
  const address = await makeEuroAddress(db, shop, { reference: 'customer-7' });
  const file = { mode: 'sandbox', name: 'camt053-7.xml', bytes: Buffer.from('<Seven/>'), problem: null } as const;
  const { id: fileId } = await storeIncomingFile(db, testBox, file);
  const entry = { ...credit, key: 'credit-7', partyIban: 'DE89370400440532013000', remittance: 'For customer 7' };
  await inTransaction(db, (tx) =>
    bookEntries(tx, { mode: 'sandbox', fileId: fileId ?? '', isStated: true, entries: [entry], nowMs: Date.now() }),
  );
  const balances = { openingMinor: 0n, closingMinor: entry.amountMinor, closingDay: '2026-11-24', entries: 1 };
  const statement = { id: newId(), mode: 'sandbox', fileId: fileId ?? '', statementId: 'S-7', ...balances } as const;
  await bankStatementsTable.create(db, statement);
  const credits = `${staff.origin}/compliance/bank?tab=credits&mode=sandbox`;
  const first = await staff.deskOf('manager', 'Rosa Lind');
  await first.page.goto(credits);
  await first.page.getByRole('button', { name: /^Match .* from Nora Quay/ }).click();
  const dialog = first.page.getByRole('dialog');
  await dialog.getByLabel('Creditor reference').fill('RF00539007547034');
  await dialog.getByLabel('Reason').fill('The payer sent the receipt.');
  await dialog.getByRole('button', { name: 'Propose' }).click();
  await dialog.getByText('This is no creditor reference: check its digits.').waitFor();
  await dialog.getByLabel('Creditor reference').fill(spacedReference(address.creditorReference ?? ''));
  await inspect(first.page, 'bank-match');
  await dialog.getByRole('button', { name: 'Propose' }).click();
  await first.page
    .getByText(/Deposit of the customer customer-7/)
    .filter({ visible: true })
    .waitFor();
  expect(await first.page.getByRole('button', { name: /^Review/ }).count()).toBe(0);
  await inspect(first.page, 'bank-credits-proposed');
  await first.leave();

  const { page, leave } = await staff.deskOf('representative', 'Ines Holm');
  await page.goto(credits);
  await page.getByRole('button', { name: /^Review the proposal/ }).click();
  await page.getByRole('dialog').getByText('Rosa Lind proposed it: The payer sent the receipt.').waitFor();
  await inspect(page, 'bank-match-review');
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('No unclaimed credits').waitFor();
  expect(await depositsAt(db, address.id)).toMatchObject([{ amountMinor: 1234n }]);
  await leave();
});

it('lets two people book a credit as commission of the card partner', { timeout: PATIENCE_MS }, async () => {
  const { db } = staff.api;
  const file = { mode: 'sandbox', name: 'camt053-8.xml', bytes: Buffer.from('<Eight/>'), problem: null } as const;
  const { id: fileId } = await storeIncomingFile(db, testBox, file);
  const entry = { ...credit, key: 'credit-8', partyName: 'Card Partner Ltd', remittance: 'Commission of November' };
  const desk = cardDesk(db);
  await desk.delivered(await makeShop(db, { mode: 'sandbox' }), { fiatMinor: 100_000n });
  const owed = await commissionOwed(db, 'sandbox');
  await inTransaction(db, (tx) =>
    bookEntries(tx, { mode: 'sandbox', fileId: fileId ?? '', isStated: true, entries: [entry], nowMs: Date.now() }),
  );
  const balances = { openingMinor: 0n, closingMinor: entry.amountMinor, closingDay: '2026-11-24', entries: 1 };
  const statement = { id: newId(), mode: 'sandbox', fileId: fileId ?? '', statementId: 'S-8', ...balances } as const;
  await bankStatementsTable.create(db, statement);
  const credits = `${staff.origin}/compliance/bank?tab=credits&mode=sandbox`;
  const first = await staff.deskOf('manager', 'Rosa Lind');
  await first.page.goto(credits);
  await first.page.getByRole('button', { name: /^Book .* from Card Partner Ltd as card commission/ }).click();
  const dialog = first.page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('As in the statement of the partner.');
  await inspect(first.page, 'bank-commission');
  await dialog.getByRole('button', { name: 'Propose' }).click();
  await first.page
    .getByText(/Commission that the card partner owed/)
    .filter({ visible: true })
    .waitFor();
  await first.leave();

  const { page, leave } = await staff.deskOf('representative', 'Ines Holm');
  await page.goto(credits);
  await page.getByRole('button', { name: /^Review the proposal/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('No unclaimed credits').waitFor();
  expect(await commissionOwed(db, 'sandbox')).toBe(owed - entry.amountMinor);
  await leave();
});

it('lets the manager settle what stops payments, and others only look', { timeout: PATIENCE_MS }, async () => {
  await busyBank();
  const overseer = await staff.deskOf('representative', 'Ines Holm');
  await overseer.page.goto(`${staff.origin}/compliance/bank`);
  await overseer.page.getByText('Payments stopped', { exact: true }).waitFor();
  expect(await overseer.page.getByRole('button', { name: /^(Resolve|Book)/ }).count()).toBe(0);
  await overseer.page.getByRole('link', { name: 'Files' }).click();
  await overseer.page.getByRole('row', { name: /^pain001/ }).waitFor();
  expect(await overseer.page.getByRole('button', { name: /^(Read|Send) again/ }).count()).toBe(0);
  await overseer.leave();

  const { page, leave } = await staff.deskOf('manager', 'Otto Kay');
  await page.getByRole('link', { name: 'Bank' }).click();
  await page.getByText('Quay Trading Ltd').filter({ visible: true }).waitFor();
  await inspect(page, 'bank');
  await page.getByRole('button', { name: 'Book as cost: €12.34' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('To Port Services: Card terminal').waitFor();
  await dialog.getByLabel('Reason').fill('Fee of the card terminal.');
  await inspect(page, 'bank-cost');
  await dialog.getByRole('button', { name: 'Book as cost' }).click();
  await page.getByText('Every debit of the account belongs to something in the books.').waitFor();
  // By keyboard alone: the dialog begins at its reason, and two stops further is its button.
  await tabTo(page, 'Resolve the difference of −€12.34');
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
  await dialog.getByText('A reason is required.').waitFor();
  await page.keyboard.type('It was the card terminal.');
  await inspect(page, 'bank-resolve');
  for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
  await page.getByText('Payments enabled', { exact: true }).waitFor();
  await page.getByText(/^Resolved by Otto Kay, .*It was the card terminal\.$/).waitFor();

  await page.getByRole('button', { name: 'Recall €990.00 to Quay Trading' }).waitFor();
  await page.getByRole('button', { name: 'Pay €990.00 to Quay Trading' }).click();
  await dialog.getByText(/stays as two people confirmed it\. .* with the name Quay Trading Ltd\.$/).waitFor();
  await dialog.getByLabel('Reason').fill('The company was renamed.');
  await inspect(page, 'bank-name');
  await dialog.getByRole('button', { name: 'Pay' }).click();
  await page.getByText('No payment waits for an answer about its name.').waitFor();

  await page.getByRole('button', { name: 'Not paid: €4,500.00 to Exchange Harbor' }).click();
  await dialog.getByLabel('Reason').fill('The bank has not made it.');
  await inspect(page, 'bank-not-paid');
  await dialog.getByRole('button', { name: 'Not paid' }).click();
  await page.getByText('Requested by Otto Kay: The bank has not made it.').filter({ visible: true }).waitFor();
  await inspect(page, 'bank-not-paid-requested');
  const second = await staff.deskOf('mlro', 'Mara Voss');
  await second.page.goto(`${staff.origin}/compliance/bank`);
  await second.page.getByRole('button', { name: 'Confirm as not paid: €4,500.00 to Exchange Harbor' }).click();
  await second.page.getByText('The payment has ended. Its money is where it was.').waitFor();
  await second.leave();

  await page.getByRole('link', { name: 'Unclaimed credits' }).click();
  await page.getByRole('row', { name: /^Nora Quay Thanks/ }).waitFor();
  await inspect(page, 'bank-credits');
  await page.getByRole('link', { name: 'Files' }).click();
  await page.getByText('Outcome unknown').filter({ visible: true }).waitFor();
  await inspect(page, 'bank-files');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download camt053-refused.xml' }).click();
  expect(await readFile(await (await saved).path())).toEqual(BYTES);
  await page.getByRole('button', { name: 'Read again: camt053-refused.xml' }).click();
  await dialog.getByLabel('Reason').fill('The statement before it has come.');
  await dialog.getByRole('button', { name: 'Read again' }).click();
  await page.getByText('The file will be read again.').waitFor();
  await page.getByRole('button', { name: 'Send again: pain001-TG20261124A.xml' }).click();
  await dialog.getByText(/Ask the bank first, by the message ID TG20261124A\./).waitFor();
  await dialog.getByLabel('Reason').fill('The bank does not have it.');
  await inspect(page, 'bank-send-again');
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('row', { name: /^pain001.*Written/ }).waitFor();
  expect(await page.getByRole('button', { name: /^(Read|Send) again/ }).count()).toBe(0);
  await leave();
});

/** A refused statement that denies the credit. */
async function contradiction(): Promise<void> {
  const { db } = staff.api;
  const mode = 'production';
  const bytes = Buffer.from('<Document>another one</Document>');
  const problem = 'Statement 2026-329 of 2026-11-24 contradicts what is booked.';
  const { id: fileId } = await storeIncomingFile(db, testBox, { mode, name: 'camt053-329.xml', bytes, problem });
  const row = await bankEntriesTable.findOne(db, { mode, key: credit.key });
  if (row === undefined) throw new Error('The credit is not booked.');
  const said = { ...debit, key: 'said-1', remittance: 'Monthly fee of the account', partyName: 'Harbor Bank' };
  await inTransaction(db, (tx) =>
    noteContradiction(tx, {
      mode,
      fileId: fileId ?? '',
      statementId: '2026-329',
      closingDay: '2026-11-24',
      nowMs: Date.now(),
      differenceMinor: -2468n,
      fresh: [said],
      unsaid: [keptOf(row)],
    }),
  );
}

it('lets two people say which of two statements is right', { timeout: PATIENCE_MS }, async () => {
  await contradiction();
  const { page, leave } = await staff.deskOf('manager', 'Otto Kay');
  await page.goto(`${staff.origin}/compliance/bank`);
  const card = page.getByRole('region', { name: 'Statement 2026-329 contradicts what is booked' });
  await card.getByText('Only in the refused statement (1)').waitFor();
  await card.getByText('Monthly fee of the account').filter({ visible: true }).waitFor();
  await card.getByText('Booked, and not in the refused statement (1)').waitFor();
  await inspect(page, 'bank-contradiction');
  await card.getByRole('button', { name: 'Accept statement' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/bank has confirmed that statement 2026-329 is right/).waitFor();
  await dialog.getByLabel('Reason').fill('The bank did not send the other one.');
  await inspect(page, 'bank-contradiction-choice');
  await dialog.getByRole('button', { name: 'Request' }).click();
  await card
    .getByText('Otto Kay requests: the refused statement is right. The bank did not send the other one.')
    .waitFor();
  expect(await card.getByRole('button', { name: 'Review the request of Otto Kay' }).count()).toBe(0);
  await leave();

  const second = await staff.deskOf('mlro', 'Mara Voss');
  await second.page.goto(`${staff.origin}/compliance/bank`);
  await second.page.getByRole('button', { name: 'Review the request of Otto Kay' }).click();
  await second.page
    .getByRole('dialog')
    .getByText(/A merchant who has spent|a merchant who has spent/)
    .waitFor();
  await inspect(second.page, 'bank-contradiction-review');
  await second.page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await second.page.getByText('Decided, booked next').waitFor();
  expect(await bankFilesTable.findOne(staff.api.db, { name: 'camt053-329.xml' })).toMatchObject({ state: 'stored' });
  await second.leave();
});
