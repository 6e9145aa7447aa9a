import { gate, gateDecimals, isGateId } from '../../domain/assets/assets.ts';
import { parseRatio, type Ratio } from '../../domain/money/rates.ts';
import { keptMinorOf, reversedMicroOf, shareMicroOf } from '../../domain/partners/earnings.ts';
import { SHARED_FEES, type SharedFee } from '../../domain/partners/terms.ts';
import { raiseAlert, resolveAlert } from '../alerts/alerts.ts';
import { type Db, inTransaction, type Tx } from '../core/sequelize.ts';
import { execute, json, one, prepared, select } from '../core/sql.ts';
import { tryLock } from '../core/try-lock.ts';
import { GATEWAY } from '../ledger/accounts.ts';
import { currentRates, pastRates } from '../rates/rates.ts';
import { bookShares, EARNING_MODE } from './books.ts';
import {
  type PartnerReferralRow,
  type PartnerRow,
  partnerReferralsTable,
  partnersTable,
  partnerUnsharedTable,
} from './rows.ts';

/**
 * Shares the fees that were posted since the last round with the partners of their merchants, and takes the shares of
 * returned fees back. Everything of a round is one transaction: the place up to which fees were read moves with the
 * money, so a process that dies leaves both as they were, and a fee is shared exactly once. Two processes at once are
 * one after the other.
 * @param failing merchants whose share fails, with the reason: their fees are kept for {@link shareAside}, and alert.
 *   So are the later fees of a merchant until none is kept, because a return comes after its fee
 * @returns how many entries were read; ask again until it is none
 * @throws MerchantShareError for the first merchant whose share fails: nothing of the round is done
 */
export function shareFees(db: Db, failing: ReadonlyMap<string, string> = new Map(), limit = BATCH): Promise<number> {
  return inTransaction(db, async (tx) => {
    if (!(await tryLock(tx, 'partner shares'))) return 0;
    const read = await select<FeeEntry>(tx, entriesSql, [GATEWAY, EARNING_MODE, [...SHARED_FEES], limit]);
    const shared = read.filter(({ merchant_id: merchantId }) => merchantId !== null);
    const prices = await pricesOf(tx, shared);
    const known = untilUnknown(read, prices);
    const usable = new Set(known);
    const due = shared.filter((entry) => usable.has(entry));
    const aside = new Set([...failing.keys(), ...(await merchantsAside(tx))]);
    const isAside = ({ merchant_id: id }: FeeEntry) => aside.has(id ?? '');
    await setAside(tx, due.filter(isAside), failing);
    await shareAll(
      tx,
      due.filter((entry) => !isAside(entry)),
      prices,
    );
    if (known.length > 0) await execute(tx, advanceSql, [json(lastOf(known))]);
    return known.length;
  });
}

/**
 * Shares the fees of a merchant that were set aside, in one transaction as {@link shareFees} does, and closes the alert
 * with the last of them.
 * @returns how many were shared; ask again until it is none
 * @throws MerchantShareError as long as it fails: the fees stay aside
 */
export function shareAside(db: Db, merchantId: string): Promise<number> {
  return inTransaction(db, async (tx) => {
    if (!(await tryLock(tx, 'partner shares'))) return 0;
    const read = await select<FeeEntry>(tx, asideSql, [merchantId, BATCH]);
    const prices = await pricesOf(tx, read);
    const known = untilUnknown(read, prices);
    await shareAll(tx, known, prices);
    const keys = known.map(({ transfer_id, line }) => ({ transfer_id, line }));
    if (keys.length > 0) await execute(tx, sharedAsideSql, [json(keys)]);
    if ((await partnerUnsharedTable.count(tx, { merchantId })) === 0) await resolveAlert(tx, alertOf(merchantId));
    return known.length;
  });
}

/** The merchants with fees aside, the longest waiting first. */
export async function merchantsAside(on: Db | Tx): Promise<readonly string[]> {
  return (await select<{ id: string }>(on, merchantsAsideSql, [])).map(({ id }) => id);
}

/** The share of one merchant failed; of the others nothing is known. */
export class MerchantShareError extends Error {
  readonly merchantId: string;
  /** As Sequelize names it, so that a deadlock is known as one and repeated. */
  readonly original: unknown;

  constructor(merchantId: string, original: unknown) {
    super(`The fees of the merchant ${merchantId} cannot be shared: ${String(original)}`);
    this.name = 'MerchantShareError';
    this.merchantId = merchantId;
    this.original = original;
  }
}

const alertOf = (merchantId: string) => ({ kind: 'partner_unshared', subject: `merchant:${merchantId}` }) as const;

async function setAside(tx: Tx, entries: readonly FeeEntry[], reasons: ReadonlyMap<string, string>): Promise<void> {
  for (const { transfer_id: transferId, line, merchant_id: merchantId } of entries) {
    if (merchantId === null) continue;
    await execute(tx, setAsideSql, [transferId, line, merchantId]);
    const message = reasons.get(merchantId);
    if (message !== undefined) await raiseAlert(tx, { ...alertOf(merchantId), message });
  }
}

