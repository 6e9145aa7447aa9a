import { createHash } from 'node:crypto';
import type { GateId, Mode } from '../../domain/assets/assets.ts';
import type { KeyedEntry } from '../../domain/bank/entry-keys.ts';
import { newId } from '../../domain/ids.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { raiseAlert, resolveAlert } from '../alerts/alerts.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, maybeOne, prepared, select } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import type { AccountRef } from '../ledger/accounts.ts';
import { freeze, unfreeze } from '../ledger/freezes.ts';
import { judgeRows } from './booked-rows.ts';
import type { KeptEntry } from './kept-entries.ts';
import { newRow } from './new-entries.ts';
import { creditOfReversal } from './reversals.ts';
import { type ContradictionRow, contradictionsTable, type SaidEntry } from './rows.ts';

/** A statement that was refused, because it and what is booked cannot both be true. */
export interface NewContradiction {
  readonly mode: Mode;
  readonly fileId: string;
  readonly statementId: string;
  readonly closingDay: string;
  readonly differenceMinor: bigint;
  readonly nowMs: number;
  /** Entries of the refused statement alone. */
  readonly fresh: readonly KeyedEntry[];
  /** Booked entries that it denies. */
  readonly unsaid: readonly KeptEntry[];
}

/**
 * Keeps a contradiction for staff, once for each file; called again with the same, it changes nothing. Until two people
 * have decided, the euro that it is about wait: entries that it denies go nowhere, the merchants who have their money
 * are frozen, and payments that it says were made are not ordered again. All other euro go on.
 */
export async function noteContradiction(tx: Tx, of: NewContradiction): Promise<void> {
  const { mode, fileId, fresh, unsaid, nowMs } = of;
  const digest = digestOf(of);
  if ((await maybeOne<object>(tx, decidedSql, [fileId, digest])) !== undefined) return;
  const known = await contradictionsTable.findOne(tx, { fileId, endedAt: null }, { lock: tx.LOCK.UPDATE });
  if (known !== undefined && known.digest !== digest) await endContradiction(tx, known);
  const id = known?.digest === digest ? known.id : newId(nowMs);
  const denied = unsaid.map((entry) => entry.id);
  const taken = await takenCredits(tx, of);
  const owners = await select<Owner>(tx, ownersSql, [[...denied, ...taken]]);
  if (id !== known?.id) {
    const { statementId, closingDay, differenceMinor } = of;
    await contradictionsTable.create(tx, {
      id,
      mode,
      fileId,
      statementId,
      closingDay,
      differenceMinor,
      digest,
      said: fresh.slice(0, SHOWN).map(saidOf),
      saidCount: fresh.length,
      merchants: [...new Set(owners.map(({ merchantId }) => merchantId))],
      endToEndIds: fresh.flatMap(({ direction, endToEndId }) => (direction === 'debit' ? (endToEndId ?? []) : [])),
    });
  }
  await execute(tx, doubtSql, [denied, id]);
  if (owners.length > 0) await freeze(tx, `contradiction:${id}`, owners.flatMap(frozenOf(mode)));
  await raiseAlert(tx, { kind: 'bank_contradiction', subject: id, message: wordsOf(of) });
}

/** Identifies all that the two differ in. */
export function digestOf({ fresh, unsaid }: Pick<NewContradiction, 'fresh' | 'unsaid'>): string {
  const all = [fresh.map(({ key }) => key).toSorted(), unsaid.map(({ id }) => id).toSorted()];
  return createHash('sha256').update(JSON.stringify(all)).digest('base64url');
}

/**
 * Ends a contradiction: whatever waited for it goes on. Files of other ones are read again, because they may agree now.
 */
export async function endContradiction(tx: Tx, { id, mode }: Pick<ContradictionRow, 'id' | 'mode'>): Promise<void> {
  await contradictionsTable.update(tx, { endedAt: NOW }, { id, endedAt: null });
  await execute(tx, trustSql, [id]);
  await unfreeze(tx, `contradiction:${id}`);
  await resolveAlert(tx, { kind: 'bank_contradiction', subject: id });
  await readContradictionsAgain(tx, mode);
}

/** The file was processed: its statements contradict nothing any more. */
export async function endContradictionOf(tx: Tx, fileId: string): Promise<void> {
  const open = await contradictionsTable.findOne(tx, { fileId, endedAt: null });
  if (open !== undefined) await endContradiction(tx, open);
}

/** The statement that two people have decided to book although it contradicts booked entries; null: none. */
export async function decidedFor(on: Tx | Db, fileId: string): Promise<ContradictionRow | null> {
  const open = await contradictionsTable.findOne(on, { fileId, endedAt: null, choice: 'refused' });
  return open === undefined || open.confirmedAt === null ? null : open;
}

/** True while statements contradict each other and two people have not decided. */
export async function hasContradiction(on: Tx | Db, mode: Mode): Promise<boolean> {
  return (await contradictionsTable.count(on, { mode, endedAt: null })) > 0;
}

/**
 * Lets the refused files of open contradictions be read again, after other statements were booked: they may agree with
 * them, or more may be built on what they deny.
 */
