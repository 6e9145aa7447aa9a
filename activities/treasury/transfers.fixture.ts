import { expect } from 'vitest';
import { applyStrayPayments } from '../../db/chain/stray-payments.ts';
import { type Db, inTransaction, moneyTransaction } from '../../db/core/sequelize.ts';
import { select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { applyInvoiceEvent } from '../../db/invoices/process.ts';
import { GATEWAY } from '../../db/ledger/accounts.ts';
import { postTransfers } from '../../db/ledger/transfers.ts';
import { trialBalance } from '../../db/ledger/trial-balance.ts';
import { requestBlocks } from '../../db/simulator/commands.ts';
import { inTransit } from '../../db/treasury/moves/overview.ts';
import { approveTransfer, proposeByStaff } from '../../db/treasury/moves/propose.ts';
import { type RouteRow, type TransferRow, transfersTable } from '../../db/treasury/moves/rows.ts';
import { actOf, openTestTreasury, type TestTreasury, transferNow } from '../../db/treasury/moves/testing.fixture.ts';
import { exchangeBooks } from '../../db/treasury/positions.ts';
import { exactOf } from '../../domain/treasury/exact.ts';
import { ledgerAssetOf } from '../../domain/treasury/exchanges.ts';
import { createFollower } from '../chain/follower.ts';
import type { ChainPort } from '../chain/port.ts';
import { runSimulator } from '../chain/simulator/engine.fixture.ts';
import { startSimulator } from '../chain/simulator/engine.ts';
import { openSimulatedChain } from '../chain/simulator/port.ts';
import { type SimulatedExchange, setTestRates, startSimulatedExchange } from '../exchanges/exchanges.fixture.ts';
import { openSimulatedSending } from '../sending/simulated.ts';
import { openPayoutRig, type PayoutRig } from '../signer/accounts.fixture.ts';
import { openSimulatedFamily } from '../signer/simulated.ts';
import { moveMoneyOnce, type TransferDeps, type TransferFaultPoint } from './transfers.ts';
import { openAccounts } from './treasury.fixture.ts';

const chain = { mode: 'sandbox', network: 'LTC' } as const;

/** A gateway whose own money can move: two simulated exchanges, one simulated chain, a signer, and a clock. */
export interface TransferRig extends TestTreasury {
  readonly exchanges: Readonly<Record<'kraken' | 'binance', SimulatedExchange>>;
  readonly port: ChainPort;
  readonly payouts: PayoutRig;
  /** How much later than now it is. */
  readonly clock: { laterMs: number };
  propose(route: RouteRow, amountMinor: bigint): Promise<TransferRow>;
  /** As soon as a step is reached, the process dies there. */
  round(dieAt?: TransferFaultPoint): Promise<Readonly<Record<string, string>>>;
  /** One round in which something else happens at a step. */
  roundWith(at: Partial<Record<TransferFaultPoint, () => Promise<void>>>): Promise<Readonly<Record<string, string>>>;
  /** Rounds until the transfer has the status: a busy machine may not answer in time. */
  reach(id: string, status: TransferRow['status']): Promise<TransferRow>;
  /** Mines blocks and reads them. */
  mine(count?: number): Promise<void>;
  poll(): Promise<void>;
  /** Compares the chains, exchanges and books, and checks that nothing else is wrong. */
  expectAgreement(): Promise<void>;
  close(): Promise<void>;
}

export async function openTransferRig(): Promise<TransferRig> {
  const { db } = await openTestDatabase();
  await setTestRates(db);
  const port = openSimulatedChain(db, chain);
  const family = openSimulatedFamily(chain);
  const simulator = { db, nowMs: Date.now, blockSeconds: 0, chains: [chain] };
  await startSimulator(simulator);
  const effects = { applyInvoiceEvent, applyStrayPayments };
  const follower = createFollower({ db, effects, nowMs: Date.now }, port, { dropAfterMs: 0 });
  await follower.poll();
  const payouts = await openPayoutRig({ db, port, family, sending: openSimulatedSending(db, chain) });
  const own = payouts.shop;
  const treasury = await openTestTreasury(db, { profileOf: () => own.profileId });
  const exchanges = {
    kraken: await startSimulatedExchange(db, 'kraken', { timeoutMs: 3_000 }),
    binance: await startSimulatedExchange(db, 'binance', { timeoutMs: 3_000 }),
  };
  const all = Object.values(exchanges).map(({ exchange }) => exchange);
  await openAccounts(db, all);
  const clock = { laterMs: 0 };
  const poll = async () => {
    while (!(await follower.poll()).complete);
  };
  const nowMs = () => Date.now() + clock.laterMs;
  const move = (faultPoint: TransferDeps['faultPoint']) =>
    moveMoneyOnce({ db, mode: 'sandbox', settings: treasury.settings, exchanges: all, nowMs, faultPoint });
  const round: TransferRig['round'] = (dieAt) =>
    move((name) => {
      if (name === dieAt) throw new Error(`It died at ${name}.`);
    });
  return {
    ...treasury,
    roundWith: (at) => move((name) => at[name]?.()),
    round,
    own,
    exchanges,
    port,
    payouts,
    clock,
    poll,
    async propose(route, amountMinor) {
      const { settings, staff } = treasury;
      const { id } = await moneyTransaction(db, (tx) =>
        proposeByStaff(tx, settings, { routeId: route.id, amountMinor }, actOf(staff.manager)),
      );
      await moneyTransaction(db, (tx) => approveTransfer(tx, settings, id, actOf(staff.manager)));
      if ((await transferNow(db, id)).status === 'proposed')
        await moneyTransaction(db, (tx) => approveTransfer(tx, settings, id, actOf(staff.mlro)));
      return transferNow(db, id);
    },
    async reach(id, status) {
      for (let tries = 0; tries < 10; tries += 1) {
        await round();
        const row = await transferNow(db, id);
        if (row.status === status) return row;
      }
      throw new Error(`The transfer ${id} is ${(await transferNow(db, id)).status}, not ${status}.`);
    },
    async mine(count = 12) {
      if (count > 0)
        await inTransaction(db, (tx) =>
          requestBlocks(tx, { ...chain, count, nowMs: Date.now(), isSimulated: () => true }),
        );
      await runSimulator(simulator);
      await poll();
    },
    expectAgreement: () => expectAgreement(db, exchanges),
    async close() {
      for (const { simulator: each } of Object.values(exchanges)) await each.close();
      await port.close();
    },
  };
}

/** Coins that the hot wallet has from somewhere. */
export async function fillHotWallet(db: Db, minor: bigint): Promise<void> {
  const account = { owner: GATEWAY, mode: 'sandbox', asset: 'LTC' } as const;
  const debit = { ...account, kind: 'custody:LTC' } as const;
  const postings = [{ debit, credit: { ...account, kind: 'position' } as const, minor }];
  await moneyTransaction(db, (tx) => postTransfers(tx, [{ key: `test:fill:${minor}`, kind: 'test', postings }]));
}

/** Custody at exchanges is what they hold, and transit is exactly what open transfers have on their way. */
async function expectAgreement(db: Db, exchanges: TransferRig['exchanges']): Promise<void> {
  for (const { exchange } of Object.values(exchanges)) {
    const books = await exchangeBooks(db, { mode: 'sandbox', exchange: exchange.name });
    for (const [currency, held] of await exchange.balances()) {
      const unit = exactOf(1n, ledgerAssetOf(currency).decimals);
      const difference = held - (books.get(currency) ?? 0n);
      const found = { exchange: exchange.name, currency, isSame: -unit < difference && difference < unit };
      expect(found).toEqual({ exchange: exchange.name, currency, isSame: true });
    }
  }
  const sent = await transfersTable.find(db, { mode: 'sandbox', status: 'sent' });
  const onTheWay = new Map<string, bigint>();
  const add = (key: string, minor: bigint) => onTheWay.set(key, (onTheWay.get(key) ?? 0n) + minor);
  for (const { fromPlace, toPlace, netMinor } of sent) add(`${fromPlace} ${toPlace}`, netMinor ?? 0n);
  // Until a payout is confirmed, transit and the own merchant's held balance contain the same amount.
  const funded = await select<{ way: string; minor: string }>(
    db,
    `SELECT from_place || ' ' || to_place AS way, amount_minor::text AS minor FROM treasury_transfer
     WHERE status = 'sending' AND payout_id IS NOT NULL`,
  );
  for (const { way, minor } of funded) add(way, BigInt(minor));
  const booked = new Map((await inTransit(db, 'sandbox')).map(({ from, to, minor }) => [`${from} ${to}`, minor]));
  expect(booked).toEqual(onTheWay);
  expect((await trialBalance(db)).mismatches).toEqual([]);
}
