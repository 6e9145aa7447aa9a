import { afterAll, beforeAll, expect, test } from 'vitest';
import { raiseAlert } from '../../../db/alerts/alerts.ts';
import { auditLogTable } from '../../../db/audit/rows.ts';
import { verifyAudit } from '../../../db/audit/verify.ts';
import { bookEntries } from '../../../db/bank/book-entries.ts';
import { noteContradiction } from '../../../db/bank/contradictions.ts';
import { isBankStopped, openDifference } from '../../../db/bank/differences.ts';
import { storeIncomingFile } from '../../../db/bank/files.ts';
import { keptOf } from '../../../db/bank/kept-entries.ts';
import { bankPaymentsTable } from '../../../db/bank/payment-rows.ts';
import { addBankPayments } from '../../../db/bank/payments.ts';
import { bankEntriesTable, bankFilesTable } from '../../../db/bank/rows.ts';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { testBox } from '../../../db/testing.fixture.ts';
import { STAFF_ROLES, type StaffRole } from '../../../domain/accounts/staff-permissions.ts';
import type { StatementEntry } from '../../../domain/bank/messages.ts';
import { newId } from '../../../domain/ids.ts';
import { startTestApi, type TestApi } from '../../testing/server.fixture.ts';
import { type StaffBrowser, signInStaff } from '../../testing/staff.fixture.ts';

let api: TestApi;
const people = {} as Record<StaffRole, StaffBrowser>;
let fileId: string;
const bytes = Buffer.from('<Document>not much</Document>');

const debit: StatementEntry & { key: string } = {
  key: 'unknown-1',
  amountMinor: 1234n,
  direction: 'debit',
  day: '2026-11-24',
  code: 'PMNT/ICDT/ESCT',
  isReversal: false,
  bankReference: 'B1',
  endToEndId: null,
  creditorReference: null,
  remittance: 'A debit',
  partyName: 'Somebody',
  partyIban: null,
  returnCode: null,
  returnWords: null,
};

beforeAll(async () => {
  api = await startTestApi();
  for (const role of STAFF_ROLES) people[role] = (await signInStaff(api, role)).as;
  const { db } = api;
  const stored = await storeIncomingFile(db, testBox, { mode: 'sandbox', name: 'a.xml', bytes, problem: 'Wrong.' });
  fileId = stored.id ?? '';
  await raiseAlert(db, { kind: 'bank_file_refused', subject: fileId, message: 'Refused.' });
  const credit = { ...debit, key: 'credit-1', direction: 'credit', remittance: 'Thanks' } as const;
  const nowMs = Date.now();
  await inTransaction(db, (tx) =>
    bookEntries(tx, { mode: 'sandbox', fileId, isStated: true, entries: [debit, credit], nowMs }),
  );
  await inTransaction(db, (tx) =>
    openDifference(tx, { mode: 'sandbox', fileId, differenceMinor: -1234n, explanation: 'They differ.', stops: true }),
  );
});
afterAll(() => api.close());

const post = (as: StaffBrowser, url: string) =>
  as({ url, method: 'POST', body: { note: 'The bank has confirmed it.' } });

test('the bank shows what stops payments, what may explain it, and what nobody knows', async () => {
  const { status, json, text } = await people.representative({ url: '/staff/bank' });
  expect(status, text).toBe(200);
  expect(json.data.accounts).toEqual([
    expect.objectContaining({ mode: 'sandbox', stopped: true, booked: '0.00' }),
    expect.objectContaining({ mode: 'production', stopped: false, booked: '0.00', closing: null }),
  ]);
  expect(json.data.unknown_entries).toMatchObject([{ amount: '12.34', direction: 'debit', party_name: 'Somebody' }]);
  expect(json.data.differences).toMatchObject([
    { difference: '-12.34', candidates: [{ kind: 'entry', words: expect.stringContaining('A debit') }] },
  ]);
});

