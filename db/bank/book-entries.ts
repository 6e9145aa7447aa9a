import type { KeyedEntry } from '../../domain/bank/entry-keys.ts';
import { feesBeyond } from '../../domain/bank/fees.ts';
import { isBare } from '../../domain/bank/movements.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { raiseAlert } from '../alerts/alerts.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, json, one, prepared, select } from '../core/sql.ts';
import { type Booked, type Judged, judgeRows, moveMoney } from './booked-rows.ts';
import { endComing, noteComing } from './coming-entries.ts';
import { openDifference } from './differences.ts';
import { type BookingPlan, entriesToPlan, knownKeys, planEntries, saidSum } from './entry-plan.ts';
import { announceCredits, type EntriesToBook, type EntryToAdd, insertSql, NEW_KEYS, newRow } from './new-entries.ts';
import { takeBackCredits } from './reversals.ts';
import { type BankEntryRow, bankEntriesTable } from './rows.ts';

/**
 * Books what a statement says, each entry once: payments and their returns, the bank's fees, what takes back a credit,
 * and everything else to suspense. Notified entries are confirmed; entries that are booked already change nothing. An
 * entry that is only notified moves nothing. The caller holds the lock of the bank, so that nobody else adds entries
 * meanwhile.
 */
export async function bookEntries(tx: Tx, batch: EntriesToBook): Promise<void> {
  const { mode, isStated, entries, nowMs } = batch;
  if (!isStated) return noteComing(tx, batch);
  const plan = batch.plan ?? (await planEntries(tx, mode, entriesToPlan(entries)));
  const known = await knownKeys(
    tx,
    mode,
    entries.map(({ key }) => key),
  );
  await endComing(tx, plan.ended, nowMs);
  const fresh = entries.filter(({ key }) => !known.has(key));
  const rows = await rowsToBook(tx, batch, { fresh, plan });
  const unbooked = rows.flatMap(({ row }) => (row.bookedAs === null ? [row] : []));
  const { judged, beyond } = await withoutFeesBeyond(tx, batch, await judgeRows(tx, unbooked));
  const booked = await moveMoney(tx, judged, nowMs);
  await storeRows(tx, rows, booked);
  await followSuspended(tx, booked, { held: plan.held, beyond, nowMs });
}

/** Writes each row once, with what it is booked as: its money moved before, in the same transaction. */
async function storeRows(tx: Tx, rows: readonly RowToBook[], booked: readonly Booked<EntryToAdd>[]): Promise<void> {
  const marks = new Map(
    booked.map(({ entry, as, paymentId }) => {
      const isTaken = as === 'suspense' && entry.depositId !== null;
      return [entry.id, { bookedAs: isTaken ? 'claimed' : as, paymentId } as const];
    }),
  );
  const marked = rows.map(({ row, isNew }) => ({ isNew, row: { ...row, ...marks.get(row.id) } }));
  const added = marked.flatMap(({ row, isNew }) => (isNew ? [bankEntriesTable.write(row, NEW_KEYS)] : []));
  const stated = marked.flatMap(({ row, isNew }) => (isNew ? [] : [bankEntriesTable.write(row, STATED_KEYS)]));
  if (added.length > 0) await execute(tx, insertSql, [json(added)]);
  if (stated.length > 0) await execute(tx, statedSql, [json(stated)]);
}

interface Suspended {
  readonly held: ReadonlySet<string>;
  /** Fees beyond the limit of a day, about which there is an alert already. */
  readonly beyond: ReadonlySet<string>;
  readonly nowMs: number;
}

/** Announces new credits, finds the credits that debits take back, and alerts about the other debits. */
async function followSuspended(
  tx: Tx,
  booked: readonly Booked<EntryToAdd>[],
  { held, beyond, nowMs }: Suspended,
): Promise<void> {
  const suspended = booked.filter(({ as }) => as === 'suspense');
  await announceCredits(
    tx,
    suspended.map(({ entry }) => entry).filter(({ depositId, key }) => depositId === null && !held.has(key)),
    nowMs,
  );
  const debits = suspended.filter(({ entry: { direction } }) => direction === 'debit');
  const reversals = debits.filter(({ verdict }) => verdict === 'reversal').map(({ entry }) => entry);
  const taken = await takeBackCredits(tx, reversals, nowMs);
  const unknown = debits.filter(({ entry }) => !taken.has(entry.id) && !beyond.has(entry.id));
  for (const { entry } of unknown) await alertUnknown(tx, entry);
}

/** Fees beyond what the bank may take in a day are in suspense, and euro wait: the credits beside may be forged. */
async function withoutFeesBeyond(
  tx: Tx,
  { mode, fileId, saidIn, feesADayMinor: limitMinor }: EntriesToBook,
  judged: readonly Judged<EntryToAdd>[],
): Promise<{ readonly judged: readonly Judged<EntryToAdd>[]; readonly beyond: ReadonlySet<string> }> {
  const fees = judged.flatMap(({ entry, verdict }) => (verdict === 'fee' ? [entry] : []));
  if (limitMinor === undefined || fees.length === 0) return { judged, beyond: new Set() };
  const { minor } = await one<{ minor: string }>(tx, feesSql, [mode, saidIn ?? null, limitMinor]);
  const found = feesBeyond(fees, { limitMinor, bookedMinor: BigInt(minor) });
  const beyond = new Set(found.map(({ id }) => id));
  if (found.length > 0) {
    const beyondMinor = found.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
    const [took, most] = [formatAmount(beyondMinor, 2), formatAmount(limitMinor, 2)];
    const explanation = `The bank took fees of ${took} EUR beyond ${most} EUR a day. They are in suspense.`;
    await openDifference(tx, { mode, fileId, differenceMinor: -beyondMinor, explanation, stops: true });
  }
  return {
    judged: judged.map((each) => (beyond.has(each.entry.id) ? { ...each, verdict: 'suspense' } : each)),
    beyond,
  };
}

