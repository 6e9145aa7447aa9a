import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { isBankStopped } from '../../db/bank/differences.ts';
import { bankDifferencesTable, bankEntriesTable, bankFilesTable, bankStatementsTable } from '../../db/bank/rows.ts';
import { alertsTable } from '../../db/core/rows.ts';
import { execute } from '../../db/core/sql.ts';
import { depositsTable, type StaticAddressRow } from '../../db/deposits/rows.ts';
import { balances } from '../../db/ledger/balances.ts';
import { trialBalance } from '../../db/ledger/trial-balance.ts';
import { notificationText, openSayingBank, type SaidEntry, statementText } from './bank-says.fixture.ts';

const CASES = join(import.meta.dirname, '../../domain/bank/corpus/cases');
const IBAN = 'DE89370400440532013000';

/** The sum and the number of the customer's deposits. */
async function depositsOf({ db }: Awaited<ReturnType<typeof openSayingBank>>, address: StaticAddressRow) {
  const rows = await depositsTable.find(db, { addressId: address.id }, { order: [['amountMinor', 'ASC']] });
  return rows.map(({ status, settledMinor }) => [status, settledMinor]);
}

const paid = (minor: number, words: string, more: Partial<SaidEntry> = {}): SaidEntry => ({
  minor,
  details: [{ payer: 'Anna', iban: IBAN, words }],
  ...more,
});

describe('the case files', () => {
  /** Their customer has the reference of the examples. */
  async function open() {
    const bank = await openSayingBank();
    const { address } = await bank.customer();
    await execute(bank.db, 'UPDATE static_address SET creditor_reference = $2 WHERE id = $1', [
      address.id,
      'RF18539007547034',
    ]);
    const give = async (...names: readonly string[]) =>
      bank.say(...(await Promise.all(names.map((name) => readFile(join(CASES, `${name}.xml`), 'utf8')))));
    return { bank, address, give };
  }

  test.each([
    ['a statement ID of last year', ['A1-2026-001', 'A2-2027-001-same-statement-id'], [2_500n]],
    ['a jump of the numbers', ['B1-gap-330', 'B2-gap-333'], [2_500n]],
    [
      'a batch that is notified with its parts',
      ['C1-notification-of-batch', 'C2-statement-with-sum'],
      [3_000n, 7_000n],
    ],
    ['a notification whose statement has no details', ['N1-notification', 'N2-statement-without-details'], [2_500n]],
    ['the same in the other order', ['N2-statement-without-details', 'N1-notification'], [2_500n]],
    ['a batch whose parts come after its sum', ['C2-statement-with-sum', 'C1-notification-of-batch'], [3_000n, 7_000n]],
  ])('%s', async (_what, names, sums) => {
    for (const together of [true, false]) {
      const { bank, address, give } = await open();
      if (together) await give(...names);
      else for (const name of names) await give(name);
      expect(await depositsOf(bank, address)).toEqual(sums.map((sum) => ['done', sum]));
      expect(await isBankStopped(bank.db, 'sandbox')).toBe(false);
      expect((await trialBalance(bank.db)).mismatches).toEqual([]);
      expect(await bankFilesTable.count(bank.db, { state: 'processed' })).toBe(names.length);
    }
  });

  test('a number that is a timestamp', async () => {
    const { bank, give } = await open();
    await give('B3-number-is-a-timestamp');
    expect(await bankStatementsTable.findOne(bank.db, {})).toMatchObject({
      number: '202611240639094570',
      sequence: null,
    });
  });
});

test('after a refused first statement, what the next one opens with is not the gateway’s own, until the first is read', async () => {
  const bank = await openSayingBank();
  const { address, reference } = await bank.customer();
  const opens = 50_000;
  const first = statementText({ id: 'FIRST', opens, day: '2026-11-20', entries: [paid(2_500, reference)] });
  await bank.say(first.replace('<MsgId>', '<MsgId>BAD').replace('25.00', '25.01'));
  await execute(bank.db, 'UPDATE bank_difference SET resolved_at = now(), resolved_by = $1', ['Ann']);
  await bank.say(statementText({ id: 'SECOND', opens: 52_500, day: '2026-11-21', entries: [paid(100, 'nobody')] }));
  expect(await bank.balance('fees:bank')).toBe(0n);
  expect(await bank.balance('suspense:bank')).toBe(52_600n);
  expect(await bank.balance('custody:bank:main')).toBe(-52_600n);
  await execute(bank.db, `UPDATE bank_file SET state = 'processed' WHERE state = 'refused'`);
  await bank.say(first);
  expect(await bank.balance('fees:bank')).toBe(50_000n);
  expect(await bank.balance('custody:bank:main')).toBe(-52_600n);
  expect(await depositsOf(bank, address)).toEqual([['done', 2_500n]]);
  expect(await isBankStopped(bank.db, 'sandbox')).toBe(false);
});

