import type { Mode } from '../../domain/assets/assets.ts';
import { assignArrivals } from '../../domain/deposits/assign.ts';
import { depositMinimumMinor } from '../../domain/deposits/gates.ts';
import { newId } from '../../domain/ids.ts';
import { MAX_PAYMENTS } from '../../domain/state/deposit-facts.ts';
import type { ChangedCredit, ComingCredit } from '../bank/coming-entries.ts';
import { isBankStopped } from '../bank/differences.ts';
import type { BankCredit } from '../bank/new-entries.ts';
import { bankEntriesTable } from '../bank/rows.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, prepared, select } from '../core/sql.ts';
import { addressTerms, insertDeposits, newDeposit, type OpenDepositRow, toOpen } from './assign.ts';
import { applyDepositEvents } from './process.ts';
import { depositsTable, isStated } from './rows.ts';

/** An entry of the bank's account that is part of a customer's deposit. */
interface EuroArrival {
  readonly entryId: string;
  readonly addressId: string;
  readonly amountMinor: bigint;
}

/**
 * Euro that name the reference of a customer become deposits, in the transaction that books the entry. Whatever names
 * none, or that of a merchant who may not take money now, stays in suspense. One line of db/reactions.ts, after the
 * transfers of own money.
 */
export async function takeReferencedCredits(
  tx: Tx,
  credits: readonly Pick<BankCredit, 'entryId' | 'creditorReference'>[],
): Promise<void> {
  const ids = credits.flatMap(({ entryId, creditorReference }) => (creditorReference === null ? [] : [entryId]));
  if (ids.length === 0) return;
  await takeEuro(tx, await select<ReferencedRow>(tx, referencedSql, [ids]), Date.now());
}

/** Euro that are notified are shown as a deposit that is coming. One line of db/reactions.ts. */
export async function showComingCredits(tx: Tx, credits: readonly ComingCredit[]): Promise<void> {
  return takeReferencedCredits(tx, credits);
}

/** Euro of a deposit will not come, or the bank took them back. One line of db/reactions.ts. */
export async function followChangedCredits(tx: Tx, credits: readonly ChangedCredit[]): Promise<void> {
  const ids = credits.map(({ entryId }) => entryId);
  await execute(tx, discardedSql, [ids]);
  const deposits = [...new Set(credits.flatMap(({ depositId }) => depositId ?? []))];
  await paymentsChanged(tx, deposits, credits[0]?.nowMs ?? Date.now());
}

/**
 * Gives entries in suspense their deposits, each once: an entry that is taken changes nothing. The caller holds the
 * lock of the bank. @returns the deposits
 */
export async function takeEuro(
  tx: Tx,
  rows: readonly (Omit<EuroArrival, 'amountMinor'> & { readonly minor: string })[],
  nowMs: number,
): Promise<string[]> {
  if (rows.length === 0) return [];
  const arrivals = rows.map(({ entryId, addressId, minor }) => ({
    paymentId: entryId,
    key: `SEPA:${entryId}`,
    addressId,
    amountMinor: BigInt(minor),
    spends: [],
  }));
  const addressIds = [...new Set(rows.map(({ addressId }) => addressId))];
  const addresses = await addressTerms(tx, addressIds);
  const open = await select<OpenDepositRow>(tx, openSql, [addressIds, MAX_PAYMENTS]);
  const assigned = assignArrivals(arrivals, {
    minimumOf: () => depositMinimumMinor('EUR'),
    open: open.map(toOpen),
    replaced: [],
    maxGathered: MAX_PAYMENTS,
    newId: () => newId(nowMs),
  });
  await insertDeposits(
    tx,
    assigned.opened.flatMap(({ depositId, arrival: { key: paymentKey, addressId, amountMinor } }) => {
      const address = addresses.get(addressId);
      return address === undefined ? [] : [newDeposit(depositId, { address, paymentKey, amountMinor, nowMs })];
    }),
  );
  await execute(tx, takenSql, [
    assigned.members.map(({ paymentId }) => paymentId),
    assigned.members.map(({ depositId }) => depositId),
  ]);
  const ids = [...new Set(assigned.members.map(({ depositId }) => depositId))];
  await paymentsChanged(tx, ids, nowMs);
  return ids;
}

/**
 * Credits deposits whose entries are now in a statement that is booked, some at once. Repeated, it finds nothing new.
 * @returns how many deposits
 */
