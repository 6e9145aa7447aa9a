import type { Mode } from '../../domain/assets/assets.ts';
import { type CardOffer, OFFER_MS } from '../../domain/card-orders/offer.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, prepared } from '../core/sql.ts';
import { cardOffersTable } from './price-rows.ts';

/** The current offer of coins by card; null if nothing is sold, or if the last answer of the seller is too old. */
export async function readCardOffer(on: Db | Tx, mode: Mode, nowMs: number): Promise<CardOffer | null> {
  const row = await cardOffersTable.findOne(on, { mode }, { columns: ['offer', 'answeredAt'] });
  if (row === undefined || row.offer === null || row.answeredAt === null) return null;
  return nowMs - row.answeredAt.getTime() <= OFFER_MS ? row.offer : null;
}

/** True for one of several workers, each time the offer is due to be requested again. */
export async function claimCardOffer(db: Db, mode: Mode): Promise<boolean> {
  return (await execute(db, claimSql, [mode])) === 1;
}

/** Keeps the answer of the seller until it is due again. */
export async function storeCardOffer(db: Db, mode: Mode, offer: CardOffer): Promise<void> {
  await execute(db, storeSql, [mode, JSON.stringify(offer), AGAIN_SECONDS]);
}

/** Where nothing is sold any more. */
export async function removeCardOffer(db: Db, mode: Mode): Promise<void> {
  await cardOffersTable.destroy(db, { mode });
}

/** An attempt that failed is made again by the next claim. */
const ATTEMPT_SECONDS = 20;
const AGAIN_SECONDS = 300;

const claimSql = prepared(`
  INSERT INTO card_offer AS o (mode, claimed_until) VALUES ($1, now() + interval '${ATTEMPT_SECONDS} seconds')
  ON CONFLICT (mode) DO UPDATE SET claimed_until = excluded.claimed_until WHERE o.claimed_until <= now()`);
const storeSql = prepared(`
  UPDATE card_offer SET offer = $2::jsonb, answered_at = now(), claimed_until = now() + make_interval(secs => $3)
  WHERE mode = $1`);