describe('entries', async () => {
  const bank = await openSayingBank();
  const { db, say, customer } = bank;
  let balance = 0;
  let count = 0;
  let anna: Awaited<ReturnType<typeof customer>>;
  let ben: Awaited<ReturnType<typeof customer>>;
  /** The next statement. */
  const state = (entries: readonly SaidEntry[], more: { day?: string; opens?: number } = {}) => {
    const opens = more.opens ?? balance;
    const sum = entries.reduce((total, { minor, isDebit }) => total + (isDebit ? -minor : minor), opens);
    if (more.opens === undefined) balance = sum;
    count += 1;
    return statementText({ id: `S${count}`, number: `${count}`, opens, entries, ...more });
  };
  beforeEach(async () => {
    anna = await customer();
    ben = await customer();
    expect(await isBankStopped(db, 'sandbox')).toBe(false);
    balance = Number((await bankStatementsTable.findOne(db, {}, { order: [['place', 'DESC']] }))?.closingMinor ?? 0n);
  });

  test('parts of a collective entry in another order are the same money: Anna gets hers, and Ben his', async () => {
    const parts = [
      { minor: 10_000, payer: 'Anna', words: anna.reference },
      { minor: 9_900, payer: 'Ben', words: ben.reference },
    ];
    await say(notificationText('COLLECTIVE', [{ minor: 19_900, reference: 'B1', details: parts }]));
    await say(state([{ minor: 19_900, reference: 'B1', details: parts.toReversed() }]));
    expect(await depositsOf(bank, anna.address)).toEqual([['done', 10_000n]]);
    expect(await depositsOf(bank, ben.address)).toEqual([['done', 9_900n]]);
  });

  test('equal payments in two statements of a day are two, also with one reference, and on another day', async () => {
    const entry = paid(1_100, anna.reference, { reference: 'AGAIN' });
    await say(state([entry]));
    await say(state([entry]));
    await say(state([{ ...entry, day: '2026-11-25' }], { day: '2026-11-25' }));
    expect(await depositsOf(bank, anna.address)).toEqual([1, 2, 3].map(() => ['done', 1_100n]));
  });

  test('statements during a day, the statement of the day, and each of them again, are booked once', async () => {
    const opens = balance;
    const entries = [paid(1_200, anna.reference, { reference: 'D1' }), paid(1_300, ben.reference, { reference: 'D2' })];
    const [one = paid(0, ''), two = paid(0, '')] = entries;
    const texts = [state([one], { day: '2026-11-26' }), state([two], { day: '2026-11-26' })];
    for (const text of texts) await say(text);
    const whole = state([...entries, paid(1_400, anna.reference, { reference: 'D3' })], { opens, day: '2026-11-26' });
    await say(whole);
    await say(statementText({ id: 'AGAIN', number: '77', opens, day: '2026-11-26', entries }));
    expect(await depositsOf(bank, anna.address)).toEqual([
      ['done', 1_200n],
      ['done', 1_400n],
    ]);
    expect(await depositsOf(bank, ben.address)).toEqual([['done', 1_300n]]);
    expect((await trialBalance(db)).mismatches).toEqual([]);
  });

  test('a file is judged whole: of a refused statement nothing is booked, and the corrected one credits', async () => {
    const entries = Array.from({ length: 501 }, (_each, at) => paid(100 + at, 'nobody', { reference: `W${at}` }));
    const all = [paid(5_000, anna.reference, { reference: 'W' }), ...entries];
    await say(notificationText('WHOLE', all.slice(0, 1)));
    const good = state(all, { day: '2026-11-27' });
    const before = await bankEntriesTable.count(db, {});
    await say(good.replace(/<Amt Ccy="EUR">6.00<\/Amt>/, '<Amt Ccy="EUR">6.01</Amt>').replace('<MsgId>', '<MsgId>BAD'));
    expect(await bankEntriesTable.count(db, {})).toBe(before);
    expect(await bankEntriesTable.count(db, { isStated: true, amountMinor: 5_000n })).toBe(0);
    await execute(db, 'UPDATE bank_difference SET resolved_at = now(), resolved_by = $1', ['Ann']);
    await say(good);
    expect(await depositsOf(bank, anna.address)).toEqual([['done', 5_000n]]);
  });

  test('a second statement of a file that is refused keeps the first from being booked', async () => {
    const before = await bankStatementsTable.count(db, {});
    const entry = paid(4_400, anna.reference);
    const one = statementText({ id: 'ONE', opens: balance, day: '2026-11-28', entries: [entry] });
    const two = statementText({ id: 'TWO', opens: balance + 4_400, closes: 1, day: '2026-11-28', entries: [entry] });
    const second = /<Stmt>.*<\/Stmt>/.exec(two)?.[0] ?? '';
    await say(one.replace('</Stmt>', `</Stmt>${second}`));
    expect(await bankStatementsTable.count(db, {})).toBe(before);
    expect(await depositsOf(bank, anna.address)).toEqual([]);
    await execute(db, 'UPDATE bank_difference SET resolved_at = now(), resolved_by = $1', ['Ann']);
  });

  test('a movement that no statement contains opens an alert after three of them, moves nothing, and stops nothing', async () => {
    await say(notificationText('NEVER', [paid(7_700, anna.reference, { day: '2026-11-28' })]));
    for (const step of [1, 2, 3]) {
      expect(await bankDifferencesTable.count(db, { resolvedAt: null })).toBe(0);
      await say(state([paid(step, 'nobody')], { day: '2026-11-28' }));
    }
    expect(await bankDifferencesTable.find(db, { resolvedAt: null })).toMatchObject([
      { explanation: expect.stringContaining('77.00 EUR'), differenceMinor: -7_700n, stops: false },
    ]);
    expect(await alertsTable.count(db, { kind: 'bank_difference', resolvedAt: null })).toBe(1);
    expect(await depositsOf(bank, anna.address)).toEqual([['confirming', 0n]]);
    expect(await isBankStopped(db, 'sandbox')).toBe(false);
    await say(state([paid(8_800, ben.reference)], { day: '2026-11-28' }));
    expect(await depositsOf(bank, ben.address)).toEqual([['done', 8_800n]]);
    await say(state([paid(7_700, anna.reference)], { day: '2026-11-28' }));
    expect(await depositsOf(bank, anna.address)).toEqual([['done', 7_700n]]);
    expect(await bankDifferencesTable.count(db, { resolvedAt: null })).toBe(0);
  });

  test.each(['true', '1'] as const)(
    'a reversal (%s) takes the deposit back: debt and freeze, others go on',
    async (said) => {
      await say(state([paid(9_000, anna.reference, { reference: `REV${said}` })], { day: '2026-11-28' }));
      const before = await bank.moneyOf(anna.shop);
      expect(before.available).toBeGreaterThan(8_000n);
      const reversal = {
        minor: 9_000,
        isDebit: true,
        isReversal: said,
        reference: `REV${said}`,
        code: ['PMNT', 'RCDT', 'ESCT'] as const,
      };
      await say(
        state([{ ...reversal, details: [{ words: anna.reference }] }, paid(2_000, ben.reference)], {
          day: '2026-11-28',
        }),
      );
      expect(await depositsOf(bank, anna.address)).toEqual([['error', 0n]]);
      expect((await bank.moneyOf(anna.shop)).available).toBe(0n);
      expect(await alertsTable.findOne(db, { kind: 'deposit_needs_operator', resolvedAt: null })).toBeDefined();
      expect(await depositsOf(bank, ben.address)).toEqual([['done', 2_000n]]);
      expect((await trialBalance(db)).mismatches).toEqual([]);
    },
  );

  test('a reversal of money that was spent is a debt of that merchant, which pays it from what comes; others go on', async () => {
    await say(state([paid(9_000, anna.reference, { reference: 'SPENT' })], { day: '2026-11-28' }));
    await bank.spend(anna.shop, 7_000n);
    const reversal = { minor: 9_000, isDebit: true, isReversal: 'true', reference: 'SPENT' } as const;
    await say(state([reversal, paid(2_000, ben.reference)], { day: '2026-11-28' }));
    expect(await depositsOf(bank, anna.address)).toEqual([['error', 0n]]);
    expect(await bank.moneyOf(anna.shop)).toEqual({ available: 0n, receivable: -7_000n });
    const frozen = async (of: typeof anna) =>
      (await balances(db, { owner: of.shop.merchantId, mode: 'sandbox' })).filter((each) => each.frozen).length > 0;
    expect([await frozen(anna), await frozen(ben)]).toEqual([true, false]);
    expect(await depositsOf(bank, ben.address)).toEqual([['done', 2_000n]]);
    // The next incoming money pays the debt first.
    await say(state([paid(10_000, anna.reference)], { day: '2026-11-28' }));
    expect(await bank.moneyOf(anna.shop)).toEqual({ available: 9_950n - 7_000n, receivable: 0n });
    expect(await isBankStopped(db, 'sandbox')).toBe(false);
    expect((await trialBalance(db)).mismatches).toEqual([]);
  });

  test('an unknown debit is in suspense, opens an alert, and stops nobody else', async () => {
    await say(state([{ minor: 300, isDebit: true, details: [{ payer: 'Thief' }] }], { day: '2026-11-28' }));
    expect(await bankEntriesTable.findOne(db, { direction: 'debit', amountMinor: 300n })).toMatchObject({
      bookedAs: 'suspense',
    });
    const alerts = await alertsTable.find(db, { kind: 'bank_contradiction', resolvedAt: null });
    expect(alerts.map(({ message }) => message)).toContainEqual(expect.stringContaining('Thief'));
    await say(state([paid(2_100, ben.reference)], { day: '2026-11-28' }));
    expect(await depositsOf(bank, ben.address)).toEqual([['done', 2_100n]]);
  });
});