test('files are listed by their state, credits in suspense by themselves', async () => {
  const files = await people.mlro({ url: '/staff/bank/files?state=refused&per_page=10' });
  expect(files.json).toMatchObject({ data: [{ id: fileId, problem: 'Wrong.' }], pagination: { total: 1 } });
  for (const none of ['files?state=sent', 'files?mode=production', 'credits?mode=production'])
    expect((await people.mlro({ url: `/staff/bank/${none}` })).json.data).toEqual([]);
  const credits = await people.mlro({ url: '/staff/bank/credits?mode=sandbox' });
  expect(credits.json).toMatchObject({ data: [{ remittance: 'Thanks', amount: '12.34' }], pagination: { total: 1 } });
});

test('a file can be downloaded as it came, and the download is recorded', async () => {
  const answer = await people.representative({ url: `/staff/bank/files/${fileId}/content` });
  expect(answer.text).toBe(bytes.toString());
  expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
  expect(await auditLogTable.count(api.db, { action: 'bank.file_opened' })).toBe(1);
  expect((await people.mlro({ url: `/staff/bank/files/${newId()}/content` })).status).toBe(404);
});

test.each([
  '/staff/bank/files/{file}/retry',
  '/staff/bank/files/{file}/tear-up',
  '/staff/bank/entries/{entry}/cost',
  '/staff/bank/differences/{difference}/resolve',
])('only the manager and the MLRO decide: %s', async (route) => {
  const url = route.replace(/\{\w+\}/, newId());
  expect((await post(people.representative, url)).status).toBe(403);
  expect((await post(people.compliance_officer, url)).status).toBe(403);
  expect((await post(people.manager, url)).status).toBe(404);
});

test('a question about the name of an own payment is answered once, by those who may, and recorded', async () => {
  const { db } = api;
  const id = newId();
  const creditor = { name: 'Exchange', iban: 'DE89370400440532013000', bic: null };
  const payment = { withdrawalId: id, merchantId: null, mode: 'sandbox', amountMinor: 700n, remittance: 'R' } as const;
  const address = { town: 'Berlin', country: 'DE' };
  await inTransaction(db, (tx) => addBankPayments(tx, [{ ...payment, creditor: { ...creditor, address } }]));
  await bankPaymentsTable.update(db, { status: 'name_question', reasonCode: 'RVNM' }, { id });
  const answer = (role: StaffRole, outcome: string) =>
    people[role]({ url: `/staff/bank/payments/${id}/answer`, body: { outcome, note: 'We know them.' } });
  expect((await people.mlro({ url: '/staff/bank' })).json.data.name_questions).toMatchObject([
    { id, answered_by: 'staff', name: 'Exchange' },
  ]);
  expect((await answer('representative', 'pay')).status).toBe(403);
  expect((await answer('manager', 'later')).status).toBe(422);
  expect((await answer('manager', 'pay')).json.data.name_questions).toEqual([]);
  expect((await answer('manager', 'pay')).status).toBe(409);
  expect(await bankPaymentsTable.findOne(db, { id })).toMatchObject({ status: 'waiting', nameConfirmed: true });
  expect(await auditLogTable.count(db, { action: 'bank.name_answered' })).toBe(1);
});

