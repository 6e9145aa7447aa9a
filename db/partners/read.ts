import type { PartnerKind } from '../../domain/partners/terms.ts';
import type { PartnerStatus } from '../../domain/state/partner-status.ts';
import { type Condition, likeOf, limitOf, whereAll } from '../core/list-query.ts';
import { tokenHash } from '../core/random-tokens.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, one, prepared, select } from '../core/sql.ts';
import { balances } from '../ledger/balances.ts';
import { EARNING_MODE } from './books.ts';
import { type PartnerReferralRow, type PartnerRow, partnerReferralsTable, partnersTable } from './rows.ts';

export interface ListedPartner extends PartnerRow {
  readonly merchants: number;
}

/** One page of partners and applications: what waits for staff first, the newest first. */
export async function listPartners(
  db: Db,
  query: {
    readonly status?: readonly string[] | undefined;
    readonly search?: string | undefined;
    readonly page: number;
    readonly perPage: number;
  },
): Promise<{ readonly lines: readonly ListedPartner[]; readonly total: number }> {
  const conditions: readonly Condition[] = [
    [query.status, (p) => `p.status = ANY(${p}::text[])`],
    [
      likeOf(query.search),
      (p) => `(p.name ILIKE ${p} OR p.email ILIKE ${p} OR p.company ILIKE ${p} OR p.website ILIKE ${p})`,
    ],
  ];
  const { where, bind } = whereAll(conditions);
  const rows = await select<object>(
    db,
    `SELECT ${partnersTable.selected('p')}, (${merchantsSql})::int AS merchants FROM partner p WHERE ${where}
     ORDER BY p.status IN ('applied', 'in_review') DESC, p.created_at DESC, p.id DESC ${limitOf(query)}`,
    bind,
  );
  const { total } = await one<{ total: string }>(db, `SELECT count(*) AS total FROM partner p WHERE ${where}`, bind);
  return { lines: rows.map((raw) => partnersTable.read(raw) as ListedPartner), total: Number(total) };
}

/** Euro cents: not settled yet, and owed. */
export interface PartnerMoney {
  readonly unsettledMinor: bigint;
  readonly owedMinor: bigint;
}

export interface LinkFigures {
  readonly id: string;
  readonly code: string;
  readonly label: string;
  readonly visits: number;
  readonly signUps: number;
  readonly createdAt: Date;
}

export interface ReferredMerchant extends PartnerReferralRow {
  readonly companyName: string | null;
}

export interface PartnerFile extends PartnerMoney {
  readonly partner: ListedPartner;
  /** Of the message that applied; null once it was deleted. */
  readonly ticketId: string | null;
  readonly reviewer: string | null;
  readonly account: string | null;
  readonly links: readonly LinkFigures[];
  readonly referred: readonly ReferredMerchant[];
}

/** All that staff see of a partner; undefined where there is none. */
export async function readPartnerFile(on: Db | Tx, id: string): Promise<PartnerFile | undefined> {
  const row = await maybeOne<object & FileRow>(on, fileSql, [id]);
  if (row === undefined) return undefined;
  const partner = partnersTable.read(row) as unknown as ListedPartner;
  const referred = await select<object>(on, referredSql, [id]);
  return {
    partner,
    ticketId: row.ticketId,
    reviewer: row.reviewer,
    account: row.account,
    ...(await moneyOf(on, id)),
    links: await listLinks(on, id),
    referred: referred.map((raw) => partnerReferralsTable.read(raw) as unknown as ReferredMerchant),
  };
}

interface FileRow {
  readonly ticketId: string | null;
  readonly reviewer: string | null;
  readonly account: string | null;
}

/** The partner that an account is paid as; undefined for none. */
export async function findPartnerOf(on: Db | Tx, merchantId: string): Promise<PartnerRow | undefined> {
  const row = await maybeOne<object>(on, ownSql, [merchantId]);
  return row && (partnersTable.read(row) as PartnerRow);
}

