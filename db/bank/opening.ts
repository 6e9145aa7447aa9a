import type { Mode } from '../../domain/assets/assets.ts';
import { chainOf } from '../../domain/bank/statement-chain.ts';
import { newId } from '../../domain/ids.ts';
import type { Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import { GATEWAY } from '../ledger/accounts.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { suspenseTransfer } from './booked-rows.ts';
import { bankCustody } from './payments.ts';
import { type BankStatementRow, bankEntriesTable, bankFilesTable, bankStatementsTable } from './rows.ts';

/** The statement before all others. */
export async function firstStatement(tx: Tx, mode: Mode): Promise<BankStatementRow | null> {
  const rows = await select<object>(tx, firstSql, [mode]);
  return chainOf(rows.map((row) => bankStatementsTable.read(row) as BankStatementRow)).statements[0] ?? null;
}

/**
 * The opening balance of the first statement was there before: it is the gateway's own. After a refused statement it
 * may be customers' money: then it is in suspense. A statement from before the first one corrects this.
 * @param before the first statement until now
 */
export async function bookOpening(tx: Tx, mode: Mode, before: BankStatementRow | null): Promise<void> {
  const first = await firstStatement(tx, mode);
  if (first === null || first.openingMinor === before?.openingMinor) return;
  const held = await bankEntriesTable.findOne(tx, { mode, code: OPENING, bookedAs: 'suspense', endedAt: null });
  if (held !== undefined) {
    await postTransfers(tx, [suspenseTransfer(held, { release: true })]);
    await bankEntriesTable.update(tx, { endedAt: NOW, bookedAs: 'claimed' }, { id: held.id });
  }
  const knownMinor = held === undefined ? (before?.openingMinor ?? 0n) : 0n;
  const minor = first.openingMinor - knownMinor;
  const refused = { mode, direction: 'in', kind: 'camt.053', state: 'refused' } as const;
  const isDoubtful =
    minor > 0n && (before === null || held !== undefined) && (await bankFilesTable.count(tx, refused)) > 0;
  if (isDoubtful) return holdOpening(tx, first, minor);
  if (minor === 0n) return;
  const own = { owner: GATEWAY, mode, asset: 'EUR', kind: 'fees:bank' } as const;
  const [debit, credit] = minor > 0n ? [bankCustody(mode), own] : [own, bankCustody(mode)];
  const key = before === null ? `bank-opening:${mode}` : `bank-opening:${mode}:${first.id}`;
  const postings = [{ debit, credit, minor: minor > 0n ? minor : -minor }];
  await postTransfers(tx, [{ key, kind: 'bank_opening', postings }]);
}

/** The code of money in suspense that was on the account before its first statement. */
const OPENING = 'OPENING';

async function holdOpening(tx: Tx, first: BankStatementRow, amountMinor: bigint): Promise<void> {
  const { mode, fileId, statementId, closingDay: day } = first;
  const entry = { id: newId(), mode, direction: 'credit', amountMinor } as const;
  await bankEntriesTable.create(tx, {
    ...entry,
    key: `opening@${first.id}`,
    fileId,
    isStated: true,
    statedBy: fileId,
    day,
    code: OPENING,
    isReversal: false,
    bookedAs: 'suspense',
    remittance: `Opening balance of statement ${statementId}: a statement was refused, and may be the one before it`,
  });
  await postTransfers(tx, [suspenseTransfer(entry)]);
}

const firstSql = prepared(`
  SELECT ${bankStatementsTable.selected('s')} FROM bank_statement s
  WHERE s.mode = $1 AND s.covered_by IS NULL
    AND s.closing_day = (SELECT min(f.closing_day) FROM bank_statement f WHERE f.mode = $1 AND f.covered_by IS NULL)
  ORDER BY s.place`);