test('two people of two roles say that the bank did not make an own payment; a merchant’s has an operator', async () => {
  const { db } = api;
  const id = newId();
  const address = { town: 'Berlin', country: 'DE' };
  const creditor = { name: 'Exchange', iban: 'DE89370400440532013000', bic: null, address };
  const payment = { withdrawalId: id, merchantId: null, mode: 'sandbox', amountMinor: 800n, remittance: 'R' } as const;
  await inTransaction(db, (tx) => addBankPayments(tx, [{ ...payment, creditor }]));
  const disputed = { status: 'accepted', carriedOut: true, disputed: true, reasonCode: 'AM04' } as const;
  await bankPaymentsTable.update(db, disputed, { id });
  const request = (as: StaffBrowser, of = id) => post(as, `/staff/bank/payments/${of}/rejection`);
  expect((await request(people.representative)).status).toBe(403);
  expect((await request(people.manager, newId())).status).toBe(404);
  const [row] = (await request(people.manager)).json.data.disputed_payments;
  expect(row).toMatchObject({
    id,
    amount: '8.00',
    request: { note: 'The bank has confirmed it.', may_confirm: false },
  });
  const confirm = (as: StaffBrowser) => as({ url: `/staff/bank/rejections/${row.request.id}/confirm`, method: 'POST' });
  expect((await confirm(people.manager)).status).toBe(409);
  expect((await confirm(people.representative)).status).toBe(403);
  const seen = (await people.mlro({ url: '/staff/bank' })).json.data.disputed_payments;
  expect(seen).toMatchObject([{ id, request: { may_confirm: true } }]);
  expect((await confirm(people.mlro)).json.data.disputed_payments).toEqual([]);
  expect((await confirm(people.mlro)).status).toBe(409);
  expect(await bankPaymentsTable.findOne(db, { id })).toMatchObject({ status: 'rejected' });
  expect(await auditLogTable.count(db, { action: 'bank.rejection_confirmed' })).toBe(1);
});

test('two people of two roles say which of two statements is right, and each step is recorded', async () => {
  const { db } = api;
  const stored = await storeIncomingFile(db, testBox, {
    mode: 'sandbox',
    name: 'contradicts.xml',
    bytes: Buffer.from('<Other/>'),
    problem: 'It contradicts.',
  });
  const row = await bankEntriesTable.findOne(db, { key: 'credit-1' });
  if (row === undefined) throw new Error('The credit is not booked.');
  const of = { mode: 'sandbox', fileId: stored.id ?? '', statementId: 'S-7', closingDay: '2026-11-24' } as const;
  const said = { ...debit, key: 'said-1', remittance: 'Only there' };
  await inTransaction(db, (tx) =>
    noteContradiction(tx, { ...of, differenceMinor: -5n, nowMs: Date.now(), fresh: [said], unsaid: [keptOf(row)] }),
  );
  const list = async (role: StaffRole) => (await people[role]({ url: '/staff/bank' })).json.data.contradictions;
  const [shown] = await list('representative');
  expect(shown).toMatchObject({
    statement_id: 'S-7',
    difference: '-0.05',
    said_count: 1,
    denied_count: 1,
    request: null,
    said: [{ amount: '12.34', direction: 'debit', remittance: 'Only there' }],
    denied: [{ id: row.id, amount: '12.34', direction: 'credit', remittance: 'Thanks' }],
  });
  const send = (role: StaffRole, act: 'choice' | 'confirm', choice: string, id = shown.id) =>
    people[role]({
      url: `/staff/bank/contradictions/${id}/${act}`,
      method: 'POST',
      body: { choice, ...(act === 'choice' ? { note: 'The bank has said so.' } : {}) },
    });
  for (const act of ['choice', 'confirm'] as const) {
    expect((await send('representative', act, 'booked')).status).toBe(403);
    expect((await send('manager', act, 'booked', newId())).status).toBe(404);
    expect((await send('manager', act, 'both')).status).toBe(422);
  }
  const requested = { choice: 'booked', note: 'The bank has said so.', may_confirm: false, confirmed: false };
  expect((await send('manager', 'choice', 'booked')).json.data.contradictions).toMatchObject([{ request: requested }]);
  expect(await list('mlro')).toMatchObject([{ request: { ...requested, may_confirm: true } }]);
  expect((await send('manager', 'confirm', 'booked')).status).toBe(409);
  expect((await send('mlro', 'confirm', 'refused')).status).toBe(409);
  expect((await send('mlro', 'confirm', 'booked')).json.data.contradictions).toEqual([]);
  expect((await send('mlro', 'confirm', 'booked')).status).toBe(409);
  for (const action of ['bank.contradiction_requested', 'bank.contradiction_confirmed'])
    expect(await auditLogTable.count(db, { action })).toBe(1);
});