export async function readContradictionsAgain(on: Tx | Db, mode: Mode): Promise<void> {
  await execute(on, againSql, [mode]);
}

/** SQL: an open contradiction is about the payment `p`, or about the money that it is made of. */
export function isPaymentDoubted(p: string): string {
  return `EXISTS (SELECT FROM bank_contradiction x WHERE x.mode = ${p}.mode AND x.ended_at IS NULL
    AND (${p}.end_to_end_id = ANY(x.end_to_end_ids) OR ${p}.merchant_id = ANY(x.merchants)
      OR EXISTS (SELECT FROM bank_match m JOIN bank_entry e ON e.id = m.entry_id
        WHERE m.id = ${p}.id AND e.doubted_by = x.id)))`;
}

/** Whether the file orders a payment that an open contradiction is about. */
export async function isFileDoubted(on: Tx | Db, fileId: string): Promise<boolean> {
  return (await maybeOne<object>(on, doubtedFileSql, [fileId])) !== undefined;
}

/** Staff see so many entries of each statement; the file has all. */
const SHOWN = 100;

interface Owner {
  readonly merchantId: string;
  /** The assets that the deposit was converted into. */
  readonly to: GateId | null;
}

/** Credits that the refused statement says were taken back: their owners must not spend them meanwhile. */
async function takenCredits(tx: Tx, { mode, fileId, fresh, nowMs }: NewContradiction): Promise<string[]> {
  const rows = fresh.map((entry) => newRow(entry, { mode, fileId, nowMs }));
  const reversals = (await judgeRows(tx, rows)).filter(({ verdict }) => verdict === 'reversal');
  const taken: string[] = [];
  for (const { entry } of reversals) taken.push((await creditOfReversal(tx, entry, nowMs))?.id ?? '');
  return taken.filter((id) => id !== '');
}

function frozenOf(mode: Mode) {
  return ({ merchantId: owner, to }: Owner): AccountRef[] =>
    (['EUR', ...(to === null ? [] : [to])] as const).flatMap((asset) =>
      (['available', 'unsettled'] as const).map((kind) => ({ owner, mode, asset, kind })),
    );
}

function saidOf(entry: KeyedEntry): SaidEntry {
  const { direction, day, code, endToEndId, creditorReference, remittance, partyName, partyIban, bankReference } =
    entry;
  const references = { endToEndId, creditorReference, bankReference };
  return { direction, minor: entry.amountMinor.toString(), day, code, remittance, partyName, partyIban, ...references };
}

function wordsOf({ mode, statementId, closingDay, differenceMinor, fresh, unsaid }: NewContradiction): string {
  const what = `Statement ${statementId} of ${closingDay} (${mode}) contradicts what is booked and is refused.`;
  const counts = `Entries that only it has: ${fresh.length}; booked entries that it does not have: ${unsaid.length}.`;
  const apart = `It closes ${formatAmount(differenceMinor, 2)} EUR apart.`;
  return `${what} ${counts} ${apart} Ask the bank which is right, and decide under Bank in the console.`;
}

// It was decided while the file was read: an operator may let it be read again.
const decidedSql = prepared(`
  SELECT FROM bank_contradiction x JOIN bank_file f ON f.id = x.file_id
  WHERE x.file_id = $1 AND x.digest = $2 AND x.ended_at IS NOT NULL AND x.choice = 'booked'
    AND x.confirmed_at IS NOT NULL AND f.state = 'refused'`);

const ownersSql = prepared(`
  SELECT d.merchant_id AS "merchantId", d.conversion->>'to' AS to
  FROM bank_entry e JOIN deposit d ON d.id = e.deposit_id WHERE e.id = ANY($1::uuid[])
  UNION
  SELECT p.merchant_id, NULL FROM bank_entry e JOIN bank_payment p ON p.id = e.payment_id
  WHERE e.id = ANY($1::uuid[]) AND e.booked_as = 'return' AND p.merchant_id IS NOT NULL
  ORDER BY 1, 2`);

// Entries of another open contradiction stay with that one.
const doubtSql = prepared(`
  UPDATE bank_entry SET doubted_by = $2 WHERE id = ANY($1::uuid[]) AND (doubted_by IS NULL OR NOT EXISTS (
    SELECT FROM bank_contradiction x WHERE x.id = doubted_by AND x.ended_at IS NULL))`);

const trustSql = prepared('UPDATE bank_entry SET doubted_by = NULL WHERE doubted_by = $1 AND NOT denied');

// Their alerts stay open meanwhile.
const againSql = prepared(`
  UPDATE bank_file SET state = 'stored' WHERE mode = $1 AND state = 'refused' AND id IN (
    SELECT x.file_id FROM bank_contradiction x WHERE x.mode = $1 AND x.ended_at IS NULL)`);

const doubtedFileSql = prepared(`
  SELECT FROM bank_file_payment l JOIN bank_payment p ON p.id = l.payment_id
  WHERE l.file_id = $1 AND p.status = 'in_file' AND ${isPaymentDoubted('p')} LIMIT 1`);
