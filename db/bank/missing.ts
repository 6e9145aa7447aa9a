import type { Mode } from '../../domain/assets/assets.ts';
import { chainOf } from '../../domain/bank/statement-chain.ts';
import { newId } from '../../domain/ids.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { raiseAlert, resolveAlert } from '../alerts/alerts.ts';
import type { Tx } from '../core/sequelize.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { markBooked, suspenseTransfer } from './booked-rows.ts';
import { openDifference } from './differences.ts';
import { type BankStatementRow, bankEntriesTable, bankStatementsTable } from './rows.ts';
import { bookedStatements } from './statements.ts';

/**
 * Reports statements that are missing before one that is booked: nothing waits for them. @returns the files of those
 * after the gaps
 */
export async function tellMissing(tx: Tx, mode: Mode): Promise<readonly string[]> {
  const files: string[] = [];
  for (const { row, gapMinor } of await placesOf(tx, mode)) {
    const alert = { kind: 'bank_statement_missing', subject: row.id } as const;
    if (gapMinor === undefined) {
      await resolveAlert(tx, alert);
      continue;
    }
    const explanation = missingWords(row, gapMinor);
    await raiseAlert(tx, { ...alert, message: `${explanation} Ask the bank for them.` });
    await openDifference(tx, { mode, fileId: row.fileId, differenceMinor: gapMinor, explanation, stops: false });
    files.push(row.fileId);
  }
  return files;
}

/**
 * Books what is missing before a statement as one movement, as staff decided: it is in suspense, where they say what it
 * was.
 */
export async function bookMissing(tx: Tx, mode: Mode, fileId: string): Promise<void> {
  for (const { row, gapMinor } of await placesOf(tx, mode)) {
    if (gapMinor === undefined || row.fileId !== fileId) continue;
    const id = newId();
    const closedMinor = row.openingMinor - gapMinor;
    const amountMinor = gapMinor > 0n ? gapMinor : -gapMinor;
    const entry = { id, mode, amountMinor, direction: gapMinor > 0n ? 'credit' : 'debit' } as const;
    const saidIn = `missing.${id}`;
    await bankStatementsTable.create(tx, {
      id: newId(),
      mode,
      fileId,
      saidIn,
      statementId: 'missing',
      number: null,
      period: saidIn,
      sequence: null,
      openingMinor: closedMinor,
      closingMinor: row.openingMinor,
      closingDay: row.closingDay,
      entries: 1,
    });
    await bankEntriesTable.create(tx, {
      ...entry,
      key: saidIn,
      fileId,
      isStated: true,
      statedBy: fileId,
      saidIn,
      day: row.closingDay,
      code: 'MISSING',
      isReversal: false,
      remittance: `What is missing before statement ${row.statementId}`,
    });
    await postTransfers(tx, [suspenseTransfer(entry)]);
    await markBooked(tx, [{ id, as: 'suspense', paymentId: null }]);
  }
  await tellMissing(tx, mode);
}

interface Place {
  readonly row: BankStatementRow;
  /** The money that is missing before it. */
  readonly gapMinor: bigint | undefined;
}

/** The last statements in their order. */
async function placesOf(tx: Tx, mode: Mode): Promise<readonly Place[]> {
  const { statements, gaps } = chainOf(await bookedStatements(tx, mode, []));
  return statements.map((row, place) => ({ row, gapMinor: gaps.get(place) }));
}

function missingWords({ mode, statementId, closingDay, openingMinor }: BankStatementRow, gapMinor: bigint): string {
  const [opens, closed] = [formatAmount(openingMinor, 2), formatAmount(openingMinor - gapMinor, 2)];
  const what = `Before statement ${statementId} of ${closingDay} (${mode}), which opens with ${opens} EUR,`;
  return `${what} statements are missing: the last one closed with ${closed} EUR.`;
}