interface FeeEntry {
  readonly account_id: string;
  readonly transfer_id: string;
  readonly line: number;
  readonly fee: SharedFee;
  readonly asset: string;
  /** Received fees are above zero, returned ones below. */
  readonly minor: string;
  readonly subject: string;
  readonly at: Date;
  /** Of a merchant that came by a partner; else null. */
  readonly merchant_id: string | null;
  /** Of a fee that was set aside: whether its partner was active then. */
  readonly earns?: boolean;
}

/** By entry, the euro price of one whole unit at the hour of the fee; missing where there is none. */
type Prices = ReadonlyMap<FeeEntry, Ratio>;

/** The shares of an operation's fees in one asset until now. */
interface SharedBefore {
  fee_minor: string;
  share_micro: string;
}

async function shareAll(tx: Tx, entries: readonly FeeEntry[], prices: Prices): Promise<void> {
  const merchants = [...new Set(entries.map(({ merchant_id: id }) => id ?? ''))].sort();
  for (const merchantId of merchants) {
    const own = entries.filter(({ merchant_id: id }) => id === merchantId);
    await shareEntries(tx, { merchantId, entries: own, prices }).catch((error: unknown) => {
      throw new MerchantShareError(merchantId, error);
    });
  }
}

interface EntriesOfMerchant {
  readonly merchantId: string;
  readonly entries: readonly FeeEntry[];
  readonly prices: Prices;
}

async function shareEntries(tx: Tx, { merchantId, entries, prices }: EntriesOfMerchant): Promise<void> {
  // The merchant's row before the partner's, as everywhere.
  const referral = await partnerReferralsTable.findOne(tx, { merchantId }, { lock: tx.LOCK.UPDATE });
  if (referral === undefined) return;
  const partner = await partnersTable.findOne(tx, { id: referral.partnerId });
  if (partner === undefined) throw new Error(`The partner ${referral.partnerId} does not exist.`);
  await shareOfMerchant(tx, { referral, partner, entries, prices });
}

interface OfMerchant {
  readonly referral: PartnerReferralRow;
  readonly partner: PartnerRow;
  readonly entries: readonly FeeEntry[];
  readonly prices: Prices;
}

async function shareOfMerchant(tx: Tx, { referral, partner, entries, prices }: OfMerchant): Promise<void> {
  const { merchantId, partnerId, standing } = referral;
  let sum = 0n;
  for (const entry of entries) {
    const micro = await microOf(tx, { entry, referral, partner, price: prices.get(entry) });
    sum += micro;
    const { transfer_id: transferId, line, subject, fee, asset, minor, at } = entry;
    const row = [transferId, line, partnerId, merchantId, subject, fee, asset, minor, micro, at];
    await execute(tx, insertSql, row);
  }
  const last = entries.at(-1);
  if (sum === 0n || last === undefined) return;
  await partnerReferralsTable.update(tx, { accruedMicro: referral.accruedMicro + sum }, { merchantId });
  if (standing === 'counted') {
    await bookShares(tx, partnerId, { micro: sum, cause: `fees:${merchantId}:${last.transfer_id}:${last.line}` });
  }
}

interface OfEntry {
  readonly entry: FeeEntry;
  readonly referral: PartnerReferralRow;
  readonly partner: PartnerRow;
  readonly price: Ratio | undefined;
}

/** The share of a fee; what a returned fee takes back is below zero. */
async function microOf(tx: Tx, { entry, referral, partner, price }: OfEntry): Promise<bigint> {
  const { fee, asset, subject } = entry;
  const minor = BigInt(entry.minor);
  const before = await one<SharedBefore>(tx, beforeSql, [referral.merchantId, subject, fee, asset]);
  const sharedSoFar = { feeMinor: BigInt(before.fee_minor), shareMicro: BigInt(before.share_micro) };
  if (minor < 0n) return -reversedMicroOf(-minor, sharedSoFar);
  const earns = entry.earns ?? partner.status === 'active';
  if (!earns || partner.shareBps === null || partner.capMinor === null) return 0n;
  if (price === undefined || !isGateId(asset)) throw new Error('A fee without a price is not shared.');
  const { shareBps, capMinor } = partner;
  const kept = { minor: keptMinorOf(minor, sharedSoFar), decimals: gateDecimals(asset), perUnit: price };
  return shareMicroOf(kept, { shareBps, capMinor });
}

/** Of each account the entries before the first one that cannot be valued yet: it is tried again, never guessed. */
function untilUnknown(read: readonly FeeEntry[], prices: Prices): readonly FeeEntry[] {
  const stopped = new Set<string>();
  return read.filter((entry) => {
    if (entry.merchant_id !== null && BigInt(entry.minor) > 0n && !prices.has(entry)) stopped.add(entry.account_id);
    return !stopped.has(entry.account_id);
  });
}

function lastOf(entries: readonly FeeEntry[]) {
  const last = new Map(entries.map(({ account_id, transfer_id, line }) => [account_id, { transfer_id, line }]));
  return [...last].map(([account_id, { transfer_id: through, line }]) => ({ account_id, through, line }));
}

