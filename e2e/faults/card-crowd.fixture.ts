import { openBanxa } from '../../activities/card-partner/banxa.ts';
import type { CardBehavior } from '../../activities/card-partner/simulator/faults.ts';
import { cardDesk } from '../../db/card-orders/testing.fixture.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { one, select } from '../../db/core/sql.ts';
import { trialBalance } from '../../db/ledger/trial-balance.ts';
import { parseAddress } from '../../domain/assets/addresses.ts';
import type { CardOrderStatus } from '../../domain/state/card-order-status.ts';
import type { RunningProduct } from '../../scripts/testing/product.ts';
import { openSimulatedPartner } from '../card-partner.fixture.ts';
import { outsideAddress } from '../card-purchase.fixture.ts';
import { PATIENCE_MS, pause } from './crowd.fixture.ts';

/** The expected end of an order. */
interface CardEnd {
  readonly status: CardOrderStatus;
  readonly reason?: string;
  /** How often its earnings are booked, and taken back. */
  readonly earned?: number;
  readonly reversed?: number;
}

export interface CardLife {
  readonly id: string;
  readonly story: string;
  readonly ends: CardEnd;
}

interface NewLife {
  readonly story: string;
  readonly behavior: CardBehavior;
  readonly ends: CardEnd;
  /** Coins that the customer agreed to, of those that the money buys now. */
  readonly percent?: bigint;
}

export const DELIVERED: CardEnd = { status: 'delivered', earned: 1 };

/** An order whose request was lost is made again after two and a half minutes. */
const PAID_WITHIN_MS = 2 * PATIENCE_MS;

/** Customers of the product's shop who do not give up: each places one order and pays it once the partner has it. */
export function gatherCardCrowd(product: RunningProduct, db: Db) {
  const partner = openSimulatedPartner(product.started.url, product.dataDir);
  const desk = cardDesk(db);
  const lives: CardLife[] = [];
  /** Once: while the worker is paused, its rates run out, and with them the partner's prices. */
  let quote: Promise<bigint> | undefined;

  /** Placed in the database, as the API does. @returns once it is; `paid` when the customer has done their part */
  async function begin({ story, behavior, ends, percent = 90n }: NewLife): Promise<{ readonly paid: Promise<void> }> {
    const address = outsideAddress(100 + lives.length);
    quote ??= untilDone(quoted);
    const [shop, cryptoMinor] = [await untilDone(shopOf), ((await quote) * percent) / 100n];
    const { addressKey } = parseAddress('BTC', address, 'regtest');
    const id = await untilDone(() => desk.placing(shop, { gateId: 'BTC', cryptoMinor, address, addressKey }));
    lives.push({ id, story, ends });
    return { paid: pay(id, behavior) };
  }

  const shopOf = () => one<Parameters<typeof desk.placing>[0]>(db, shopSql, []);

  async function quoted(): Promise<bigint> {
    const amount = { kind: 'fiat', minor: 10_000n } as const;
    const purchase = { gateId: 'BTC', currency: 'EUR', amount, method: 'card' } as const;
    return (await openBanxa(partner.account).quote(purchase)).cryptoMinor;
  }

  async function pay(id: string, behavior: CardBehavior): Promise<void> {
    const deadlineMs = Date.now() + PAID_WITHIN_MS;
    for (;;) {
      const [order] = partner.ordersOf(id);
      // The partner may be on its way back.
      const isOver = order !== undefined && (await partner.submitNext(order, behavior).catch(() => false));
      if (isOver) return;
      if (Date.now() > deadlineMs) throw new Error(`The card order ${id} could not be paid.`);
      await pause(250);
    }
  }

  return { partner, lives, begin, audit: () => auditCards(db, lives, (id) => partner.ordersOf(id).length) };
}

/** Servers on their way back answer later. */
async function untilDone<Value>(act: () => Promise<Value>): Promise<Value> {
  const deadlineMs = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (Date.now() > deadlineMs) throw error;
    }
    await pause(500);
  }
}

/** The outcome of the orders. Everything in `problems` is a defect, once there was time to finish. */
export interface CardAudit {
  readonly problems: readonly string[];
  readonly survived: number;
  readonly lost: number;
  readonly madeTwice: number;
  readonly bookedTwice: number;
}

async function auditCards(
  db: Db,
  lives: readonly CardLife[],
  ordersAtPartner: (id: string) => number,
): Promise<CardAudit> {
  const rows = new Map((await select<CardRow>(db, rowsSql, [lives.map(({ id }) => id)])).map((row) => [row.id, row]));
  const wrong = lives.flatMap(({ id, story, ends }) => {
    const is = wordsOf({ ...(rows.get(id) ?? NO_ROW), made: ordersAtPartner(id) });
    const due = wordsOf({ reason: null, earned: 0, reversed: 0, ...ends, made: 1 });
    return is === due ? [] : [`${story}: ${id} is ${is}; it should be ${due}`];
  });
  const { mismatches } = await trialBalance(db);
  return {
    problems: [...wrong, ...mismatches.map(({ check }) => `the books: ${check}`)],
    survived: lives.length - wrong.length,
    lost: lives.filter(({ id }) => !rows.has(id) || ordersAtPartner(id) === 0).length,
    madeTwice: lives.filter(({ id }) => ordersAtPartner(id) > 1).length,
    bookedTwice: [...rows.values()].filter(({ earned, reversed }) => earned > 1 || reversed > 1).length,
  };
}

function wordsOf({ status, reason, made, earned, reversed }: Omit<CardRow, 'id'> & { readonly made: number }): string {
  return `${status} (${reason}), made ${made}, booked ${earned}, taken back ${reversed} times`;
}

interface CardRow {
  readonly id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly earned: number;
  readonly reversed: number;
}

const NO_ROW = { status: 'nowhere', reason: null, earned: 0, reversed: 0 };

const rowsSql = `
  SELECT o.id, o.status, o.status_reason AS reason,
    (SELECT count(*)::int FROM transfer t WHERE t.entity = 'card_order:' || o.id AND t.kind = 'card_earned') AS earned,
    (SELECT count(*)::int FROM transfer t WHERE t.entity = 'card_order:' || o.id AND t.kind = 'card_reversed')
      AS reversed
  FROM card_order o WHERE o.id = ANY($1)`;

/** The shop of the demo data. */
const shopSql = `
  SELECT p.id AS "profileId", p.merchant_id AS "merchantId", p.mode FROM profile p
  WHERE p.mode = 'sandbox' AND NOT EXISTS (SELECT FROM demo_shop d WHERE d.profile_id = p.id)
  ORDER BY p.created_at LIMIT 1`;
