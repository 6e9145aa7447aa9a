import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { aPerson } from '../../domain/compliance/subjects.fixture.ts';
import { readParties } from '../../scripts/sanctions-csv.ts';
import { inTransaction } from '../core/sequelize.ts';
import { execute, one, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { testBox } from '../testing.fixture.ts';
import { findCase } from './case-rows.ts';
import { documentsOf, keptDocumentsOf, openDocument } from './documents.ts';
import { dropPerson, writePerson } from './merchant-acts.ts';
import { purgeCases } from './retention.ts';
import { importSanctions, sanctionsAreOld, screenNames } from './sanctions.ts';
import { keepVerified } from './subjects.ts';
import { makeApplicant, PDF } from './testing.fixture.ts';

const { db } = await openTestDatabase();

test('a document opens as it was, and not once its bytes were changed or moved to another', async () => {
  const merchant = await makeApplicant(db);
  const { id } = await merchant.upload('registration');
  const other = await merchant.upload('ownership', null, null, Buffer.from('%PDF-another'));
  expect((await openDocument(db, testBox, id)).bytes).toEqual(PDF);
  await execute(
    db,
    `UPDATE compliance_file f SET key_sealed = o.key_sealed FROM compliance_file o
     WHERE f.document_id = $1 AND o.document_id = $2`,
    [id, other.id],
  );
  await expect(openDocument(db, testBox, id)).rejects.toThrow();
  await execute(
    db,
    `UPDATE compliance_file_part SET content = set_byte(content, 30, get_byte(content, 30) # 1) WHERE document_id = $1`,
    [other.id],
  );
  await expect(openDocument(db, testBox, other.id)).rejects.toThrow();
});

test('what was kept long enough is removed, with all that names people, and nothing before', async () => {
  const merchant = await makeApplicant(db);
  await merchant.skipTest();
  await merchant.handInBusiness();
  const personId = await merchant.handInPeople();
  const end = (years: number) =>
    execute(db, `UPDATE compliance_case SET ended_at = now() - make_interval(years => $2) WHERE id = $1`, [
      merchant.caseId,
      years,
    ]);
  const keep = { caseId: merchant.caseId, version: 1, nowMs: Date.now() };
  await inTransaction(db, (tx) => keepVerified(tx, keep));
  const verified = () => select(db, 'SELECT 1 FROM compliance_verified_subject WHERE case_id = $1', [merchant.caseId]);
  const purge = () => inTransaction(db, (tx) => purgeCases(tx, { years: 8, nowMs: Date.now() }));
  expect(await purge()).toBe(0);
  await end(7);
  expect(await purge()).toBe(0);
  expect(await verified(), 'the business and the person').toHaveLength(2);
  await end(9);
  expect(await purge()).toBe(1);
  expect(await verified()).toEqual([]);
  expect(await purge()).toBe(0);
  for (const table of ['compliance_file', 'compliance_file_part']) {
    const left = `SELECT 1 FROM ${table} f JOIN compliance_document d ON d.id = f.document_id WHERE d.case_id = $1`;
    expect(await select(db, left, [merchant.caseId])).toEqual([]);
  }
  const documents = await documentsOf(db, merchant.caseId);
  expect(documents.every(({ file_name }) => file_name === '')).toBe(true);
  await expect(openDocument(db, testBox, documents[0]?.id ?? '')).rejects.toMatchObject({ code: 'not_found' });
  const person = await one(db, 'SELECT details_sealed FROM compliance_person WHERE id = $1', [personId]);
  expect(person).toEqual({ details_sealed: null });
  expect(await findCase(db, merchant.merchantId)).toMatchObject({ businessSealed: null, purgedAt: expect.any(Date) });
});

test('what was kept counts from the end of the account where that came before the end of the case', async () => {
  const { caseId, merchantId } = await makeApplicant(db);
  const ends = (values: string, id: string, table: string) =>
    execute(db, `UPDATE ${table} SET ${values} WHERE id = $1`, [id]);
  const purge = (years: number) => inTransaction(db, (tx) => purgeCases(tx, { years, nowMs: Date.now() }));
  await ends(`ended_at = now() - interval '6 years'`, caseId, 'compliance_case');
  expect(await purge(8)).toBe(0);
  const deleted = `now() - interval '9 years'`;
  await ends(`deletion_requested_at = ${deleted}, deleted_at = ${deleted}`, merchantId, 'merchant');
  expect(await purge(10)).toBe(0);
  expect(await purge(8)).toBe(1);
});

test('the bytes of a file are deleted when it is replaced or goes with its person before it was submitted', async () => {
  const merchant = await makeApplicant(db);
  await merchant.skipTest();
  const bytes = async (id: string) =>
    (await select(db, 'SELECT FROM compliance_file_part WHERE document_id = $1', [id])).length > 0 ||
    (await select(db, 'SELECT FROM compliance_file WHERE document_id = $1', [id])).length > 0;
  const replaced = await merchant.upload('registration');
  await merchant.handInBusiness();
  expect(await bytes(replaced.id)).toBe(false);

  const { id: _, ...person } = aPerson({});
  const personId = await inTransaction(db, (tx) => writePerson(tx, testBox, merchant.actor, { person }));
  const own = await merchant.upload('person_address', personId);
  expect(await bytes(own.id)).toBe(true);
  await inTransaction(db, (tx) => dropPerson(tx, merchant.actor, personId));
  expect(await bytes(own.id)).toBe(false);

  const submitted = (await documentsOf(db, merchant.caseId)).find(({ kind }) => kind === 'registration');
  await merchant.upload('registration');
  const kept = await keptDocumentsOf(db, merchant.caseId);
  expect(kept.find(({ id }) => id === submitted?.id)).toMatchObject({ removed_at: expect.any(Date) });
  expect((await openDocument(db, testBox, submitted?.id ?? '')).bytes).toEqual(PDF);
});

test('a list is imported from its file, put in place of the older one, and found by another spelling and by each year of birth', async () => {
  expect(await sanctionsAreOld(db)).toBe(true);
  const file = [
    'fileGenerationDate;Entity_LogicalId;NameAlias_WholeName;BirthDate_Year;BirthDate_YearRangeFrom;BirthDate_YearRangeTo',
    '20/11/2026;13;Invented Aleksander Person;;;',
    '20/11/2026;13;;1970;;',
    '20/11/2026;14;Imaginary Shipping Lines;;;',
    '20/11/2026;15;Dateless Imaginary Man;;;',
    ...['1955;;', '1960;;', '1972;;', ';1983;1987'].map((years) => `20/11/2026;15;;${years}`),
  ].join('\n');
  const parties = await readParties(Readable.from([file]));
  const list = { name: 'eu', source: 'a test', publishedOn: '2026-11-20', allowFewer: true };
  const load = (some: typeof parties) => inTransaction(db, (tx) => importSanctions(tx, list, some));
  expect(await load(parties)).toBe(3);
  const screen = (name: string, birthYear: number | null = null) =>
    screenNames(db, [{ subject: 'x', name, birthYear }], { sandbox: false });
  expect(await screen('Aleksandr Invented Person')).toMatchObject([{ list: 'eu', key: '13' }]);
  expect(await screen('Aleksandr Invented Person', 1990)).toEqual([]);
  for (const year of [1955, 1960, 1972, 1984, 1986])
    expect(await screen('Dateless Imaginary Man', year), `${year}`).toMatchObject([{ key: '15' }]);
  expect(await screen('Dateless Imaginary Man', 1990)).toEqual([]);
  expect(await screen('Nora Quay')).toEqual([]);
  expect(await sanctionsAreOld(db)).toBe(false);
  expect(await load(parties.slice(1))).toBe(2);
  expect(await screen('Aleksandr Invented Person')).toEqual([]);
});
