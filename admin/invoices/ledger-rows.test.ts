import { expect, test } from 'vitest';
import type { LedgerLine } from '../../contract/spa-invoices.ts';
import { ledgerRows } from './ledger-rows.ts';

const HELD = '2026-11-20T14:24:54.000Z';
const ENDED = '2026-11-20T14:25:10.000Z';
const hold: LedgerLine = {
  at: HELD,
  key: 'payout:1:hold',
  kind: 'payout',
  debit: 'available',
  credit: 'custody:BTC',
  asset: 'BTC',
  amount: '0.01250000',
  posted: false,
};
const fee = { ...hold, credit: 'fees:network', amount: '0.00002000' };

test('a hold and its posting are one row', () => {
  const lines = [hold, fee, ...[hold, fee].map((line) => ({ ...line, key: 'payout:1:post', at: ENDED, posted: true }))];
  expect(ledgerRows(lines)).toEqual([
    { line: hold, end: { outcome: 'posted', at: ENDED } },
    { line: fee, end: { outcome: 'posted', at: ENDED } },
  ]);
});

test('a hold whose money went back is one row', () => {
  const back = { ...hold, key: 'payout:1:void', at: ENDED, debit: hold.credit, credit: hold.debit };
  expect(ledgerRows([hold, back])).toEqual([{ line: hold, end: { outcome: 'returned', at: ENDED } }]);
});

test('two holds of one amount have an end each, and one that is open has none', () => {
  const posted = { ...hold, at: ENDED, posted: true };
  expect(ledgerRows([hold, { ...hold, key: 'b' }, posted]).map(({ end }) => end?.outcome ?? null)).toEqual([
    'posted',
    null,
  ]);
});

test('money that came back after it was paid is a row of its own', () => {
  const posted = { ...hold, at: ENDED, posted: true };
  const returned = { ...posted, kind: 'withdrawal_returned', debit: hold.credit, credit: hold.debit };
  expect(ledgerRows([hold, posted, returned])).toHaveLength(2);
});
