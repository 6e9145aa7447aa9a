import type { Mode } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import type { TicketObject } from '../../domain/support/ticket.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, type Prepared, prepared, select } from '../core/sql.ts';

/** The object of a ticket, as its merchant names it. */
export interface ObjectName {
  readonly mode: Mode;
  readonly reference: string | null;
}

/** A person of a merchant, with the only shops that they may work in. */
export interface ObjectReader {
  readonly merchantId: string;
  readonly onlyShops: readonly string[] | null;
}

/**
 * An object of the merchant, in a shop that the person may work in.
 * @throws DomainError `not_found` for any other
 */
export async function requireObject(
  on: Db | Tx,
  { kind, id }: { readonly kind: TicketObject; readonly id: string },
  { merchantId, onlyShops }: ObjectReader,
): Promise<ObjectName> {
  const found = await maybeOne<ObjectName>(on, NAMES[kind], [id, merchantId, onlyShops]);
  if (found === undefined) throw new DomainError('not_found');
  return found;
}

/** A step of an object, for staff. */
export interface ObjectStep {
  readonly at: Date;
  /** Such as `invoice.done`. */
  readonly type: string;
}

/** The events of the object, as its merchant was notified of them: the newest hundred, the oldest first. */
export async function objectSteps(on: Db | Tx, id: string): Promise<readonly ObjectStep[]> {
  const steps = await select<ObjectStep>(on, stepsSql, [id]);
  return steps.reverse();
}

function nameSql(table: string, reference: string, more = ''): Prepared {
  return prepared(`
    SELECT o.mode, ${reference} AS reference FROM ${table} o JOIN profile p ON p.id = o.profile_id
    WHERE o.id = $1 AND o.merchant_id = $2${more}
      AND ($3::uuid[] IS NULL OR coalesce(p.shop_id, p.merchant_id) = ANY($3::uuid[]))`);
}

const NAMES: Readonly<Record<TicketObject, Prepared>> = {
  invoice: nameSql('invoice', 'o.reference'),
  payout: nameSql('payout', 'o.reference', " AND o.kind = 'payout'"),
  refund: nameSql('payout', 'o.reference', " AND o.kind = 'refund'"),
  withdrawal: nameSql('withdrawal', 'NULL'),
  deposit: nameSql('deposit', 'o.reference'),
};

const stepsSql = prepared(`
  SELECT created_at AS at, type FROM event WHERE entity_id = $1 ORDER BY created_at DESC, id DESC LIMIT 100`);
