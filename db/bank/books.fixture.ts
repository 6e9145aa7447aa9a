import { afterAll } from 'vitest';
import type { AlertKind } from '../../domain/alerts/kinds.ts';
import type { StatementEntry } from '../../domain/bank/messages.ts';
import { saidDebit } from '../../domain/bank/said-debit.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { openAlerts } from '../alerts/alerts.fixture.ts';
import { type Db, moneyTransaction, type Tx } from '../core/sequelize.ts';
import { select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { GATEWAY } from '../ledger/accounts.ts';
import { balances } from '../ledger/balances.ts';
import { listReactions, on } from '../process/reactions.ts';
import { makeMerchant, testBox } from '../testing.fixture.ts';
import { bookEntries } from './book-entries.ts';
import { bankCreditChanged, bankCreditComing, type ChangedCredit, type ComingCredit } from './coming-entries.ts';
import { addOutgoingFile, type BankFile, findBankFile, storeIncomingFile } from './files.ts';
import { type BankCredit, bankCreditBooked, type EntriesToBook } from './new-entries.ts';
import { bankPaymentStepped } from './payment-process.ts';
import { type BankPaymentRow, bankPaymentsTable } from './payment-rows.ts';
import { addBankPayments, type BankPaymentNews, bankPaymentChanged, publishBankPaymentChanges } from './payments.ts';
import { type BankEntryRow, type BankFileRow, bankEntriesTable, bankFilesTable, bankStatementsTable } from './rows.ts';
import { closeStatement } from './statements.ts';

const mode = 'sandbox' as const;

/** The code of a fee of the bank. */
export const FEE = { code: 'PMNT/MDOP/CHRG' };

interface ClosedStatement {
  readonly opens: bigint;
  /** Left out: what it opens with. */
  readonly closes?: bigint;
  readonly day?: string;
  readonly number?: string | null;
  readonly covers?: readonly string[];
}

interface PaymentOfTest extends Partial<Pick<BankPaymentRow, 'status' | 'files'>> {
  readonly atMs?: number;
}

/**
 * The bank's books of the sandbox in a database of their own, and what others hear of them; `whole`: instead of that,
 * everything that reacts to the bank.
 */
export async function openBooks({ whole = false } = {}) {
  const { db: plain } = await openTestDatabase();
  const { merchantId } = await makeMerchant(plain);
  const announced: BankCredit[] = [];
  const coming: ComingCredit[] = [];
  const changed: ChangedCredit[] = [];
  const news: BankPaymentNews[] = [];
  const doubled: Db = {
    ...plain,
    reactions: listReactions([
      on(bankCreditBooked, async (_tx, credits) => void announced.push(...credits)),
      on(bankCreditComing, async (_tx, credits) => void coming.push(...credits)),
      on(bankCreditChanged, async (_tx, credits) => void changed.push(...credits)),
      on(bankPaymentStepped, publishBankPaymentChanges),
      on(bankPaymentChanged, async (_tx, all) => void news.push(...all)),
    ]),
  };
  const db = whole ? plain : doubled;
  afterAll(() => plain.close());
  const inBooks = <T>(work: (tx: Tx) => Promise<T>) => moneyTransaction(db, work);

  async function newFile(name = 'a.xml'): Promise<string> {
    const bytes = Buffer.from(newId());
    const { id } = await storeIncomingFile(db, testBox, { mode, name, bytes, problem: null });
    return id ?? '';
  }
  /** A statement that is booked, of the file. */
  async function newStatement(fileId: string, more: Partial<Parameters<typeof bankStatementsTable.create>[1]> = {}) {
    const statement = { statementId: 'S', openingMinor: 0n, closingMinor: 0n, closingDay: saidDebit.day, entries: 1 };
    await bankStatementsTable.create(db, { ...statement, id: newId(), mode, fileId, ...more });
  }
  let statements = 0;
  /** Records a statement whose entries are booked; the first one is S1. */
  async function close({ opens, closes = opens, day = saidDebit.day, number = null, covers = [] }: ClosedStatement) {
    statements += 1;
    const [id, fileId] = [newId(), await newFile()];
    const balances = { openingMinor: opens, closingMinor: closes, closingDay: day };
    const statement = { statementId: `S${statements}`, number, period: null, ...balances };
    const of = { mode, id, fileId, saidIn: `${fileId}.${statements}`, entries: 0, covers } as const;
    await inBooks((tx) => closeStatement(tx, { ...of, statement }));
    return { id, fileId };
  }
  /** Books entries and finds their rows, in the same order. */
  async function book(
    entries: readonly Partial<StatementEntry>[],
    more: Partial<EntriesToBook> = {},
  ): Promise<(BankEntryRow | undefined)[]> {
    const keyed = entries.map((each) => ({ ...saidDebit, ...each, key: newId() }));
    const fileId = more.fileId ?? (await newFile());
    const batch = { mode, isStated: true, nowMs: Date.now(), ...more, fileId, entries: keyed } as const;
    await inBooks((tx) => bookEntries(tx, batch));
    return Promise.all(keyed.map(({ key }) => bankEntriesTable.findOne(db, { key })));
  }
  /** A payment that the bank has, or is `more`. */
  async function payment(
    amountMinor = 700n,
    { status = 'in_file', files = 1, atMs = Date.now() }: PaymentOfTest = {},
  ): Promise<{ id: string; endToEndId: string }> {
    const id = newId(atMs);
    const address = { town: 'Köln', country: 'DE' };
    const creditor = { name: 'Shop', iban: 'DE89370400440532013000', bic: null, address };
    const one = { withdrawalId: id, merchantId, mode, amountMinor, creditor, remittance: 'Payout' } as const;
    await inBooks((tx) => addBankPayments(tx, [one]));
    const [row] = await select<{ endToEndId: string }>(
      db,
      'UPDATE bank_payment SET status = $2, files = $3 WHERE id = $1 RETURNING end_to_end_id AS "endToEndId"',
      [id, status, files],
    );
    return { id, endToEndId: row?.endToEndId ?? '' };
  }
  /** A file of ours with these payments, as if they had been put into it. */
  async function ordered(
    ids: readonly string[],
    { kind = 'pain.001', state = 'sent', ...more }: Partial<Pick<BankFileRow, 'kind' | 'state' | 'resent'>> = {},
  ): Promise<BankFile> {
    const id = newId();
    const rows = await Promise.all(ids.map((each) => bankPaymentsTable.findOne(db, { id: each })));
    const payments = rows.flatMap((row) => row ?? []);
    const of = { mode, kind: kind === 'camt.055' ? kind : ('pain.001' as const), messageId: id, name: `${id}.xml` };
    await inBooks((tx) =>
      addOutgoingFile(tx, testBox, { ...of, id, bytes: Buffer.from(id), payments, totalMinor: 0n }),
    );
    await bankFilesTable.update(db, { state, ...more }, { id });
    const file = await findBankFile(db, id);
    if (file === undefined) throw new Error('There is no file.');
    return file;
  }
  async function sheet(): Promise<Record<string, bigint>> {
    const all = await balances(db, { owner: GATEWAY, mode });
    return Object.fromEntries(all.map(({ kind, total }) => [kind, total]));
  }
  return {
    db,
    mode,
    merchantId,
    announced,
    coming,
    changed,
    news,
    inBooks,
    newFile,
    newStatement,
    close,
    book,
    payment,
    ordered,
    /** A payment as it is now. */
    paid: (id: string) => bankPaymentsTable.findOne(db, { id }),
    read: (id: string) => bankEntriesTable.findOne(db, { id }),
    /** Forgets what others have heard. */
    forget: () => {
      for (const heard of [announced, coming, changed, news]) heard.splice(0);
    },
    /** The changes of the gateway's accounts by the work. */
    changes: async (work: () => Promise<unknown>): Promise<Record<string, bigint>> => {
      const before = await sheet();
      await work();
      const after = Object.entries(await sheet());
      const moved = after.map(([kind, total]) => [kind, total - (before[kind] ?? 0n)] as const);
      return Object.fromEntries(moved.filter(([, minor]) => minor !== 0n));
    },
    /** The words of the open alerts of the kind about a subject. */
    alerts: async (kind: AlertKind, subject: string) =>
      (await openAlerts(db, subject)).filter((alert) => alert.kind === kind).map(({ message }) => message),
    /** The transfers about an entry. */
    transfersOf: (entryId: string) =>
      select<{ key: string; kind: string; entity: string }>(
        db,
        `SELECT key, kind, entity FROM transfer WHERE key LIKE 'bank-entry:' || $1 || '%' ORDER BY id`,
        [entryId],
      ),
  };
}
