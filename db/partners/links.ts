import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { newShortCode } from '../core/short-code.ts';
import { execute, maybeOne, prepared } from '../core/sql.ts';
import { type PartnerLinkRow, partnerLinksTable, partnersTable } from './rows.ts';

/** Enough for each place where somebody writes; a list of this length needs no pages. */
const MAX_LINKS = 20;

/**
 * A new link of the partner, whose row is locked so that the limit holds.
 * @throws DomainError `conflict` beyond the limit of links
 */
export async function addLink(tx: Tx, partnerId: string, label: string): Promise<PartnerLinkRow> {
  await partnersTable.findOne(tx, { id: partnerId }, { columns: ['id'], lock: tx.LOCK.UPDATE });
  if ((await partnerLinksTable.count(tx, { partnerId })) >= MAX_LINKS) {
    throw new DomainError('conflict', { message: `You have ${MAX_LINKS} links already.` });
  }
  return partnerLinksTable.create(tx, { id: newId(), partnerId, code: newShortCode(), label });
}

/** A link that brings merchants now: it is open, and its partner is active. */
export interface OpenLink {
  readonly id: string;
  readonly partnerId: string;
}

/** Undefined for a code that nobody has, or that brings nobody now. */
export function findOpenLink(on: Db | Tx, code: string): Promise<OpenLink | undefined> {
  return maybeOne<OpenLink>(on, openSql, [code]);
}

/** Counts a visit of the link, on the day of the gateway (UTC). */
export async function countVisit(on: Db | Tx, linkId: string): Promise<void> {
  await execute(on, visitSql, [linkId]);
}

const openSql = prepared(`
  SELECT l.id, l.partner_id AS "partnerId" FROM partner_link l JOIN partner p ON p.id = l.partner_id
  WHERE l.code = $1 AND l.closed_at IS NULL AND p.status = 'active'`);

const visitSql = prepared(`
  INSERT INTO partner_link_day AS d (link_id, day, visits) VALUES ($1, (now() AT TIME ZONE 'UTC')::date, 1)
  ON CONFLICT (link_id, day) DO UPDATE SET visits = d.visits + 1`);
