import { beforeEach, describe, expect, test } from 'vitest';
import { type BankFile, findBankFile, moveBankFile, storeIncomingFile } from '../../db/bank/files.ts';
import { bankFilesTable } from '../../db/bank/rows.ts';
import { testBox } from '../../db/testing.fixture.ts';
import type { AccountMessageKind } from '../../domain/bank/messages.ts';
import { newId } from '../../domain/ids.ts';
import { openTestBank, testAccount } from './bank.fixture.ts';
import { notificationText, type SaidStatement, statementText } from './bank-says.fixture.ts';
import { kindOf, withoutHostileXml } from './files/hostile.ts';
import { readOwnStatements } from './own-statements.ts';

const { db, deps } = await openTestBank();
// No file of an earlier test waits for anything.
beforeEach(async () => void (await bankFilesTable.update(db, { state: 'refused' }, { state: 'waiting' })));

const DAY = '2026-11-24';
/** Banks' IDs have at most 35 letters. */
const bankId = () => newId().replaceAll('-', '');
const FOREIGN = 'DE89370400440532013000';

/** A file of the bank, whose bytes no other one has. */
async function came(text: string): Promise<BankFile> {
  const of = {
    mode: 'sandbox',
    name: `${newId()}.xml`,
    bytes: Buffer.from(`${text}<!--${newId()}-->`),
    problem: null,
  } as const;
  const { id } = await storeIncomingFile(db, testBox, of);
  const file = await findBankFile(db, id ?? '');
  if (file === undefined) throw new Error('There is no file.');
  return file;
}
/** One that waits for others. */
async function waits(text: string, kind: AccountMessageKind = 'camt.053'): Promise<BankFile> {
  const file = await came(text);
  await moveBankFile(db, { id: file.id, from: ['stored'] }, { state: 'waiting', kind });
  return file;
}
async function read(text: string, file?: BankFile) {
  const body = withoutHostileXml(Buffer.from(text));
  const kind = kindOf(body);
  if (kind !== 'camt.052' && kind !== 'camt.053' && kind !== 'camt.054') throw new Error('It is no statement.');
  return readOwnStatements(deps, file ?? (await came(text)), { body, kind });
}
const said = (more: Partial<SaidStatement> = {}): SaidStatement => ({
  id: bankId(),
  messageId: bankId(),
  opens: 100,
  day: DAY,
  entries: [{ minor: 5 }],
  ...more,
});
const statement = (more: Partial<SaidStatement> = {}) => statementText(said(more));
/** The page of a statement whose entries do not lead to its balance alone. */
const page = (id: string, number: number, isLast: boolean, more: Partial<SaidStatement> = {}) =>
  statement({ id, page: [number, isLast], closes: 999, entries: [{ minor: number }], ...more });
/** Several statements in one file. */
const together = ([first = '', ...others]: readonly string[]) =>
  others.reduce((all, each) => all.replace('</Stmt></', `</Stmt>${/<Stmt>.*<\/Stmt>/.exec(each)?.[0]}</`), first);
const minors = ({ statements }: Awaited<ReturnType<typeof read>>) =>
  statements.map(({ entries }) => [...entries].flat().map(({ amountMinor }) => Number(amountMinor)));

describe('a file is about our account', () => {
  test.each([
    ['its IBAN', {}],
    ['its national number', { iban: testAccount.iban.slice(4) }],
    ['no currency', { currency: null }],
  ])('by %s', async (_what, more) => {
    const own = statement({ messageId: `M-${_what}`, ...more });
    expect(await read(own)).toMatchObject({ messageId: `M-${_what}`, others: [], waitsFor: null });
    // Statements of other accounts in the same file are left out.
    const all = await read(
      together([statement({ iban: FOREIGN, entries: [] }), own, statement({ currency: 'USD', entries: [] })]),
    );
    expect(minors(all)).toEqual([[5]]);
  });

  test.each([
    ['another account', { iban: FOREIGN }, `It is about the account ${FOREIGN}, which is not ours.`],
    [
      'it without a currency',
      { iban: FOREIGN, currency: null },
      `It is about the account ${FOREIGN}, which is not ours.`,
    ],
    ['another country’s number', { iban: FOREIGN.slice(4) }, 'which is not ours.'],
    ['another currency', { currency: 'USD', entries: [] }, `The account ${testAccount.iban} is in USD, not in EUR.`],
  ])('else, with %s, it is refused', async (_what, more, words) => {
    await expect(read(statement(more))).rejects.toThrow(words);
    await expect(read(statement(more))).rejects.toMatchObject({ name: 'BankFileError' });
  });
});

describe('a report of a day', () => {
  const report = (more: Partial<SaidStatement> = {}) => statement({ as: 'Rpt', ...more });
  const hasBalances = async () => (await read(report())).statements.map(({ head }) => head.hasBalances);

  test('is a statement of a bank that has never sent one, and a notification of any other', async () => {
    expect(await hasBalances()).toEqual([true]);
    const file = await came(statement());
    await moveBankFile(db, { id: file.id, from: ['stored'] }, { state: 'processed', kind: 'camt.053' });
    expect(await hasBalances()).toEqual([false]);
    // A statement has its balances in either case.
    expect((await read(statement())).statements.map(({ head }) => head.hasBalances)).toEqual([true]);
    await bankFilesTable.destroy(db, { id: file.id });
  });
});

