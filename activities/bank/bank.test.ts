import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { isBankStopped } from '../../db/bank/differences.ts';
import { answerNameQuestion } from '../../db/bank/payments.ts';
import { bankDifferencesTable, bankEntriesTable, bankFilesTable } from '../../db/bank/rows.ts';
import { alertsTable } from '../../db/core/rows.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { commandBank } from '../../scripts/bank-simulator/folder.ts';
import type { BankCommand } from '../../scripts/bank-simulator/state.ts';
import { openTestBank, testAccount } from './bank.fixture.ts';
import { runBankRound } from './window.ts';

const t = await openTestBank();
const { db, deps, folder, bank, clock } = t;

const tick = async () => {
  // Never behind the database's clock, by which the next file of payments may be written.
  clock.nowMs = Math.max(clock.nowMs, Date.now()) + 1_000;
  await bank.tick(clock.nowMs);
};
const round = () => runBankRound(deps);
/** Until nothing moves between the gateway and its bank. */
async function settle(): Promise<void> {
  for (let i = 0; i < 4; i += 1) {
    await round();
    await tick();
  }
  await round();
}
const command = (one: BankCommand) => commandBank(folder, one);
const openAlerts = async () => (await alertsTable.find(db, { resolvedAt: null })).map(({ kind }) => kind);
/** Compares the bank's figures with the books'. */
async function expectAgreement(): Promise<void> {
  const state = JSON.parse(await readFile(join(folder, 'simulator.json'), 'utf8')) as { statedMinor: string };
  expect(-(await t.balance('custody:bank:main'))).toBe(BigInt(state.statedMinor));
}

beforeAll(async () => {
  await command({ type: 'delay', seconds: 1 });
  await tick();
  await round();
});
beforeEach(async () => {
  expect(await isBankStopped(db, 'sandbox')).toBe(false);
});

test('the first statement brings the money that is on the account', async () => {
  expect(await t.balance('custody:bank:main')).toBe(-1_000_000_000n);
});

test('payments go out in one valid file, are accepted, and are paid when their debit is booked', async () => {
  const ids = [await t.order(), await t.order({ name: 'Müller & Söhne', amountMinor: 2550n })];
  expect(await round()).toMatchObject({ ordered: 2, sent: 1 });
  expect(t.changesOf(ids[0] ?? '')).toEqual(['in_file']);
  await settle();
  for (const id of ids) expect(t.changesOf(id)).toEqual(['in_file', 'accepted', 'booked']);
  await expectAgreement();
  expect(await bankFilesTable.findOne(db, { kind: 'pain.001', payments: 2 })).toMatchObject({
    state: 'answered',
    totalMinor: 3550n,
  });
});

test('a rejected file ends its payments with the reason in words', async () => {
  await command({ type: 'plan', plan: 'reject', reason: 'AM04' });
  await tick();
  const id = await t.order();
  await settle();
  expect(t.changesOf(id)).toEqual(['in_file', 'rejected']);
  expect(t.news.at(-1)).toMatchObject({
    reasonCode: 'AM04',
    words: 'Our account at the bank is not sufficiently funded.',
  });
});

test('of a half-accepted file, only the rejected payments end', async () => {
  await command({ type: 'plan', plan: 'half' });
  await tick();
  const ids = [await t.order(), await t.order(), await t.order()];
  await settle();
  const changes = ids.map((id) => t.changesOf(id).at(-1));
  expect(changes.toSorted()).toEqual(['booked', 'booked', 'rejected']);
  await expectAgreement();
});

test('after a close match, the payment is made with the right name once a person says so', async () => {
  const id = await t.order({ name: 'Shop close match' });
  await settle();
  expect(t.changesOf(id)).toEqual(['in_file', 'name_question']);
  expect(await t.payment(id)).toMatchObject({ payeeName: 'Shop close match Ltd', reasonCode: 'RVMC' });
  await inTransaction(db, (tx) => answerNameQuestion(tx, { withdrawalId: id, by: 'Ann', outcome: 'pay' }));
  await settle();
  expect(t.changesOf(id)).toEqual(['in_file', 'name_question', 'in_file', 'accepted', 'booked']);
  await expectAgreement();
});