async function pricesOf(tx: Tx, entries: readonly FeeEntry[]): Promise<Prices> {
  const received = entries.filter(({ minor }) => BigInt(minor) > 0n);
  const prices = new Map<FeeEntry, Ratio>();
  const coins = received.flatMap((entry) => {
    if (entry.asset === 'EUR') prices.set(entry, { num: 1n, den: 1n });
    const asset = assetOf(entry.asset);
    return asset === null ? [] : [{ entry, asset }];
  });
  const questions = coins.map(({ entry, asset }) => ({ asset, currency: 'EUR' as const, atMs: entry.at.getTime() }));
  const past = await pastRates(tx, EARNING_MODE, questions);
  const assets = [...new Set(coins.map(({ asset }) => asset))];
  const now = await currentRates(tx, { mode: EARNING_MODE, assets, currencies: ['EUR'] });
  for (const [at, { entry, asset }] of coins.entries()) {
    const value = past[at] ?? now.find((rate) => rate.asset === asset)?.value;
    if (value !== undefined) prices.set(entry, parseRatio(value));
  }
  return prices;
}

function assetOf(id: string) {
  return isGateId(id) && id !== 'EUR' ? gate(id).asset : null;
}

/** Of each account, so that one whose fees cannot be valued now does not keep the others waiting. */
const BATCH = 100;

const SUBJECT = "coalesce(t.entity, 'invoice:' || t.invoice_id, t.key)";

// A merchant's fee is in a transfer that moves money of that merchant alone; where several owners are moved, or none,
// nobody has a share.
const entriesSql = prepared(`
  SELECT a.id AS account_id, e.transfer_id, e.line, a.kind AS fee, a.asset, (-e.amount)::text AS minor,
    t.created_at AS at,
    ${SUBJECT} AS subject, r.merchant_id
  FROM account a
  LEFT JOIN partner_fee_cursor c ON c.account_id = a.id
  CROSS JOIN LATERAL (
    SELECT transfer_id, line, amount FROM entry
    WHERE account_id = a.id AND layer = 'posted' AND transfer_id >= coalesce(c.through, 0)
      AND (transfer_id, line) > (coalesce(c.through, 0), coalesce(c.line, 0::smallint))
    ORDER BY transfer_id, line LIMIT $4) e
  JOIN transfer t ON t.id = e.transfer_id
  LEFT JOIN LATERAL (
    SELECT min(o.owner) AS owner FROM entry x JOIN account o ON o.id = x.account_id
    WHERE x.transfer_id = e.transfer_id AND o.owner <> $1 HAVING count(DISTINCT o.owner) = 1) m ON true
  LEFT JOIN partner_referral r ON r.merchant_id = CASE WHEN m.owner ~ '^[0-9a-f-]{36}$' THEN m.owner::uuid END
  WHERE a.owner = $1 AND a.mode = $2 AND a.kind = ANY($3::text[])
  ORDER BY e.transfer_id, e.line`);

const asideSql = prepared(`
  SELECT a.id AS account_id, e.transfer_id, e.line, a.kind AS fee, a.asset, (-e.amount)::text AS minor,
    t.created_at AS at, ${SUBJECT} AS subject, u.merchant_id, u.earns
  FROM partner_unshared u
  JOIN entry e ON e.transfer_id = u.transfer_id AND e.line = u.line
  JOIN account a ON a.id = e.account_id
  JOIN transfer t ON t.id = u.transfer_id
  WHERE u.merchant_id = $1 ORDER BY e.transfer_id, e.line LIMIT $2`);

const setAsideSql = prepared(`
  INSERT INTO partner_unshared (transfer_id, line, merchant_id, earns)
  SELECT $1, $2, r.merchant_id, p.status = 'active'
  FROM partner_referral r JOIN partner p ON p.id = r.partner_id WHERE r.merchant_id = $3`);

const sharedAsideSql = prepared(`
  DELETE FROM partner_unshared u
  USING jsonb_to_recordset($1::jsonb) AS k (transfer_id bigint, line smallint)
  WHERE u.transfer_id = k.transfer_id AND u.line = k.line`);

const merchantsAsideSql = prepared(`
  SELECT merchant_id AS id FROM partner_unshared GROUP BY 1 ORDER BY min(created_at)`);

const beforeSql = prepared(`
  SELECT coalesce(sum(fee_minor), 0)::text AS fee_minor, coalesce(sum(share_micro), 0)::text AS share_micro
  FROM partner_share WHERE merchant_id = $1 AND subject = $2 AND fee = $3 AND asset = $4`);

const insertSql = prepared(`
  INSERT INTO partner_share (transfer_id, line, partner_id, merchant_id, subject, fee, asset, fee_minor, share_micro,
    charged_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8::numeric, $9::numeric, $10)`);

const advanceSql = prepared(`
  INSERT INTO partner_fee_cursor (account_id, through, line)
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS c (account_id bigint, through bigint, line smallint)
  ON CONFLICT (account_id) DO UPDATE SET through = excluded.through, line = excluded.line`);
