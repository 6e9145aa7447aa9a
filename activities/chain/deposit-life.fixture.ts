import type { Movement } from '../../db/chain/movement.ts';
import { applyStrayPayments } from '../../db/chain/stray-payments.ts';
import { type Db, inTransaction } from '../../db/core/sequelize.ts';
import { one } from '../../db/core/sql.ts';
import type { NewStaticAddress } from '../../db/deposits/addresses.ts';
import { applyDepositEvents } from '../../db/deposits/process.ts';
import { depositsAt, makeAddress, settleDeposits } from '../../db/deposits/testing.fixture.ts';
import { applyInvoiceEvent } from '../../db/invoices/process.ts';
import { balanceSheet, makeShop } from '../../db/invoices/testing.fixture.ts';
import { trialBalance } from '../../db/ledger/trial-balance.ts';
import { command, requestBlocks } from '../../db/simulator/commands.ts';
import { type DepositPaymentRequest, requestDepositPayment } from '../../db/simulator/deposits.ts';
import { newSpend, newTxid, sendSimulated } from '../../db/simulator/transactions.ts';
import { type CryptoGateId, gates, gatesOn } from '../../domain/assets/assets.ts';
import { custodyDifference } from '../../domain/assets/custody.ts';
import { compareCustody } from '../custody/check.ts';
import { simulatedHoldingsPort } from '../custody/simulated.ts';
import { createFollower } from './follower.ts';
import type { ChainPort } from './port.ts';
import type { PaymentEffects } from './record.ts';
import { runSimulator } from './simulator/engine.fixture.ts';
import { startSimulator } from './simulator/engine.ts';
import { openSimulatedChain } from './simulator/port.ts';

/** Static addresses, paid on simulated chains and read by their followers: nothing between the two is replaced. */
export function depositLives(db: Db) {
  const chains = new Map<string, ChainPort>();
  let aheadMs = 0;
  const nowMs = () => Date.now() + aheadMs;

  return {
    live,
    close: () => Promise.all([...chains.values()].map((port) => port.close())),
    /** Coins that are neither in the books nor on their way, by gate, and what the books do not balance. */
    async differences() {
      const found: unknown[] = [...(await trialBalance(db)).mismatches];
      for (const port of chains.values()) {
        const finding = await compareCustody(db, { port, holdings: simulatedHoldingsPort(port) });
        const figures = finding?.figures ?? [];
        if (figures.length !== gatesOn(port.network).length) found.push(`${port.network} was not compared`);
        found.push(...figures.filter((each) => custodyDifference(each) !== 0n));
      }
      return found;
    },
  };

  async function live(gateId: CryptoGateId, more: Partial<NewStaticAddress> = {}) {
    const { network, confirmations } = gates[gateId];
    const chain = { mode: 'sandbox', network } as const;
    const simulator = { db, nowMs, blockSeconds: 0, chains: [chain] };
    await startSimulator(simulator);
    const port = chains.get(network) ?? openSimulatedChain(db, chain);
    chains.set(network, port);
    const trouble = { isThere: false };
    const effects: PaymentEffects = {
      applyInvoiceEvent,
      applyStrayPayments,
      applyDepositEvents(tx, steps) {
        if (trouble.isThere) throw new Error('The books refuse it.');
        return applyDepositEvents(tx, steps);
      },
    };
    const follower = createFollower({ db, effects, nowMs }, port, { dropAfterMs: 0 });
    const look = async () => {
      while (!(await follower.poll()).complete);
    };
    await look();
    const shop = await makeShop(db);
    const address = await makeAddress(db, shop, gateId, more);
    const isSimulated = () => true;
    const life = {
      trouble,
      shop,
      address,
      async pay(amount: string, scenario: DepositPaymentRequest['scenario'] = 'paid') {
        const at = { mode: 'sandbox', profileId: shop.profileId, addressId: address.id, nowMs: nowMs() } as const;
        await inTransaction(db, (tx) => requestDepositPayment(tx, { ...at, amount, scenario, isSimulated }));
        await look();
      },
      async blocks(count = confirmations) {
        await inTransaction(db, (tx) => requestBlocks(tx, { ...chain, count, nowMs: nowMs(), isSimulated }));
        await life.pass(0);
      },
      async pass(ms: number) {
        aheadMs += ms;
        await runSimulator(simulator);
        await look();
      },
      /** Removes the newest transaction's block; the transaction waits until it is confirmed again. */
      async reorganise(txid: string) {
        await inTransaction(db, (tx) => command(tx, chain, { type: 'reorganise', txid }, nowMs()));
        await life.pass(0);
      },
      async remine(txid: string) {
        await inTransaction(db, (tx) => command(tx, chain, { type: 'confirm', txid, confirmations }, nowMs()));
        await life.pass(0);
      },
      /** One transaction that pays us several times over, or in another way than a scenario does. */
      async send(outputs: readonly Partial<Movement>[], spends = [newSpend(network)]) {
        const row = await one<{ address_key: string; destination_tag: string }>(db, WATCHED, [address.id]);
        const tag = row.destination_tag === '-1' ? null : BigInt(row.destination_tag);
        const movements = outputs.map(
          (output, index): Movement => ({
            gateId,
            assetRef: gateId,
            output: `${index}`,
            addressKey: row.address_key,
            destinationTag: tag,
            amountMinor: 1n,
            coinbase: false,
            maturity: 0,
            ...output,
          }),
        );
        const transaction = { txid: newTxid(network), movements, spends, failed: false };
        await inTransaction(db, (tx) => sendSimulated(tx, chain, transaction));
        await look();
        return transaction;
      },
      settle: () => settleDeposits(db, nowMs()),
      deposits: () => depositsAt(db, address.id),
      async deposit() {
        const [first] = await life.deposits();
        if (first === undefined) throw new Error('There is no deposit.');
        return first;
      },
      txid: async () =>
        (
          await one<{ txid: string }>(
            db,
            'SELECT txid FROM payment WHERE static_address_id = $1 ORDER BY id DESC LIMIT 1',
            [address.id],
          )
        ).txid,
      booked: (asset: string = gateId) => balanceSheet(db, shop.merchantId, asset),
    };
    return life;
  }
}

const WATCHED = 'SELECT address_key, destination_tag FROM watched_address WHERE static_address_id = $1';