test('a compliance officer does not see the bank', async () => {
  for (const url of [
    '/staff/bank',
    '/staff/bank/files',
    '/staff/bank/credits',
    `/staff/bank/files/${fileId}/content`,
  ]) {
    expect((await people.compliance_officer({ url })).status).toBe(403);
  }
});

test('a refused file is read again once', async () => {
  expect((await post(people.manager, `/staff/bank/files/${fileId}/retry`)).status).toBe(200);
  expect(await bankFilesTable.findOne(api.db, { id: fileId })).toMatchObject({ state: 'stored', problem: null });
  expect((await post(people.manager, `/staff/bank/files/${fileId}/retry`)).status).toBe(409);
});

test('a file of ours is sent again only when its delivery cannot be under way any more', async () => {
  const ours = (writtenMinutesAgo: number) => ({
    ...({
      id: newId(),
      mode: 'sandbox',
      direction: 'out',
      kind: 'pain.001',
      messageId: newId(),
      name: 'p.xml',
    } as const),
    ...({ sha256: Buffer.alloc(32), size: 1, content: Buffer.from('x'), state: 'sending' } as const),
    createdAt: new Date(Date.now() - writtenMinutesAgo * 60_000),
  });
  const [young, old] = [ours(9), ours(11)];
  for (const file of [young, old]) await bankFilesTable.create(api.db, file);
  expect((await post(people.manager, `/staff/bank/files/${young.id}/retry`)).status).toBe(409);
  expect(await bankFilesTable.findOne(api.db, { id: young.id })).toMatchObject({ state: 'sending' });
  expect((await post(people.manager, `/staff/bank/files/${old.id}/retry`)).status).toBe(200);
  expect(await bankFilesTable.findOne(api.db, { id: old.id })).toMatchObject({ state: 'written' });
  expect((await post(people.manager, `/staff/bank/files/${old.id}/retry`)).status).toBe(409);
});

test('an unknown debit is booked as a cost once, and the difference is resolved once', async () => {
  const entry = await bankEntriesTable.findOne(api.db, { key: 'unknown-1' });
  const { data } = (await people.manager({ url: '/staff/bank' })).json;
  expect((await post(people.manager, `/staff/bank/entries/${entry?.id}/cost`)).status).toBe(200);
  expect((await post(people.manager, `/staff/bank/entries/${entry?.id}/cost`)).status).toBe(404);
  const url = `/staff/bank/differences/${data.differences[0].id}/resolve`;
  expect((await post(people.mlro, url)).json.data.accounts[0]).toMatchObject({ stopped: false, booked: '0.00' });
  expect((await post(people.mlro, url)).status).toBe(404);
  expect(await isBankStopped(api.db, 'sandbox')).toBe(false);
  expect((await verifyAudit(api.db)).broken).toBeUndefined();
});

test('a file that is written is torn up once, with the person and the reason; one that may have left is not', async () => {
  const ours = (state: 'written' | 'sending') => ({
    ...({ id: newId(), mode: 'sandbox', direction: 'out', kind: 'pain.001', messageId: newId() } as const),
    name: 'p.xml',
    sha256: Buffer.alloc(32),
    size: 1,
    content: Buffer.from('x'),
    state,
  });
  const [written, sending] = [ours('written'), ours('sending')];
  for (const file of [written, sending]) await bankFilesTable.create(api.db, file);
  const tear = (id: string) => post(people.manager, `/staff/bank/files/${id}/tear-up`);
  expect((await tear(sending.id)).status).toBe(409);
  expect((await tear(written.id)).status).toBe(200);
  const problem = expect.stringMatching(/^Torn up by .+: /);
  expect(await bankFilesTable.findOne(api.db, { id: written.id })).toMatchObject({ state: 'refused', problem });
  expect((await tear(written.id)).status).toBe(409);
  expect(await auditLogTable.count(api.db, { action: 'bank.file_torn_up' })).toBe(1);
});
