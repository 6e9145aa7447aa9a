import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { bankPaymentStepped } from '../../db/bank/payment-process.ts';
import { type BankPaymentRow, bankPaymentsTable } from '../../db/bank/payment-rows.ts';
import {
  addBankPayments,
  type BankPaymentNews,
  bankCustody,
  bankPaymentChanged,
  publishBankPaymentChanges,
} from '../../db/bank/payments.ts';
import { connect } from '../../db/connect.ts';
import { type Db, inTransaction, type Tx } from '../../db/core/sequelize.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { GATEWAY } from '../../db/ledger/accounts.ts';
import { balances } from '../../db/ledger/balances.ts';
import { postTransfers } from '../../db/ledger/transfers.ts';
import { listReactions, on } from '../../db/process/reactions.ts';
import { makeMerchant, testBox } from '../../db/testing.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { openSimulatedBank, type SimulatedBank } from '../../scripts/bank-simulator/folder.ts';
import type { BankDeps } from './deps.ts';
import { openSchemas, STANDARD_SCHEMAS } from './files/schemas.ts';
import type { OwnAccount } from './files/write-payments.ts';
import { folderTransport } from './folder-transport.ts';

export const testAccount: OwnAccount = {
  name: 'Tidegate Test UAB',
  iban: 'LT121000011101001000',
  bic: 'HABALT22XXX',
  town: 'Vilnius',
  country: 'LT',
};

export interface TestBank {
  readonly db: Db;
  /** A connection of another process, to be closed when it dies. */
  connectAnew(): Db;
  readonly deps: BankDeps;
  readonly folder: string;
  readonly news: BankPaymentNews[];
  /** A simulated bank in the folder. */
  readonly bank: SimulatedBank;
  /** The clock of the gateway and the bank. */
  readonly clock: { nowMs: number };
  order(over?: { name?: string; amountMinor?: bigint }): Promise<string>;
  payment(id: string): Promise<BankPaymentRow>;
  changesOf(id: string): string[];
  balance(kind: 'suspense:bank' | 'fees:bank' | 'custody:bank:main'): Promise<bigint>;
}

/**
 * A database, a bank in a folder, and a withdrawal that posts its money when it hears of it; `whole`: instead of that,
 * everything that reacts to the bank.
 */
export async function openTestBank({ whole = false } = {}): Promise<TestBank> {
  const { db: plain, databaseUrl } = await openTestDatabase();
  const { merchantId } = await makeMerchant(plain);
  const folder = mkdtempSync(join(tmpdir(), 'tidegate-bank-'));
  afterAll(() => rm(folder, { recursive: true }));
  const news: BankPaymentNews[] = [];
  const doubled = {
    ...plain,
    reactions: listReactions([on(bankPaymentStepped, publishBankPaymentChanges), on(bankPaymentChanged, settle)]),
  };
  const db = whole ? plain : doubled;
  const connectAnew = (): Db => ({ ...connect(databaseUrl, { poolSize: 3 }), reactions: db.reactions });
  const clock = { nowMs: Date.now() };
  async function settle(tx: Tx, all: readonly BankPaymentNews[]): Promise<void> {
    news.push(...all);
    for (const { withdrawalId, change } of all) {
      if (change !== 'booked' && change !== 'returned') continue;
      const row = await bankPaymentsTable.findOne(tx, { id: withdrawalId });
      const merchant = { owner: GATEWAY, mode: 'sandbox', asset: 'EUR', kind: 'pnl' } as const;
      const sides = [merchant, bankCustody('sandbox')] as const;
      const [debit, credit] = change === 'booked' ? sides : [sides[1], sides[0]];
      const posting = { debit, credit, minor: row?.amountMinor ?? 0n };
      await postTransfers(tx, [{ key: `test:${withdrawalId}:${change}`, kind: 'test', postings: [posting] }]);
    }
  }
  const deps: BankDeps = {
    db,
    box: testBox,
    mode: 'sandbox',
    account: testAccount,
    schemas: openSchemas(STANDARD_SCHEMAS),
    transport: folderTransport({ folder }),
    windowMs: 0,
    cutOffHour: 14,
    nowMs: () => clock.nowMs,
    feesADayMinor: 50_000n,
    admit: async (_tx, ids) => new Set(ids),
  };
  const account = { iban: testAccount.iban, bic: testAccount.bic, owner: testAccount.name };
  const bank = await openSimulatedBank({ folder, account, statementEveryMs: 0 });
  return {
    db,
    connectAnew,
    deps,
    folder,
    news,
    bank,
    clock,
    order: async ({ name = 'Test Shop GmbH', amountMinor = 1000n } = {}) => {
      const withdrawalId = newId();
      const address = { town: 'Köln', country: 'DE' };
      const creditor = { name, iban: 'DE89370400440532013000', bic: null, address };
      const payment = {
        withdrawalId,
        merchantId,
        mode: 'sandbox',
        amountMinor,
        creditor,
        remittance: 'Payout',
      } as const;
      await inTransaction(db, (tx) => addBankPayments(tx, [payment]));
      return withdrawalId;
    },
    payment: async (id) => {
      const row = await bankPaymentsTable.findOne(db, { id });
      if (row === undefined) throw new Error('There is no such payment.');
      return row;
    },
    changesOf: (id) => news.filter(({ withdrawalId }) => withdrawalId === id).map(({ change }) => change),
    balance: async (kind) => {
      const all = await balances(db, { owner: GATEWAY, mode: 'sandbox' });
      return all.filter((each) => each.kind === kind).reduce((sum, each) => sum + each.total, 0n);
    },
  };
}
