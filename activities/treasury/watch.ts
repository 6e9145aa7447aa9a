import { raiseAlert, resolveAlert } from '../../db/alerts/alerts.ts';
import { inTransaction, moneyTransaction } from '../../db/core/sequelize.ts';
import { bookOpeningBalance } from '../../db/treasury/capital.ts';
import { ordersToRecheck } from '../../db/treasury/checks.ts';
import { isLeaving } from '../../db/treasury/moves/read.ts';
import { exchangeBooks } from '../../db/treasury/positions.ts';
import { valuePositions } from '../../db/treasury/valuation.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import { minorOf } from '../../domain/treasury/exact.ts';
import { ledgerAssetOf } from '../../domain/treasury/exchanges.ts';
import type { Exchange } from '../exchanges/port.ts';
import { type FollowDeps, recheckOrder } from './follow-order.ts';
import { reconcileExchange } from './reconcile.ts';

export interface TreasuryDeps extends FollowDeps {
  readonly mode: Mode;
  /** True if the exchanges are simulators: their opening balances are the gateway's own. */
  readonly isSimulated: boolean;
  readonly graceMs?: number;
}

const VALUE_EVERY_MS = 600_000;
const GRACE_MS = 120_000;
const RECHECK_AFTER_MS = 60_000;
/** An exchange that could not be compared for this long is reported to operators. */
const AWAY_MS = 900_000;

/** The actions of a round, for operators. */
export interface TreasuryRound {
  /** By exchange. */
  readonly compared: Readonly<Record<string, string>>;
  readonly rechecked: number;
}

/** Remembers between rounds, of one process, what is only a matter of pace. */
export interface TreasuryMemory {
  valuedMs: number;
  readonly comparedMs: Map<string, number>;
}

export function newTreasuryMemory(nowMs: number): TreasuryMemory {
  return { valuedMs: nowMs, comparedMs: new Map() };
}

/**
 * One round of the treasury of a mode: compares exchanges with the books, looks again at orders that were closed a
 * minute ago, and values positions every ten minutes. Can be interrupted, repeated, and run twice at once.
 */
export async function watchTreasuryOnce(deps: TreasuryDeps, memory: TreasuryMemory): Promise<TreasuryRound> {
  const { db, mode, nowMs } = deps;
  const compared: Record<string, string> = {};
  for (const exchange of deps.exchanges) {
    compared[exchange.name] = await compare(deps, exchange, memory);
  }
  let rechecked = 0;
  for (const order of await ordersToRecheck(db, mode, new Date(nowMs() - RECHECK_AFTER_MS))) {
    // An exchange that does not answer is asked in the next round.
    rechecked += await recheckOrder(deps, order).then(
      () => 1,
      () => 0,
    );
  }
  if (nowMs() - memory.valuedMs >= VALUE_EVERY_MS) {
    await moneyTransaction(db, (tx) => valuePositions(tx, mode));
    memory.valuedMs = nowMs();
  }
  return { compared, rechecked };
}

async function compare(deps: TreasuryDeps, exchange: Exchange, { comparedMs }: TreasuryMemory): Promise<string> {
  const { db, nowMs, graceMs = GRACE_MS } = deps;
  const alert = { kind: 'exchange_away', subject: `${exchange.mode}:${exchange.name}` } as const;
  const sinceMs = comparedMs.get(exchange.name) ?? nowMs();
  comparedMs.set(exchange.name, sinceMs);
  let outcome = 'not now: an order or a transfer is under way';
  try {
    if (deps.isSimulated) await bookOpening(deps, exchange);
    const isMoving = await isLeaving(db, exchange.mode, `exchange:${exchange.name}`);
    if (!isMoving && (await reconcileExchange({ db, nowMs, graceMs }, exchange))) {
      comparedMs.set(exchange.name, nowMs());
      await resolveAlert(db, alert);
      return 'compared';
    }
  } catch (error) {
    outcome = error instanceof Error ? error.message.slice(0, 300) : String(error);
  }
  if (nowMs() - sinceMs > AWAY_MS) {
    const what = `${exchange.name} (${exchange.mode})`;
    const message = `${what} has not been compared with the books for 15 minutes: ${outcome}`;
    await raiseAlert(db, { ...alert, message });
  }
  return outcome;
}

/** Before anything else is booked there, what a simulated account holds is what it opened with. */
async function bookOpening({ db }: TreasuryDeps, { name: exchange, mode, balances }: Exchange): Promise<void> {
  if ((await exchangeBooks(db, { mode, exchange })).size > 0) return;
  const held = await balances();
  await inTransaction(db, async (tx) => {
    for (const [currency, amount] of held) {
      const minor = minorOf(amount, ledgerAssetOf(currency).decimals);
      if (minor > 0n) await bookOpeningBalance(tx, { mode, exchange, currency, minor });
    }
  });
}
