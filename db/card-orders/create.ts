import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { randomToken, tokenHash } from '../core/random-tokens.ts';
import type { Tx } from '../core/sequelize.ts';
import { type CardOrderRow, cardOrdersTable } from './rows.ts';

/** How long a draft can be placed. */
export const DRAFT_MS = 24 * 3_600_000;

/** The purchase and its price. */
type Terms = Pick<
  CardOrderRow,
  | 'gateId'
  | 'fiat'
  | 'fixedSide'
  | 'fiatMinor'
  | 'cryptoMinor'
  | 'processingFeeMinor'
  | 'networkFeeMinor'
  | 'quotedAt'
  | 'quoteExpiresAt'
  | 'country'
  | 'method'
>;
type Target = Pick<CardOrderRow, 'address' | 'addressKey' | 'destinationTag'>;
type Visit = Pick<CardOrderRow, 'language' | 'returnUrl'>;

/** The first values of a draft. The mode, the merchant and the terms are the shop's at this moment. */
export type NewCardOrder = Pick<
  CardOrderRow,
  'mode' | 'merchantId' | 'profileId' | 'invoiceId' | 'commissionBps' | 'shareBps' | 'partner'
> &
  Terms &
  Visit &
  /** Of an invoice's order at once. */
  Partial<Target>;

/**
 * Makes a draft: nothing happens at the partner, and no workflow runs until it is placed. The secret is the customer's,
 * is returned once and kept as its hash.
 */
export async function createCardOrder(
  tx: Tx,
  order: NewCardOrder,
  nowMs: number,
): Promise<{ readonly row: CardOrderRow; readonly secret: string }> {
  const secret = randomToken();
  const row = await cardOrdersTable.create(tx, {
    ...order,
    id: newId(nowMs),
    secretHash: tokenHash(secret),
    createdAt: new Date(nowMs),
    deadlineAt: new Date(nowMs + DRAFT_MS),
  });
  return { row, secret };
}

/** The values that a customer can change before the order is placed. */
export type DraftChanges = Partial<Terms & Visit & Target & Pick<CardOrderRow, 'customerId' | 'termsAcceptedAt'>>;

/**
 * Changes a draft, under its lock. The version grows with each change, so that only the draft that the customer saw
 * last can be placed.
 * @throws DomainError `illegal_transition` once it was placed, `quote_expired` for a draft that is too old, `not_found`
 */
export async function changeDraft(tx: Tx, id: string, changes: DraftChanges, nowMs: number): Promise<CardOrderRow> {
  const row = await cardOrdersTable.findOne(tx, { id }, { lock: tx.LOCK.UPDATE });
  if (row === undefined) throw new DomainError('not_found');
  if (row.status !== 'draft') throw new DomainError('illegal_transition');
  if (nowMs >= row.deadlineAt.getTime()) throw new DomainError('quote_expired');
  const version = row.version + 1;
  await cardOrdersTable.update(tx, { ...changes, version, updatedAt: new Date(nowMs) }, { id });
  return { ...row, ...changes, version };
}
