import type { StaffRole } from '../../domain/accounts/staff-permissions.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import type { BankFileKind } from '../../domain/bank/messages.ts';
import type { StaffId } from '../../domain/ids.ts';
import {
  bool,
  bytes,
  day,
  defineTable,
  filled,
  integer,
  json,
  minor,
  orNull,
  type RowOf,
  serial,
  text,
  texts,
  time,
  uuid,
  uuids,
} from '../core/table.ts';

/** Where a file is: the first four are ours, the others the bank's; `refused` may be both. */
export type BankFileState =
  | 'written'
  /** An attempt to send it began; only the transport knows whether it arrived. */
  | 'sending'
  | 'sent'
  | 'answered'
  | 'stored'
  /** For the statement before it. */
  | 'waiting'
  | 'processed'
  | 'refused';

const fileColumns = {
  id: uuid(),
  mode: text<Mode>(),
  direction: text<'out' | 'in'>(),
  kind: orNull(text<BankFileKind>()),
  messageId: orNull(text()),
  name: text(),
  sha256: bytes(),
  size: integer(),
  content: orNull(bytes()),
  state: text<BankFileState>(),
  problem: orNull(text()),
  answers: orNull(uuid()),
  payments: filled(integer()),
  totalMinor: filled(minor()),
  createdAt: filled(time()),
  sentAt: orNull(time()),
  settledAt: orNull(time()),
  /** An operator sent it again, so that the bank may answer twice. */
  resent: filled(bool()),
};

const statementColumns = {
  id: uuid(),
  mode: text<Mode>(),
  fileId: uuid(),
  statementId: text(),
  place: filled(serial()),
  /** As older processes know it, where it is small enough. */
  sequence: orNull(integer()),
  number: orNull(text()),
  period: orNull(text()),
  /** Its file and its place there, as its entries name it; null: from before this column. */
  saidIn: orNull(text()),
  /** The statement that says all of this one again, and more. */
  coveredBy: orNull(uuid()),
  openingMinor: minor(),
  closingMinor: minor(),
  closingDay: day(),
  entries: integer(),
  bookedAt: filled(time()),
};

const entryColumns = {
  id: uuid(),
  mode: text<Mode>(),
  key: text(),
  fileId: uuid(),
  isStated: bool(),
  direction: text<'credit' | 'debit'>(),
  amountMinor: minor(),
  day: day(),
  code: text(),
  isReversal: bool(),
  endToEndId: orNull(text()),
  creditorReference: orNull(text()),
  remittance: text(),
  partyName: orNull(text()),
  partyIban: orNull(text()),
  bankReference: orNull(text()),
  returnCode: orNull(text()),
  returnWords: orNull(text()),
  bookedAs: orNull(text<'payment' | 'return' | 'fee' | 'suspense' | 'claimed' | 'reversal'>()),
  paymentId: orNull(uuid()),
  /** The deposit that it is part of. */
  depositId: orNull(uuid()),
  /** Its money is on the account of the deposit. */
  credited: filled(bool()),
  /** The file of the statement that contains it. */
  statedBy: orNull(uuid()),
  /** The entry of its file that it is a part of. */
  partOf: orNull(text()),
  entryReference: orNull(text()),
  /** Of the statement that contains it. */
  saidIn: orNull(text()),
  /** As the statement says it, where a notification gave it its words. */
  said: orNull(json<SaidSum>()),
  detailsBy: orNull(uuid()),
  /** It was notified only, and will not come, or came as its parts. */
  endedAt: orNull(time()),
  /** The entry by which the bank took it back. */
  takenBackBy: orNull(uuid()),
  /** The contradiction whose statement denies it. */
  doubtedBy: orNull(uuid()),
  /** Two people have found that it never was. */
  denied: filled(bool()),
  createdAt: filled(time()),
};

/** A sum in a statement whose parts or words only a notification said. */
export interface SaidSum {
  readonly key: string;
  readonly minor: string;
  readonly bankReference: string | null;
  readonly entryReference: string | null;
}

/** An entry or a payment that may explain a difference. */
export interface DifferenceCandidate {
  readonly kind: 'entry' | 'payment';
  readonly id: string;
  /** Cents with their sign for the account. */
  readonly minor: string;
  readonly words: string;
}

const differenceColumns = {
  id: uuid(),
  mode: text<Mode>(),
  fileId: uuid(),
  differenceMinor: minor(),
  explanation: text(),
  /** Euro payments wait until it is resolved. */
  stops: filled(bool()),
  candidates: json<readonly DifferenceCandidate[]>(),
  foundAt: filled(time()),
  resolvedAt: orNull(time()),
  resolvedBy: orNull(text()),
  note: orNull(text()),
};

/** An entry that only a refused statement has. */
export interface SaidEntry
  extends Pick<
    BankEntryRow,
    | ('direction' | 'day' | 'code' | 'endToEndId' | 'creditorReference' | 'remittance' | 'partyName' | 'partyIban')
    | 'bankReference'
  > {
  readonly minor: string;
}

const contradictionColumns = {
  id: uuid(),
  mode: text<Mode>(),
  fileId: uuid(),
  statementId: text(),
  closingDay: day(),
  differenceMinor: minor(),
  /** The first of them. */
  said: json<readonly SaidEntry[]>(),
  saidCount: integer(),
  digest: text(),
  merchants: uuids(),
  endToEndIds: texts(),
  foundAt: filled(time()),
  /** Which statement is right, as one person requests and another one of another role confirms. */
  choice: orNull(text<ContradictionChoice>()),
  note: orNull(text()),
  requestedBy: orNull(uuid<StaffId>()),
  requestedRole: orNull(text<StaffRole>()),
  requestedAt: orNull(time()),
  confirmedBy: orNull(uuid<StaffId>()),
  confirmedAt: orNull(time()),
  endedAt: orNull(time()),
};

/** `refused`: the statement that came and was refused; `booked`: what had been booked before. */
export type ContradictionChoice = 'refused' | 'booked';

export const bankFilesTable = defineTable('bank_file', fileColumns);
export const bankFilePaymentsTable = defineTable('bank_file_payment', {
  fileId: uuid(),
  paymentId: uuid(),
  /** Of the payment when the file was written. */
  paymentVersion: integer(),
  /** The bank has rejected this order of the payment. */
  rejected: filled(bool()),
});
export const bankStatementsTable = defineTable('bank_statement', statementColumns);
export const bankEntriesTable = defineTable('bank_entry', entryColumns);
export const bankDifferencesTable = defineTable('bank_difference', differenceColumns);
export const contradictionsTable = defineTable('bank_contradiction', contradictionColumns);

/** The people who say that the bank does not make a payment whose rejection is disputed. */
export const rejectionsTable = defineTable('bank_rejection', {
  id: uuid(),
  paymentId: uuid(),
  paymentVersion: integer(),
  note: text(),
  requestedBy: uuid<StaffId>(),
  requestedRole: text<StaffRole>(),
  requestedAt: filled(time()),
  confirmedBy: orNull(uuid<StaffId>()),
  confirmedAt: orNull(time()),
});

export type BankFileRow = RowOf<typeof fileColumns>;
export type BankEntryRow = RowOf<typeof entryColumns>;
export type BankStatementRow = RowOf<typeof statementColumns>;
export type BankDifferenceRow = RowOf<typeof differenceColumns>;
export type ContradictionRow = RowOf<typeof contradictionColumns>;
