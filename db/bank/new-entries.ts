import type { Mode } from '../../domain/assets/assets.ts';
import type { KeyedEntry } from '../../domain/bank/entry-keys.ts';
import { newId } from '../../domain/ids.ts';
import type { Tx } from '../core/sequelize.ts';
import { prepared } from '../core/sql.ts';
import { moment, react } from '../process/reactions.ts';
import type { BookingPlan } from './entry-plan.ts';
import { type BankEntryRow, bankEntriesTable } from './rows.ts';

export interface EntriesToBook {
  readonly mode: Mode;
  readonly fileId: string;
  /** They are in a statement, which moves money; not only in a notification, which moves nothing. */
  readonly isStated: boolean;
  /** The statement, as its entries name it. */
  readonly saidIn?: string;
  readonly entries: readonly KeyedEntry[];
  /** The most that the bank may take as fees within a day; left out: no limit. */
  readonly feesADayMinor?: bigint;
  /** Of the whole statement, where these are a piece of it. */
  readonly plan?: BookingPlan;
  readonly nowMs: number;
}

/** Money that nobody ordered came in: it is in suspense, where it can be claimed by its reference. */
export interface BankCredit {
  readonly entryId: string;
  readonly mode: Mode;
  readonly amountMinor: bigint;
  /** Structured, with right check digits (ISO 11649); null without one. */
  readonly creditorReference: string | null;
  readonly partyName: string | null;
  readonly partyIban: string | null;
  readonly nowMs: number;
}

export const bankCreditBooked = moment<BankCredit>('bank_credit.booked');

export type EntryToAdd = Omit<BankEntryRow, 'createdAt' | 'credited' | 'denied'>;

/** Announces those that are credits. */
export async function announceCredits(
  tx: Tx,
  rows: readonly Omit<EntryToAdd, 'endedAt'>[],
  nowMs: number,
): Promise<void> {
  const credits = rows
    .filter(({ direction }) => direction === 'credit')
    .map(({ id, mode, amountMinor, creditorReference, partyName, partyIban }): BankCredit => {
      return { entryId: id, mode, amountMinor, creditorReference, partyName, partyIban, nowMs };
    });
  await react(tx, bankCreditBooked, credits);
}

/** A row of an entry that nobody knew of. */
export function newRow(
  entry: KeyedEntry,
  { mode, fileId, nowMs }: { readonly mode: Mode; readonly fileId: string; readonly nowMs: number },
): EntryToAdd {
  const { within, ...said } = entry;
  return {
    ...said,
    id: newId(nowMs),
    mode,
    fileId,
    isStated: false,
    statedBy: null,
    saidIn: null,
    said: null,
    detailsBy: null,
    partOf: within?.entry ?? null,
    entryReference: within?.reference ?? null,
    bookedAs: null,
    paymentId: null,
    depositId: null,
    endedAt: null,
    takenBackBy: null,
    doubtedBy: null,
  };
}

export const NEW_KEYS = [
  'id',
  'mode',
  'key',
  'fileId',
  'isStated',
  'direction',
  'amountMinor',
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
  'bookedAs',
  'paymentId',
  'statedBy',
  'partOf',
  'entryReference',
  'saidIn',
  'said',
  'detailsBy',
] as const;
const newColumns = NEW_KEYS.map(bankEntriesTable.column).join(', ');

export const insertSql = prepared(`
  INSERT INTO bank_entry (${newColumns})
  SELECT ${newColumns} FROM jsonb_to_recordset($1::jsonb) AS n(${bankEntriesTable.recordset(NEW_KEYS)})`);
