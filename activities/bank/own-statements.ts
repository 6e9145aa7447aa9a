import { type BankFile, findBankFiles, hasStatements, readBankFile } from '../../db/bank/files.ts';
import type { AccountMessageKind, StatementHead } from '../../domain/bank/messages.ts';
import { joinPages, type StatementPage } from '../../domain/bank/pages.ts';
import type { BankDeps } from './deps.ts';
import { BankFileError } from './files/bank-file-error.ts';
import { kindOf, withoutHostileXml } from './files/hostile.ts';
import { readStatements } from './files/read-statement.ts';

export interface OwnStatements {
  readonly messageId: string;
  /** Whole statements of our account. */
  readonly statements: readonly StatementPage[];
  /** Files with the other pages of these statements: they are dealt with when this one is. */
  readonly others: readonly BankFile[];
  /** The reason why the file waits; null: all pages are there. */
  readonly waitsFor: string | null;
}

/**
 * Reads what a file says about our account. Statements of other accounts in the same file are left out, and pages are
 * joined with those that wait in other files.
 * @throws BankFileError, also if nothing in it is about our account
 */
export async function readOwnStatements(
  deps: BankDeps,
  file: BankFile,
  { body, kind }: { readonly body: Buffer; readonly kind: AccountMessageKind },
): Promise<OwnStatements> {
  const { db, mode, schemas } = deps;
  const hasReportsOnly = kind === 'camt.052' && !(await hasStatements(db, mode));
  const { messageId, statements } = readStatements(body, { kind, schemas, hasReportsOnly });
  const own = statements.filter(({ head }) => isOwn(deps, head));
  if (own.length === 0) throw notOwn(statements[0]?.head);
  const alone = joinPages(own);
  if (alone.parts.length === 0) return { messageId, statements: alone.whole, others: [], waitsFor: null };
  const found = await waitingPages(deps, file, kind);
  const joined = joinPages([...alone.parts, ...found.flatMap(({ pages }) => pages)]);
  const others = found.filter(({ pages }) => pages.some((page) => !joined.parts.includes(page)));
  // A file is dealt with as a whole: while one of these lacks a page of another statement, all of them wait for it.
  const together = new Set([...alone.parts, ...others.flatMap(({ pages }) => pages)]);
  const missing = joined.parts.find((page) => together.has(page));
  return {
    messageId,
    statements: [...alone.whole, ...joined.whole],
    others: others.map((each) => each.file),
    waitsFor: missing === undefined ? null : `Other pages of statement ${missing.head.statementId} have not come yet.`,
  };
}

interface FileWithPages {
  readonly file: BankFile;
  readonly pages: readonly StatementPage[];
}

/** Pages in other files that are not whole statements by themselves. */
async function waitingPages(deps: BankDeps, { id }: BankFile, kind: AccountMessageKind): Promise<FileWithPages[]> {
  const { db, box, mode, schemas } = deps;
  const found: FileWithPages[] = [];
  for (const file of await findBankFiles(db, mode, ['waiting'])) {
    const bytes = file.id === id || file.kind !== kind ? null : await readBankFile(db, box, file.id);
    if (bytes === null) continue;
    const body = withoutHostileXml(bytes);
    if (kindOf(body) !== kind) continue;
    const { statements } = readStatements(body, { kind, schemas });
    const { parts } = joinPages(statements.filter(({ head }) => isOwn(deps, head)));
    found.push({ file, pages: parts });
  }
  return found;
}

/** Some banks name the account by its national number, which is the end of its IBAN. */
function isOwn({ account }: BankDeps, { iban, currency }: StatementHead): boolean {
  return (iban === account.iban || iban === account.iban.slice(4)) && (currency === null || currency === 'EUR');
}

function notOwn(head: StatementHead | undefined): BankFileError {
  const { iban = '', currency = null } = head ?? {};
  const isForeign = currency !== null && currency !== 'EUR';
  if (isForeign) return new BankFileError(`The account ${iban} is in ${currency}, not in EUR.`);
  return new BankFileError(`It is about the account ${iban}, which is not ours.`);
}