test('after no match, a canceled payment is recalled and ends when the bank confirms it', async () => {
  const id = await t.order({ name: 'Shop no match' });
  await settle();
  await inTransaction(db, (tx) => answerNameQuestion(tx, { withdrawalId: id, by: 'Ann', outcome: 'cancel' }));
  expect(await round()).toMatchObject({ recalled: 1, sent: 1 });
  expect(t.changesOf(id)).toEqual(['in_file', 'name_question']);
  await settle();
  expect(t.changesOf(id)).toEqual(['in_file', 'name_question', 'rejected']);
  expect(await t.payment(id)).toMatchObject({ reasonCode: 'CUST' });
  const recalls = await bankFilesTable.find(db, { kind: 'camt.055' });
  expect(recalls.map(({ state }) => state)).toEqual(['answered']);
});

test('when the bank refuses a recall, the payment goes on, and the withdrawal learns both', async () => {
  const id = await t.order({ name: 'Shop no match', amountMinor: 3131n });
  await settle();
  await command({ type: 'refuse-recall' });
  await tick();
  await inTransaction(db, (tx) => answerNameQuestion(tx, { withdrawalId: id, by: 'Ann', outcome: 'cancel' }));
  expect(await round()).toMatchObject({ recalled: 1, sent: 1 });
  await settle();
  expect(t.changesOf(id)).toEqual(['in_file', 'name_question', 'accepted', 'booked']);
  expect(t.news.find(({ withdrawalId, change }) => withdrawalId === id && change === 'accepted')).toMatchObject({
    reasonCode: 'CUTA',
  });
  expect(await round()).toMatchObject({ recalled: 0 });
  await expectAgreement();
});

test('a return days later reaches the withdrawal with its reason, and the money is back on the account', async () => {
  const id = await t.order();
  await settle();
  const { endToEndId } = await t.payment(id);
  await command({ type: 'return', endToEndId, reason: 'AC04', days: 3 });
  await settle();
  await settle();
  expect(t.changesOf(id)).toEqual(['in_file', 'accepted', 'booked', 'returned']);
  expect(t.news.at(-1)).toMatchObject({ change: 'returned', words: 'The payee’s account is closed.' });
  await expectAgreement();
});

test('fees are the gateway’s, and money that nobody ordered waits in suspense', async () => {
  const [feesBefore, suspenseBefore] = [await t.balance('fees:bank'), await t.balance('suspense:bank')];
  await command({ type: 'fee', minor: '350' });
  await command({ type: 'credit', minor: '12345', name: 'Some Payer', reference: 'RF18539007547034' });
  await settle();
  expect((await t.balance('fees:bank')) - feesBefore).toBe(-350n);
  expect((await t.balance('suspense:bank')) - suspenseBefore).toBe(12_345n);
  expect(
    await bankEntriesTable.findOne(db, { bookedAs: 'suspense', creditorReference: 'RF18539007547034' }),
  ).toBeDefined();
  await expectAgreement();
});

test('a file that comes twice is one file, and books once', async () => {
  await command({ type: 'trick', trick: 'twice' });
  await tick();
  const id = await t.order();
  await settle();
  expect(t.changesOf(id)).toEqual(['in_file', 'accepted', 'booked']);
  expect(await readdir(join(folder, 'from-bank'))).not.toContain(expect.stringContaining('again'));
  await expectAgreement();
});

test('statements out of order wait for each other', async () => {
  await command({ type: 'trick', trick: 'out-of-order' });
  await tick();
  await t.order();
  await settle();
  await t.order();
  await settle();
  expect(await bankFilesTable.count(db, { state: 'waiting' })).toBe(0);
  await expectAgreement();
});

test('a statement with a line missing is refused, stops payments and lists candidates; the right one is booked', async () => {
  await command({ type: 'trick', trick: 'missing-line' });
  await tick();
  const id = await t.order({ amountMinor: 777n });
  await settle();
  expect(await isBankStopped(db, 'sandbox')).toBe(true);
  expect(await openAlerts()).toContain('bank_difference');
  const [difference] = await bankDifferencesTable.find(db, { resolvedAt: null });
  expect(difference).toMatchObject({
    differenceMinor: -777n,
    candidates: [expect.objectContaining({ kind: 'payment', id })],
  });
  // The right statement came too, so the books agree again; but staff decide.
  await expectAgreement();
  await t.order();
  expect(await round()).toMatchObject({ ordered: 0 });
  await bankDifferencesTable.update(db, { resolvedAt: new Date(), resolvedBy: 'Ann' }, { id: difference?.id ?? '' });
  expect(await round()).toMatchObject({ ordered: 1 });
  await settle();
});