export async function confirmEuroDeposits(tx: Tx, mode: Mode, nowMs: number): Promise<number> {
  const rows = await select<{ id: string }>(tx, statedSql, [mode]);
  await paymentsChanged(
    tx,
    rows.map(({ id }) => id),
    nowMs,
  );
  return rows.length;
}

/**
 * Which of these deposits may not be settled: euro while the bank and the books differ, because one of the two is
 * wrong, and those that a statement denies until two people have decided. One line of db/reactions.ts.
 */
export async function euroInDoubt(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await select<{ id: string; mode: Mode; isDenied: boolean }>(tx, euroSql, [ids]);
  const modes = new Set(rows.map(({ mode }) => mode));
  const stopped = new Set<Mode>();
  for (const mode of modes) if (await isBankStopped(tx, mode)) stopped.add(mode);
  return new Set(rows.flatMap(({ id, mode, isDenied }) => (isDenied || stopped.has(mode) ? [id] : [])));
}

async function paymentsChanged(tx: Tx, ids: readonly string[], nowMs: number): Promise<void> {
  const event = { type: 'payments_changed' } as const;
  const answers = await applyDepositEvents(
    tx,
    ids.map((id) => ({ id, event, cause: null, nowMs })),
  );
  for (const { refused } of answers) if (refused !== undefined) throw refused;
}

export const CONFIRMED_AT_ONCE = 500;

interface ReferencedRow {
  readonly entryId: string;
  readonly addressId: string;
  readonly minor: string;
}

/** SQL: whether the merchant `m` may take money in the mode of the address `a`. */
export const takesMoney = `(m.status <> 'blocked' AND m.deletion_requested_at IS NULL
  AND (a.mode = 'sandbox' OR (m.status = 'verified' AND m.invoices_restricted_at IS NULL)))`;

/** SQL: whether the entry `e` is notified, and in no statement yet. */
const isComing = '(e.booked_as IS NULL AND NOT e.is_stated AND e.ended_at IS NULL)';

const referencedSql = prepared(`
  SELECT e.id AS "entryId", a.id AS "addressId", e.amount_minor::text AS minor
  FROM bank_entry e JOIN static_address a ON a.creditor_reference = e.creditor_reference AND a.mode = e.mode
  JOIN merchant m ON m.id = a.merchant_id
  WHERE e.id = ANY($1::uuid[]) AND e.direction = 'credit' AND e.taken_back_by IS NULL
    AND e.deposit_id IS NULL AND (e.booked_as = 'suspense' OR ${isComing}) AND ${takesMoney}
  ORDER BY e.created_at, e.id`);

// As for coins: of each address the newest that still gathers.
const openSql = prepared(`
  SELECT d.id, d.address_id, s.live, s.count
  FROM unnest($1::uuid[]) AS w(id)
  CROSS JOIN LATERAL (
    SELECT o.id, o.address_id FROM ${depositsTable.name} o
    WHERE o.address_id = w.id AND o.settled_minor = 0 AND o.status <> 'error' AND o.amount_minor < o.minimum_minor
    ORDER BY o.id DESC LIMIT 1) AS d
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(e.amount_minor), 0)::text AS live, count(*)::int AS count
    FROM bank_entry e WHERE e.deposit_id = d.id) AS s
  WHERE s.count < $2`);

const takenSql = prepared(`
  UPDATE ${bankEntriesTable.name} e
  SET booked_as = CASE e.booked_as WHEN 'suspense' THEN 'claimed' END, deposit_id = w.deposit_id
  FROM unnest($1::uuid[], $2::uuid[]) AS w(entry_id, deposit_id)
  WHERE e.id = w.entry_id AND (e.booked_as = 'suspense' OR ${isComing})`);

const discardedSql = prepared(
  'UPDATE bank_match SET ended_at = now() WHERE entry_id = ANY($1::uuid[]) AND ended_at IS NULL',
);

const statedSql = prepared(`
  SELECT DISTINCT e.deposit_id AS id FROM bank_entry e
  WHERE e.mode = $1 AND e.deposit_id IS NOT NULL AND NOT e.credited AND e.taken_back_by IS NULL AND ${isStated('e')}
  LIMIT ${CONFIRMED_AT_ONCE}`);

const euroSql = prepared(`
  SELECT d.id, d.mode, EXISTS (
    SELECT FROM bank_entry e JOIN bank_contradiction x ON x.id = e.doubted_by
    WHERE e.deposit_id = d.id AND x.ended_at IS NULL) AS "isDenied"
  FROM deposit d WHERE d.id = ANY($1::uuid[]) AND d.gate_id = 'EUR'`);