/** The account was debited, and nobody knows for what. Nobody else's money waits for the answer. */
async function alertUnknown(tx: Tx, { id, mode, amountMinor, partyName, endToEndId, remittance }: EntryToAdd) {
  const said = [partyName, endToEndId, remittance].filter((each) => each !== null && each !== '').join(', ');
  const amount = `${formatAmount(amountMinor, 2)} EUR`;
  const message = `The account was debited ${amount} (${mode}) for nothing that the books know: ${said || 'no words'}.`;
  await raiseAlert(tx, { kind: 'bank_contradiction', subject: id, message });
}

interface RowToBook {
  readonly row: EntryToAdd;
  readonly isNew: boolean;
}

async function rowsToBook(
  tx: Tx,
  { mode, fileId, saidIn, nowMs }: EntriesToBook,
  { fresh, plan }: { readonly fresh: readonly KeyedEntry[]; readonly plan: BookingPlan },
): Promise<RowToBook[]> {
  const ids = fresh.flatMap(({ key }) => plan.confirmed.get(key) ?? []);
  const found = await select<object>(tx, comingSql, [ids]);
  const coming = new Map(found.map((raw) => bankEntriesTable.read(raw) as BankEntryRow).map((row) => [row.id, row]));
  const stated = { isStated: true, statedBy: fileId, saidIn: saidIn ?? null } as const;
  return fresh.flatMap((entry): RowToBook[] => {
    const rows = (plan.confirmed.get(entry.key) ?? []).flatMap((id) => coming.get(id) ?? []);
    if (rows.length > 0) {
      return rows.map((row, index) => ({
        row: { ...confirmed(row, entry), ...stated, key: index === 0 ? entry.key : `${entry.key}/${index}` },
        isNew: false,
      }));
    }
    return [{ row: { ...newRow(entry, { mode, fileId, nowMs }), ...stated }, isNew: true }];
  });
}

/** The statement's words count; if it has none, the words of the notification do. */
function confirmed(row: BankEntryRow, entry: KeyedEntry): EntryToAdd {
  const { day, code } = entry;
  const sum = saidSum(entry);
  const isInformed = sum !== null && !isBare(row);
  return {
    ...row,
    day,
    code: code === '//' ? row.code : code,
    isReversal: entry.isReversal || row.isReversal,
    endToEndId: entry.endToEndId ?? row.endToEndId,
    creditorReference: entry.creditorReference ?? row.creditorReference,
    remittance: entry.remittance === '' ? row.remittance : entry.remittance,
    partyName: entry.partyName ?? row.partyName,
    partyIban: entry.partyIban ?? row.partyIban,
    bankReference: row.bankReference ?? entry.bankReference,
    returnCode: entry.returnCode ?? row.returnCode,
    returnWords: entry.returnWords ?? row.returnWords,
    ...(isInformed ? { said: sum, detailsBy: row.fileId } : {}),
  };
}

// Of the statements of the last 24 hours, and of this one. Staff have booked larger ones.
const feesSql = prepared(`
  SELECT coalesce(sum(e.amount_minor), 0)::text AS minor FROM bank_entry e
  WHERE e.mode = $1 AND e.booked_as = 'fee' AND e.amount_minor <= $3 AND e.said_in IN (
    SELECT s.said_in FROM bank_statement s WHERE s.mode = $1 AND s.booked_at > clock_timestamp() - interval '1 day'
    UNION SELECT $2)`);

const STATED_KEYS = [
  'id',
  'key',
  'isStated',
  'day',
  'code',
  'isReversal',
  'endToEndId',
  'creditorReference',
  'remittance',
  'partyName',
  'partyIban',
  'bankReference',
  'returnCode',
  'returnWords',
  'statedBy',
  'saidIn',
  'said',
  'detailsBy',
  'bookedAs',
  'paymentId',
] as const;
const statedColumns = STATED_KEYS.filter((key) => key !== 'id').map(bankEntriesTable.column);

const statedSql = prepared(`
  UPDATE bank_entry e SET ${statedColumns.map((column) => `${column} = n.${column}`).join(', ')}
  FROM jsonb_to_recordset($1::jsonb) AS n(${bankEntriesTable.recordset(STATED_KEYS)}) WHERE e.id = n.id`);

// An entry that meanwhile ended, or is confirmed by another statement, is new.
const comingSql = prepared(`
  SELECT ${bankEntriesTable.selected('e')} FROM bank_entry e
  WHERE e.id = ANY($1::uuid[]) AND e.ended_at IS NULL AND e.said_in IS NULL FOR UPDATE`);