const wrong = (name: string, text: string, mode = 0o640) =>
  writeFile(join(folder, 'from-bank', name), text).then(() => chmod(join(folder, 'from-bank', name), mode));
const NS = 'urn:iso:std:iso:20022:tech:xsd:camt.054.001.08';
const notification = (over: { ccy?: string; amount?: string; iban?: string; id?: string } = {}) => {
  const { ccy = 'EUR', amount = '5.00', iban = testAccount.iban, id = 'FORGED1' } = over;
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="${NS}"><BkToCstmrDbtCdtNtfctn><GrpHdr>
    <MsgId>${id}</MsgId><CreDtTm>2026-11-24T09:00:00Z</CreDtTm></GrpHdr>
    <Ntfctn><Id>N</Id><Acct><Id><IBAN>${iban}</IBAN></Id></Acct><Ntry>
    <Amt Ccy="${ccy}">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><Dt>2026-11-24</Dt></BookgDt>
    <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd></Ntry></Ntfctn>
    </BkToCstmrDbtCdtNtfctn></Document>`;
};

test.each([
  [
    'a billion laughs',
    `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${notification().slice(38)}`,
    /document type/,
  ],
  ['a file of this machine', `<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><d>&x;</d>`, /document type/],
  ['CDATA', notification().replace('FORGED1', '<![CDATA[x]]>'), /CDATA/],
  ['no XML', 'PK', /none of the messages/],
  [
    'another message',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08"><x/></Document>',
    /none of the messages/,
  ],
  ['what breaks the schema', notification().replace('<Ntfctn>', '<Ntfctn><Evil/>'), /Evil/],
  ['an entry that breaks the schema', notification().replace('<Sts>', '<Evil/><Sts>'), /Evil/],
  ['a half file', notification().slice(0, 500), /ends within|no valid|This is no/],
  ['another currency', notification({ ccy: 'USD' }), /USD/],
  ['a negative amount', notification({ amount: '-5.00' }), /no valid/],
  ['parts of a cent', notification({ amount: '5.001' }), /5.001 is no amount/],
  ['a huge amount', notification({ amount: '9'.repeat(40) }), /no valid|no amount/],
  ['another account', notification({ iban: 'DE89370400440532013000' }), /not ours/],
  [
    'Latin-1',
    Buffer.from(notification({ id: 'Köln' }), 'latin1')
      .toString('binary')
      .replace('UTF-8', 'ISO-8859-1'),
    /ISO-8859-1/,
  ],
])('%s is refused with a clear message, kept, and books nothing', async (name, text, words) => {
  const custody = await t.balance('custody:bank:main');
  await wrong(`bad-${name.replaceAll(' ', '-')}.xml`, text);
  await round();
  const file = await bankFilesTable.findOne(db, { name: `bad-${name.replaceAll(' ', '-')}.xml` });
  expect(file).toMatchObject({ state: 'refused', problem: expect.stringMatching(words), content: expect.any(Buffer) });
  expect(await t.balance('custody:bank:main')).toBe(custody);
  expect(await openAlerts()).toContain('bank_file_refused');
});

test('a file that anybody could have written is not read', async () => {
  await wrong('world-writable.xml', notification(), 0o666);
  await round();
  const file = await bankFilesTable.findOne(db, { name: 'world-writable.xml' });
  expect(file).toMatchObject({ state: 'refused', problem: 'Everybody may write to it.' });
  expect(await readdir(join(folder, 'from-bank', 'refused'))).toContain('world-writable.xml');
});

test('another file with a known message ID is refused', async () => {
  await wrong('first.xml', notification({ id: 'SAME1', amount: '1.00' }));
  await round();
  await wrong('second.xml', notification({ id: 'SAME1', amount: '2.00' }));
  await round();
  const file = await bankFilesTable.findOne(db, { name: 'second.xml' });
  expect(file).toMatchObject({ state: 'refused', problem: expect.stringContaining('SAME1 came before') });
});
