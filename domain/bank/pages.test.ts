import { expect, test } from 'vitest';
import type { StatementEntry, StatementHead } from './messages.ts';
import { joinPages, leadsToClosing, type StatementPage, sumOf } from './pages.ts';

const head: StatementHead = {
  statementId: 'S',
  iban: 'LT121000011101001000',
  currency: 'EUR',
  sequence: '7',
  period: null,
  createdAt: null,
  page: null,
  hasBalances: true,
  openingMinor: 0n,
  closingMinor: 30n,
  closingDay: '2026-11-24',
};
const credit = (amountMinor: bigint): StatementEntry => ({
  amountMinor,
  direction: 'credit',
  day: '2026-11-24',
  bankReference: null,
  code: '//',
  isReversal: false,
  endToEndId: null,
  creditorReference: null,
  remittance: '',
  partyName: null,
  partyIban: null,
  returnCode: null,
  returnWords: null,
});
const page = (
  number: number,
  isLast: boolean,
  amounts: readonly bigint[],
  over: Partial<StatementHead> = {},
): StatementPage => ({
  head: { ...head, page: { number, isLast }, ...over },
  entries: [amounts.map(credit)],
});
const amountsOf = ({ entries }: StatementPage) => [...entries].flat().map(({ amountMinor }) => amountMinor);

test('pages with the balances of the whole are joined, whatever their order', () => {
  const { whole, parts } = joinPages([page(2, true, [20n]), page(1, false, [10n])]);
  expect(parts).toEqual([]);
  expect(whole.map(amountsOf)).toEqual([[10n, 20n]]);
  expect(whole[0]?.head).toMatchObject({ page: null, openingMinor: 0n, closingMinor: 30n });
});

test('only the first page has an opening, and only the last a closing balance', () => {
  const first = page(1, false, [10n], { closingMinor: null, closingDay: null });
  const last = page(3, true, [15n], { openingMinor: null });
  const between = page(2, false, [5n], { openingMinor: null, closingMinor: null, closingDay: null });
  expect(joinPages([first, last]).whole).toEqual([]);
  const [joined] = joinPages([first, between, last]).whole;
  expect(joined?.head).toMatchObject({ openingMinor: 0n, closingMinor: 30n, closingDay: '2026-11-24' });
  expect(joined === undefined ? [] : amountsOf(joined)).toEqual([10n, 5n, 15n]);
});

test('pages that lead from balance to balance are whole by themselves', () => {
  const first = page(1, false, [10n], { closingMinor: 10n });
  const second = page(2, true, [20n], { openingMinor: 10n });
  expect(joinPages([first, second]).whole).toEqual([first, second]);
  expect(joinPages([second])).toEqual({ whole: [second], parts: [] });
});

test('a page that comes twice counts once', () => {
  const { whole } = joinPages([page(1, false, [10n]), page(1, false, [10n]), page(2, true, [20n])]);
  expect(whole.map(amountsOf)).toEqual([[10n, 20n]]);
});

test.each<[string, Partial<StatementHead>]>([
  ['another number', { sequence: '8' }],
  ['another ID', { statementId: 'T' }],
  ['another account', { iban: 'DE89370400440532013000' }],
  ['another currency', { currency: 'USD' }],
])('pages of a statement with %s are not mixed in', (_what, over) => {
  const other = page(2, true, [20n], over);
  const { whole, parts } = joinPages([page(1, false, [10n]), other]);
  expect(whole).toEqual([]);
  expect(parts).toHaveLength(2);
});

test('a statement waits for its first and for its last page, however many others are there', () => {
  const [first, second, third] = [page(1, false, [10n]), page(2, false, [5n]), page(3, true, [15n])];
  for (const some of [[first, second], [second, third], [first], [third], [second]])
    expect(joinPages(some)).toEqual({ whole: [], parts: some });
  const zeroth = page(0, false, [10n]);
  expect(joinPages([zeroth, page(2, true, [5n])]).whole).toEqual([]);
  expect(joinPages([third, first, second]).whole.map(amountsOf)).toEqual([[10n, 5n, 15n]]);
});

test('of a page that comes twice the first one counts, and the whole has what the first page says of it', () => {
  const again = page(1, false, [11n], { createdAt: 'later' });
  const { whole } = joinPages([page(1, false, [10n], { createdAt: 'now' }), again, page(2, true, [20n])]);
  expect(whole.map(amountsOf)).toEqual([[10n, 20n]]);
  expect(whole[0]?.head).toEqual({ ...head, createdAt: 'now' });
});

test('an only page may be called the first without being the last: then others follow', () => {
  expect(joinPages([page(1, false, [10n])]).whole).toEqual([]);
  expect(joinPages([page(2, true, [10n])]).whole).toEqual([]);
});

test('entries add up with their directions, and lead to the closing balance or not', () => {
  const debit = { ...credit(3n), direction: 'debit' } as const;
  const entries = [[credit(10n), credit(5n)], [debit]];
  expect(sumOf({ entries })).toEqual({ count: 3, sumMinor: 12n });
  expect(leadsToClosing({ head: { ...head, openingMinor: 1n, closingMinor: 13n }, entries })).toBe(true);
  expect(leadsToClosing({ head: { ...head, openingMinor: 1n, closingMinor: 12n }, entries })).toBe(false);
  expect(leadsToClosing({ head: { ...head, openingMinor: null, closingMinor: 12n }, entries })).toBe(false);
  expect(leadsToClosing({ head: { ...head, openingMinor: 0n, closingMinor: null }, entries })).toBe(false);
});

test('an only page, a notification, and a statement without pages wait for nothing', () => {
  const only = page(1, true, [10n]);
  const notification = page(2, false, [10n], { hasBalances: false, openingMinor: null, closingMinor: null });
  const plain = { ...page(1, true, [10n]), head };
  for (const each of [only, notification, plain]) expect(joinPages([each])).toEqual({ whole: [each], parts: [] });
});