/** The approved application that a mailed link leads to; undefined for a link that opens nothing now. */
export async function findApproved(
  on: Db | Tx,
  token: string,
  nowMs: number,
): Promise<(PartnerRow & { readonly status: PartnerStatus; readonly kind: PartnerKind }) | undefined> {
  const row = await partnersTable.findOne(on, { tokenHash: tokenHash(token) });
  return row !== undefined && (row.tokenExpiresAt?.getTime() ?? 0) > nowMs ? row : undefined;
}

/** How many merchants of a partner are how far, and the shares of each month in millionths of a euro. */
export interface PartnerFigures extends PartnerMoney {
  readonly links: readonly LinkFigures[];
  readonly stages: { readonly signed_up: number; readonly integrating: number; readonly live: number };
  readonly months: readonly { readonly month: string; readonly micro: string }[];
}

export async function readFigures(on: Db | Tx, partnerId: string): Promise<PartnerFigures> {
  return {
    ...(await moneyOf(on, partnerId)),
    links: await listLinks(on, partnerId),
    stages: await one(on, stagesSql, [partnerId]),
    months: await select(on, monthsSql, [partnerId]),
  };
}

async function moneyOf(on: Db | Tx, id: string): Promise<PartnerMoney> {
  const all = await balances(on, { owner: `partner:${id}`, mode: EARNING_MODE });
  const totalOf = (kind: string) => all.find((each) => each.kind === kind)?.total ?? 0n;
  return { unsettledMinor: totalOf('partner_earnings'), owedMinor: -totalOf('partner_debt') };
}

function listLinks(on: Db | Tx, partnerId: string): Promise<LinkFigures[]> {
  return select<LinkFigures>(on, linksSql, [partnerId]);
}

const merchantsSql = 'SELECT count(*) FROM partner_referral r WHERE r.partner_id = p.id';

const fileSql = prepared(`
  SELECT ${partnersTable.selected('p')}, (${merchantsSql})::int AS merchants, s.full_name AS reviewer,
    m.company_name AS account, t.id AS "ticketId"
  FROM partner p LEFT JOIN staff_user s ON s.id = p.reviewer_id LEFT JOIN merchant m ON m.id = p.merchant_id
    LEFT JOIN ticket t ON t.reference = p.reference
  WHERE p.id = $1`);

const referredSql = prepared(`
  SELECT ${partnerReferralsTable.selected('r')}, m.company_name AS "companyName"
  FROM partner_referral r JOIN merchant m ON m.id = r.merchant_id
  WHERE r.partner_id = $1 ORDER BY r.standing = 'held' DESC, r.created_at DESC, r.merchant_id LIMIT 100`);

const ownSql = prepared(`
  SELECT ${partnersTable.selected('p')} FROM partner p WHERE p.merchant_id = $1
  ORDER BY p.status IN ('active', 'paused') DESC, p.agreed_at DESC LIMIT 1`);

const linksSql = prepared(`
  SELECT l.id, l.code, l.label, l.created_at AS "createdAt",
    (SELECT coalesce(sum(d.visits), 0)::int FROM partner_link_day d WHERE d.link_id = l.id) AS visits,
    (SELECT count(*)::int FROM partner_referral r WHERE r.link_id = l.id) AS "signUps"
  FROM partner_link l WHERE l.partner_id = $1 ORDER BY l.created_at, l.id`);

// Whether a merchant is blocked is not the partner's business: it stays where it was.
const stagesSql = prepared(`
  SELECT count(*) FILTER (WHERE m.status IN ('new', 'email_verified'))::int AS signed_up,
    count(*) FILTER (WHERE m.status = 'active')::int AS integrating,
    count(*) FILTER (WHERE m.status IN ('verified', 'blocked'))::int AS live
  FROM partner_referral r JOIN merchant m ON m.id = r.merchant_id WHERE r.partner_id = $1`);

const monthsSql = prepared(`
  SELECT to_char(s.charged_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, sum(s.share_micro)::text AS micro
  FROM partner_share s JOIN partner_referral r ON r.merchant_id = s.merchant_id AND r.standing = 'counted'
  WHERE s.partner_id = $1 GROUP BY 1 ORDER BY 1 DESC LIMIT 12`);
