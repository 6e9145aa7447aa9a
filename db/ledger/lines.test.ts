import { describe, expect, it } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { moneyTransaction, type Tx } from '../core/sequelize.ts';
import { select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { GATEWAY } from './accounts.ts';
import { type LedgerLineRow, ledgerCoins, ledgerLinesSql, toLedgerLine } from './lines.ts';
import { resolveTransfer } from './resolve.ts';
import type { Posting } from './transfer-request.ts';
import { holdTransfer, postTransfers } from './transfers.ts';

const { db } = await openTestDatabase();
const run = <T>(work: (tx: Tx) => Promise<T>) => moneyTransaction(db, work);
const custody = { owner: GATEWAY, mode: 'sandbox', asset: 'BTC', kind: 'custody:BTC' } as const;

async function linesOf(entity: string) {
  const rows = await select<LedgerLineRow>(db, ledgerLinesSql('t.entity = $1'), [entity]);
  return rows.map(toLedgerLine);
}

describe('the postings of an operation as people see them', () => {
  const available = { owner: newId(), mode: 'sandbox', asset: 'BTC', kind: 'available' } as const;
  const entity = `payout:${newId()}`;
  const transfer = (key: string, kind: string, ...postings: Posting[]) => ({ key, kind, postings, entity });
  const held = { debit: available, credit: custody, minor: 150_000n };

  it('are in their order, each with both sides, and of an invoice as unsettled money', async () => {
    const invoice = newId();
    const settled: Posting[] = [
      { debit: custody, credit: { ...available, kind: `invoice:${invoice}` }, minor: 700_000n },
      { debit: custody, credit: available, minor: 300_000n },
    ];
    await run((tx) => postTransfers(tx, [transfer(`${entity}:in`, 'credit', ...settled)]));
    const [first, second, ...more] = await linesOf(entity);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ debit: 'custody:BTC', credit: 'unsettled', amount: '0.00700000', posted: true });
    expect(second).toEqual({
      key: `${entity}:in`,
      kind: 'credit',
      debit: 'custody:BTC',
      credit: 'available',
      asset: 'BTC',
      amount: '0.00300000',
      posted: true,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
  });

  it('show a hold once, pending until it ends, and one that was given back not at all', async () => {
    await run((tx) => holdTransfer(tx, transfer(`${entity}:sent`, 'payout', held)));
    await run((tx) => holdTransfer(tx, transfer(`${entity}:canceled`, 'payout', { ...held, minor: 1_000n })));
    const pending = (await linesOf(entity)).slice(2);
    expect(pending).toMatchObject([
      { key: `${entity}:sent`, amount: '0.00150000', posted: false },
      { key: `${entity}:canceled`, amount: '0.00001000', posted: false },
    ]);
    const end = (name: string, outcome: 'post' | 'void') =>
      run((tx) =>
        resolveTransfer(tx, { key: `${entity}:${name}:${outcome}`, pendingKey: `${entity}:${name}`, outcome }),
      );
    await end('sent', 'post');
    await end('canceled', 'void');
    const ended = (await linesOf(entity)).slice(2);
    expect(ended).toMatchObject([{ key: `${entity}:sent`, kind: 'payout', posted: true }]);
    expect(ended[0]?.at).not.toBe(pending[0]?.at);
  });
});

describe('an amount of the ledger', () => {
  it.each([
    ['of a coin has all its places', 150_000n, 'BTC', '0.00150000'],
    ['of ether has as many as are shown, unless there is less', 1_500_000_000_000_000_000n, 'ETH', '1.50000000'],
    ['of euro has two', 1_234n, 'EUR', '12.34'],
    ['of an asset without a gate is in its smallest unit', 42n, 'DOGE', '42'],
  ])('%s', (_, minor, asset, text) => {
    expect(ledgerCoins(minor, asset)).toBe(text);
  });
});
