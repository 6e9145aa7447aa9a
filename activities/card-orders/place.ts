import { beginAttempt, countMiss, forgetAttempt } from '../../db/card-orders/attempts.ts';
import { type CardOrderStepEvent, cardOrderProcess } from '../../db/card-orders/process.ts';
import { customerOf } from '../../db/card-orders/read.ts';
import type { CardOrderRow } from '../../db/card-orders/rows.ts';
import type { SecretBox } from '../../db/core/secret-box.ts';
import { type Db, moneyTransaction } from '../../db/core/sequelize.ts';
import { applyStep } from '../../db/process/apply.ts';
import {
  type CardPartner,
  CardPartnerAwayError,
  CardPartnerRefusedError,
  CardPartnerUnclearError,
  LOST_ORDER_MS,
  type PartnerOrder,
} from '../card-partner/port.ts';
import { isOurs, NOT_PLACED } from './partner-news.ts';

export interface PlacingDeps {
  readonly db: Db;
  readonly box: SecretBox;
  readonly nowMs: () => number;
  /** Where customers follow their orders. */
  readonly publicUrl: string;
  /** Called at each step, by name, so that tests can crash there. */
  readonly faultPoint?: (name: CardFaultPoint) => void;
}

/** The steps of a card order between which a process may die: at the partner, and at the end on the chain. */
export type CardFaultPoint =
  | 'card_before_attempt'
  | 'card_after_attempt'
  | 'card_after_create'
  | 'card_after_place'
  | 'card_before_news'
  | 'card_after_news'
  | 'card_before_delivered'
  | 'card_after_delivered';

/** How long the partner's own page of a new order can be opened: published is a minute. */
const CHECKOUT_MS = 50_000;
/** The partner's list may lag: only the second answer that it has no order counts. */
const CERTAIN_MISSES = 2;

/**
 * Makes the order at the partner, at most once even if a message is lost: each attempt is recorded before the call, and
 * after an attempt without an answer the order is first looked up at the partner. The call is repeated only if the
 * partner still lacks the order after a long time, and never after the customer has left.
 * @throws the partner's errors, when a later try makes sense
 */
export async function placeOnce(deps: PlacingDeps, partner: CardPartner, row: CardOrderRow): Promise<void> {
  if (row.attemptedAt !== null) return findLost(deps, partner, { ...row, attemptedAt: row.attemptedAt });
  const nowMs = deps.nowMs();
  if (row.status !== 'placing' || nowMs >= row.deadlineAt.getTime()) {
    return step(deps, row, { type: 'not_placed', reason: 'partner_unavailable' });
  }
  const request = await requestOf(deps, row);
  deps.faultPoint?.('card_before_attempt');
  if (!(await beginAttempt(deps.db, row.id, nowMs))) return;
  deps.faultPoint?.('card_after_attempt');
  try {
    const { partnerId, checkoutUrl } = await partner.createOrder(request);
    deps.faultPoint?.('card_after_create');
    await placed(deps, row, { partnerOrderId: partnerId, checkoutUrl, payerUrl: null });
  } catch (error) {
    if (error instanceof CardPartnerRefusedError) {
      return step(deps, row, { type: 'not_placed', reason: NOT_PLACED[error.reason] });
    }
    if (error instanceof CardPartnerAwayError) await forgetAttempt(deps.db, { ...row, attemptedAt: new Date(nowMs) });
    throw error;
  }
}

type Attempted = CardOrderRow & { readonly attemptedAt: Date };

/** The answer of an attempt was lost, or its process died. */
async function findLost(deps: PlacingDeps, partner: CardPartner, row: Attempted): Promise<void> {
  const found = await find(partner, row);
  if (found === 'several' || (found !== null && !isOurs(row, found))) return step(deps, row, { type: 'mismatch' });
  if (found !== null) {
    const { partnerId: partnerOrderId, payerUrl } = found;
    return placed(deps, row, { partnerOrderId, checkoutUrl: null, payerUrl });
  }
  const nowMs = deps.nowMs();
  if (nowMs < row.attemptedAt.getTime() + LOST_ORDER_MS && row.status === 'placing') return;
  if ((await countMiss(deps.db, row)) < CERTAIN_MISSES) return;
  if (row.status !== 'placing' || nowMs >= row.deadlineAt.getTime()) {
    return step(deps, row, { type: 'not_placed', reason: 'partner_unavailable' });
  }
  await forgetAttempt(deps.db, row);
  return placeOnce(deps, partner, { ...row, attemptedAt: null, findMisses: 0 });
}

async function find(partner: CardPartner, row: Attempted): Promise<PartnerOrder | null | 'several'> {
  const { id: reference, attemptedAt } = row;
  try {
    return await partner.findOrder({ reference, customerId: row.customerId ?? '', sinceMs: attemptedAt.getTime() });
  } catch (error) {
    if (error instanceof CardPartnerUnclearError) return 'several';
    throw error;
  }
}

async function requestOf({ db, publicUrl }: PlacingDeps, row: CardOrderRow) {
  const customer = await customerOf(db, row);
  if (customer === null || row.address === null) throw new Error(`The card order ${row.id} is incomplete.`);
  return {
    reference: row.id,
    customerId: customer.id,
    email: customer.email,
    gateId: row.gateId,
    currency: row.fiat,
    amount:
      row.fixedSide === 'fiat'
        ? ({ kind: 'fiat', minor: row.fiatMinor } as const)
        : ({ kind: 'crypto', minor: row.cryptoMinor } as const),
    method: row.method,
    country: row.country,
    address: row.address,
    destinationTag: row.destinationTag,
    returnUrl: new URL(`/card-payment/${row.id}`, publicUrl).href,
  };
}

interface Placed {
  readonly partnerOrderId: string;
  readonly checkoutUrl: string | null;
  readonly payerUrl: string | null;
}

function placed(
  deps: PlacingDeps,
  row: CardOrderRow,
  { partnerOrderId, checkoutUrl, payerUrl }: Placed,
): Promise<void> {
  const sealed = (url: string | null) => (url === null ? null : deps.box.seal(url, sealContext(row)));
  const checkoutUntil = checkoutUrl === null ? null : new Date(deps.nowMs() + CHECKOUT_MS);
  const pages = { checkoutUrl: sealed(checkoutUrl), checkoutUntil, payerUrl: sealed(payerUrl) };
  return step(deps, row, { type: 'placed', partnerOrderId, pages });
}

/** For whom the pages of an order are sealed. */
export function sealContext({ id }: Pick<CardOrderRow, 'id'>): string {
  return `card_order:${id}`;
}

function step({ db, nowMs }: PlacingDeps, { id }: CardOrderRow, event: CardOrderStepEvent): Promise<void> {
  return moneyTransaction(db, async (tx) => {
    await applyStep(tx, cardOrderProcess, { id, event, cause: null, nowMs: nowMs(), byWorkflow: true });
  });
}
