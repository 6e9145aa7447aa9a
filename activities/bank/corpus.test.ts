import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { bankEntriesTable, bankFilesTable } from '../../db/bank/rows.ts';
import { CASES, CORPUS, type CorpusFile } from '../../domain/bank/corpus/corpus.fixture.ts';
import { signedMinor } from '../../domain/bank/judge-entry.ts';
import type { AccountMessageKind, StatementEntry } from '../../domain/bank/messages.ts';
import { joinPages, leadsToClosing } from '../../domain/bank/pages.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { openTestBank, testAccount } from './bank.fixture.ts';
import { kindOf, withoutHostileXml } from './files/hostile.ts';
import { readStatements } from './files/read-statement.ts';
import { readStatusReport } from './files/read-status.ts';
import { openSchemas, STANDARD_SCHEMAS } from './files/schemas.ts';
import { runBankRound } from './window.ts';

const folder = join(import.meta.dirname, '../../domain/bank/corpus');
const schemas = openSchemas(STANDARD_SCHEMAS);
const bytesOf = (name: string) => readFileSync(join(folder, `${name}.xml`));
const names = ({ files }: Pick<CorpusFile, 'files'>) => files;
const all = [
  ...CORPUS,
  ...CASES.map((each) => ({ ...each, bank: 'Case', files: each.files.map((f) => `cases/${f}`) })),
];

/** The statements of our account in files that belong together. */
function statementsIn(files: readonly string[]) {
  const read = files.flatMap((name) => {
    const body = withoutHostileXml(bytesOf(name));
    const kind = kindOf(body) as AccountMessageKind;
    return readStatements(body, { kind, schemas, hasReportsOnly: true }).statements;
  });
  const own = read.filter(({ head }) => testAccount.iban.endsWith(head.iban));
  return joinPages(own);
}

function booking(entry: StatementEntry): string {
  const amount = formatAmount(signedMinor(entry), 2);
  const signed = amount.startsWith('-') ? amount : `+${amount}`;
  if (entry.isCharge) return `${signed} charge`;
  return `${signed} ${entry.creditorReference ?? '-'} ${entry.partyName ?? '-'}`;
}

describe.each(all)('$bank: $special', (file) => {
  test('is read as the bank means it', () => {
    const { whole, parts } = statementsIn(names(file));
    expect(parts).toEqual([]);
    expect(whole).toHaveLength(1);
    const [statement] = whole;
    if (statement === undefined) throw new Error('There is no statement.');
    expect([...statement.entries].flat().map(booking)).toEqual(file.bookings);
    const { openingMinor, closingMinor } = statement.head;
    const balances = [openingMinor, closingMinor].map((minor) => (minor === null ? null : formatAmount(minor, 2)));
    expect(balances).toEqual(file.balances ?? [null, null]);
    if (file.balances !== null) expect(leadsToClosing(statement)).toBe(true);
  });

  test('is booked whole, and the account agrees with the books', async () => {
    const t = await openTestBank();
    for (const name of names(file)) {
      await writeFile(join(t.folder, 'from-bank', `${name.replace('/', '-')}.xml`), bytesOf(name));
      await runBankRound(t.deps);
    }
    const files = await bankFilesTable.find(t.db, { direction: 'in' });
    expect(files.map(({ state, problem }) => ({ state, problem }))).toEqual(
      names(file).map(() => ({ state: 'processed', problem: null })),
    );
    if (file.balances === null) return;
    const entries = await bankEntriesTable.find(t.db, { isStated: true });
    expect(entries).toHaveLength(file.bookings.length);
    const unknown = entries.filter(({ bookedAs }) => bookedAs === null);
    const closing = BigInt(file.balances[1].replace('.', ''));
    const unknownMinor = unknown.reduce((sum, entry) => sum + signedMinor(entry), 0n);
    expect(-(await t.balance('custody:bank:main'))).toBe(closing - unknownMinor);
  });
});

test('a page waits for the other one, and nothing of it is booked before', async () => {
  const t = await openTestBank();
  await writeFile(join(t.folder, 'from-bank', 'two.xml'), bytesOf('unicredit-page-2'));
  await runBankRound(t.deps);
  const [file] = await bankFilesTable.find(t.db, { direction: 'in' });
  expect(file).toMatchObject({ state: 'waiting', problem: expect.stringContaining('Other pages') });
  expect(await bankEntriesTable.count(t.db, {})).toBe(0);
});

test('files in a container that nobody announced are read one by one, and a broken container is kept', async () => {
  const t = await openTestBank();
  const packed = zipSync({
    '2026/one.xml': bytesOf('unicredit-page-1'),
    'two.xml': bytesOf('unicredit-page-2'),
    '__MACOSX/._two.xml': Buffer.from('x'),
  });
  await writeFile(join(t.folder, 'from-bank', 'statement.xml'), packed);
  await writeFile(join(t.folder, 'from-bank', 'broken.zip'), packed.subarray(0, 200));
  await runBankRound(t.deps);
  const files = await bankFilesTable.find(t.db, { direction: 'in' }, { order: [['name', 'ASC']] });
  expect(files.map(({ name, state }) => [name, state])).toEqual([
    ['broken.zip', 'refused'],
    ['statement.xml.2026_one.xml', 'processed'],
    ['statement.xml.two.xml', 'processed'],
  ]);
  await expect(rename(join(t.folder, 'from-bank', 'taken', 'statement.xml'), join(t.folder, 'x'))).resolves.toBe(
    undefined,
  );
});

test('a status that names a payment by its instruction alone is about that payment', () => {
  const body = withoutHostileXml(bytesOf('danske-status'));
  expect(kindOf(body)).toBe('pain.002');
  schemas.validate('pain.002', body);
  const report = readStatusReport(body.toString());
  expect(report.parts[0]?.payments).toMatchObject([
    { endToEndId: null, instructionId: 'TG0123456789ABCDEFGHJKMNPQ-1', code: 'RJCT', reasonCode: 'AC04' },
  ]);
});

test('a file that came twice is reported for the whole file', () => {
  const report = readStatusReport(withoutHostileXml(bytesOf('seb-duplicate-status')).toString());
  expect(report).toMatchObject({ group: { code: 'RJCT', reasonCode: 'DU01' }, parts: [] });
});

test('payments of ours that a bank books as a sum are known by the IDs of their instructions', () => {
  const [statement] = statementsIn(['nordea']).whole;
  const entries = [...(statement?.entries ?? [])].flat();
  expect(entries.map(({ endToEndId }) => endToEndId)).toEqual([
    'TG0123456789ABCDEFGHJKMNPQ',
    'TG0123456789ABCDEFGHJKMNPR',
  ]);
  expect(new Set(entries.map(({ within }) => within?.entry)).size).toBe(1);
  expect(entries[0]?.within).toMatchObject({ amountMinor: 3000n, direction: 'debit', movements: 2, transactions: 2 });
});