describe('pages', () => {
  test('wait until all of them are there, and are one statement then', async () => {
    const id = bankId();
    const [one, two, three] = [page(id, 1, false), page(id, 2, false), page(id, 3, true, { closes: 106 })];
    expect(await read(one, await waits(one))).toMatchObject({
      statements: [],
      others: [],
      waitsFor: `Other pages of statement ${id} have not come yet.`,
    });
    const second = await waits(two);
    expect(await read(two, second)).toMatchObject({ statements: [], others: [], waitsFor: expect.any(String) });
    // Read again while it waits itself, it is not another file.
    const last = await read(three, await waits(three));
    expect(last.waitsFor).toBeNull();
    expect(minors(last)).toEqual([[1, 2, 3]]);
    expect(last.statements[0]?.head).toMatchObject({ openingMinor: 100n, closingMinor: 106n, page: null });
    expect(last.others).toHaveLength(2);
    expect(last.others.map((file) => file.id)).toContain(second.id);
  });

  test('of one file wait for nothing, and a whole statement beside them is read with them', async () => {
    const id = bankId();
    const pages = [page(id, 1, false), page(id, 2, true)];
    const all = await read(together([...pages, statement({ entries: [{ minor: 7 }] })]));
    expect(all).toMatchObject({ others: [], waitsFor: null });
    expect(minors(all).toSorted()).toEqual([[1, 2], [7]]);
    // A page that is whole by itself waits for no other one.
    expect(await read(statement({ page: [2, false] }))).toMatchObject({ others: [], waitsFor: null });
  });

  test('of a statement that is not complete let the whole ones of their file wait', async () => {
    const id = bankId();
    const all = await read(together([page(id, 1, false), statement({ entries: [{ minor: 7 }] })]));
    expect(minors(all)).toEqual([[7]]);
    expect(all.waitsFor).toContain(id);
  });

  test('are joined with those of our account in files of the same kind that wait, and with no others', async () => {
    const [id, other] = [bankId(), bankId()];
    const mine = [page(id, 1, false), page(other, 1, false)];
    const foreign = await waits(page(id, 2, true, { iban: FOREIGN }));
    await came(page(id, 2, true));
    await waits(page(id, 2, true), 'camt.054');
    await waits(notificationText(bankId(), [{ minor: 1 }]));
    await waits(statement());
    const unrelated = await waits(page(bankId(), 2, true));
    const nobytes = await waits(page(id, 2, true));
    await bankFilesTable.update(db, { content: null }, { id: nobytes.id });
    expect(await read(together(mine))).toMatchObject({
      statements: [],
      others: [],
      waitsFor: expect.stringContaining(id),
    });
    const second = await waits(page(id, 2, true, { entries: [{ minor: 8 }] }));
    const one = await read(mine[0] ?? '');
    expect(one.others.map((file) => file.id)).toEqual([second.id]);
    expect(minors(one)).toEqual([[1, 8]]);
    expect(one.waitsFor).toBeNull();
    // Of two statements one is complete now: the file waits for the other one.
    const both = await read(together(mine));
    expect(minors(both)).toEqual([[1, 8]]);
    expect(both.waitsFor).toContain(other);
    expect(both.others.map((file) => file.id)).not.toContain(unrelated.id);
    expect(both.others.map((file) => file.id)).not.toContain(foreign.id);
  });

  test('of another account in files that wait are never a statement of ours', async () => {
    const foreign = bankId();
    for (const number of [1, 2])
      await waits(together([page(bankId(), 1, false), page(foreign, number, number === 2, { iban: FOREIGN })]));
    expect(await read(page(bankId(), 1, false))).toMatchObject({ statements: [], others: [] });
  });

  test('keep files together: each is dealt with once all of its statements are complete', async () => {
    const [one, two] = [bankId(), bankId()];
    const first = await waits(page(one, 1, false));
    const mixed = await waits(together([page(one, 2, true), page(two, 1, false)]));
    // The first statement is complete and read; but its pages are kept until the second one is, too.
    const early = await read(page(one, 1, false), first);
    expect(minors(early)).toEqual([[1, 2]]);
    expect(early.others.map((file) => file.id)).toEqual([mixed.id]);
    expect(early.waitsFor).toContain(two);
    const all = await read(page(two, 2, true));
    expect(minors(all)).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(all.others.map((file) => file.id)).toEqual([first.id, mixed.id]);
    expect(all.waitsFor).toBeNull();
  });

  test('of another file that becomes whole without ours do not keep ours', async () => {
    const [id, mine] = [bankId(), bankId()];
    const [one, two] = [await waits(page(id, 1, false)), await waits(page(id, 2, true))];
    const text = page(mine, 1, false);
    const all = await read(text, await waits(text));
    expect(all.waitsFor).toContain(mine);
    expect(all.others.map((file) => file.id)).toEqual([one.id, two.id]);
  });
});
