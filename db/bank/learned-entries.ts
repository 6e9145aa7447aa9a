import type { KeyedEntry } from '../../domain/bank/entry-keys.ts';
import type { NewsPlan } from '../../domain/bank/plan-entries.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, json, prepared } from '../core/sql.ts';
import type { KeptEntry } from './kept-entries.ts';
import { announceCredits, insertSql, NEW_KEYS, newRow } from './new-entries.ts';
import { type BankEntryRow, bankEntriesTable, type SaidSum } from './rows.ts';

interface News {
  readonly news: Pick<NewsPlan<KeyedEntry, KeptEntry>, 'informed' | 'split'>;
  readonly fileId: string;
  /** The bank states the words; else a notification does, and what is stated later may contradict it. */
  readonly byStatement: boolean;
  readonly nowMs: number;
}

/** Gives sums their words, or their parts. Money in suspense is announced again. */
export async function learn(tx: Tx, { news, fileId, byStatement, nowMs }: News): Promise<void> {
  const from = byStatement ? null : fileId;
  const changed: BankEntryRow[] = [];
  const added: BankEntryRow[] = [];
  for (const { row: kept, said } of news.informed) {
    if (kept.row !== null) changed.push({ ...kept.row, ...wordsOf(kept.row, said, from) });
  }
  for (const { row: kept, parts } of news.split) {
    const [first, ...others] = parts;
    if (kept.row === null || !kept.isStated || first === undefined) continue;
    const { row } = kept;
    changed.push({ ...row, ...wordsOf(row, first, from) });
    for (const [index, part] of others.entries()) {
      const { id } = newRow(part, { mode: row.mode, fileId, nowMs });
      added.push({ ...row, ...wordsOf(row, part, from), id, key: `${row.key}/${index + 1}` });
    }
  }
  await execute(tx, learnedSql, [json(changed.map((row) => bankEntriesTable.write(row, LEARNED_KEYS)))]);
  if (added.length > 0) await execute(tx, insertSql, [json(added.map((row) => bankEntriesTable.write(row, NEW_KEYS)))]);
  const suspended = [...changed, ...added].filter(({ isStated, bookedAs }) => isStated && bookedAs === 'suspense');
  await announceCredits(tx, suspended, nowMs);
}

/** The amount of a part is its own; the money of all of them is in suspense since the sum was booked. */
function wordsOf(row: BankEntryRow, { within, ...said }: KeyedEntry, from: string | null) {
  const { isStated } = row;
  const { endToEndId, creditorReference, remittance, partyName, partyIban, amountMinor, direction } = said;
  const words = { endToEndId, creditorReference, remittance, partyName, partyIban, amountMinor, direction };
  const more = {
    bankReference: said.bankReference ?? row.bankReference,
    partOf: within?.entry ?? row.partOf,
    entryReference: within?.reference ?? row.entryReference,
  };
  return { ...words, ...more, said: isStated && from !== null ? sumOf(row) : null, detailsBy: isStated ? from : null };
}

function sumOf({ key, amountMinor, bankReference, entryReference }: BankEntryRow): SaidSum {
  return { key, minor: amountMinor.toString(), bankReference, entryReference };
}

const LEARNED_KEYS = [
  'id',
  'direction',
  'amountMinor',
  'endToEndId',
  'creditorReference',
  'remittance',
  'partyName',
  'partyIban',
  'bankReference',
  'partOf',
  'entryReference',
  'said',
  'detailsBy',
] as const;
const columns = LEARNED_KEYS.filter((key) => key !== 'id').map(bankEntriesTable.column);

const learnedSql = prepared(`
  UPDATE bank_entry e SET ${columns.map((column) => `${column} = n.${column}`).join(', ')}
  FROM jsonb_to_recordset($1::jsonb) AS n(${bankEntriesTable.recordset(LEARNED_KEYS)}) WHERE e.id = n.id`);
