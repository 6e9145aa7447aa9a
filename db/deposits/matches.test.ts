import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { openAlerts } from '../alerts/alerts.fixture.ts';
import { bookEntries } from '../bank/book-entries.ts';
import { storeIncomingFile } from '../bank/files.ts';
import { answerOwnQuestion } from '../bank/name-questions.ts';
import { bankPaymentsTable } from '../bank/payment-rows.ts';
import { confirmRejection, requestRejection } from '../bank/rejections.ts';
import { bankEntriesTable, bankStatementsTable } from '../bank/rows.ts';
import { inTransaction, moneyTransaction } from '../core/sequelize.ts';
import { execute } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { makeRates, makeShop } from '../invoices/testing.fixture.ts';
import { GATEWAY } from '../ledger/accounts.ts';
import { balances } from '../ledger/balances.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { trialBalance } from '../ledger/trial-balance.ts';
import type { StaffMember } from '../staff/people.ts';
import { makeStaff } from '../staff/staff.fixture.ts';
import { testBox } from '../testing.fixture.ts';
import { bankSays } from '../withdrawals/testing.fixture.ts';
import { commissionOwed } from './card-commission.ts';
import { confirmEuroDeposits } from './euro.ts';
import { bankMatchesTable } from './match-rows.ts';
import { confirmMatch, discardMatch, type NewMatch, proposeMatch } from './matches.ts';
import { admitReturns } from './returns.ts';
import type { StaticAddressRow } from './rows.ts';
import { depositsAt, makeEuroAddress, settleDeposits } from './testing.fixture.ts';
import { listUnclaimed } from './unclaimed.ts';

const { db } = await openTestDatabase();
const PAYEE = { name: 'Anna Payer', address: { town: 'Köln', country: 'DE' } };
let manager: StaffMember;
let otherManager: StaffMember;
let board: StaffMember;
let address: StaticAddressRow;
let entryId: string;

beforeAll(async () => {
  await makeRates(db);
  [manager, otherManager] = [await makeStaff(db, 'manager'), await makeStaff(db, 'manager')];
  board = await makeStaff(db, 'representative');
});
beforeEach(async () => {
  address = await makeEuroAddress(db, await makeShop(db), { autoconversion: { type: 'none' } });
  entryId = await credited();
});

/** Euro without a reference, in a statement that is booked. */
async function credited(minor = 5_000n): Promise<string> {
  const mode = 'sandbox';
  const file = { mode, name: newId(), bytes: Buffer.from(newId()), problem: null } as const;
  const { id: fileId } = await storeIncomingFile(db, testBox, file);
  const key = newId();
  const entry = {
    key,
    amountMinor: minor,
    direction: 'credit',
    day: '2026-11-24',
    code: 'PMNT/RCDT/ESCT',
    isReversal: false,
    bankReference: key,
    endToEndId: null,
    creditorReference: null,
    remittance: 'Thanks',
    partyName: 'Anna Payer',
    partyIban: 'DE89370400440532013000',
    returnCode: null,
    returnWords: null,
  } as const;
  await moneyTransaction(db, (tx) =>
    bookEntries(tx, { mode, fileId: fileId ?? '', isStated: true, entries: [entry], nowMs: Date.now() }),
  );
  const balance = { openingMinor: 0n, closingMinor: minor, closingDay: '2026-11-24', entries: 1 };
  await bankStatementsTable.create(db, { id: newId(), mode, fileId: fileId ?? '', statementId: key, ...balance });
  return (await bankEntriesTable.findOne(db, { key }))?.id ?? '';
}

const act = (member: StaffMember) => ({
  member,
  nowMs: Date.now(),
  origin: null,
  actor: { kind: 'staff', id: member.id, name: member.fullName } as const,
});
const propose = (to: NewMatch['to'], by = manager) =>
  inTransaction(db, (tx) => proposeMatch(tx, { entryId, to, reason: 'The payer has called.' }, act(by)));
const confirm = (id: string, by = board) => moneyTransaction(db, (tx) => confirmMatch(tx, id, act(by)));
const toCustomer = () => ({ creditorReference: address.creditorReference ?? '' });
const unclaimed = async () =>
  (await listUnclaimed(db, { mode: 'sandbox', page: 1, perPage: 100 })).rows.find(({ entry }) => entry.id === entryId);
const proposal = async () => (await unclaimed())?.match?.id ?? '';
const suspense = async () =>
  (await balances(db, { owner: GATEWAY, mode: 'sandbox' }))
    .filter(({ kind }) => kind === 'suspense:bank')
    .reduce((sum, { total }) => sum + total, 0n);

describe('euro that name nobody', () => {
  it('become a deposit of the customer once a second person of another role agrees, and once only', async () => {
    await propose(toCustomer());
    expect((await unclaimed())?.match).toMatchObject({ reference: 'customer-1', proposedName: manager.fullName });
    const id = await proposal();
    for (const by of [manager, otherManager]) {
      await expect(confirm(id, by), by.role).rejects.toMatchObject({ code: 'conflict' });
    }
    expect(await depositsAt(db, address.id)).toEqual([]);
    const both = await Promise.allSettled([confirm(id), confirm(id)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await unclaimed()).toBeUndefined();
    await moneyTransaction(db, (tx) => confirmEuroDeposits(tx, 'sandbox', Date.now()));
    await settleDeposits(db, Date.now());
    expect(await depositsAt(db, address.id)).toMatchObject([{ status: 'done', amountMinor: 5_000n }]);
    expect((await trialBalance(db)).mismatches).toEqual([]);
  });

  it('wait while a proposal is open, and for another one once it is discarded', async () => {
    await propose(toCustomer());
    await expect(propose({ payee: PAYEE })).rejects.toMatchObject({ code: 'conflict' });
    const id = await proposal();
    await inTransaction(db, (tx) => discardMatch(tx, id, act(board)));
    await expect(confirm(id)).rejects.toMatchObject({ code: 'conflict' });
    await propose({ payee: PAYEE }, board);
    expect((await unclaimed())?.match).toMatchObject({ payee: PAYEE, creditorReference: null });
  });

  it.each([
    ['wrong check digits', () => ({ creditorReference: 'RF00539007547034' }), 'its digits'],
    ['a reference of nobody', () => ({ creditorReference: 'RF18539007547034' }), 'No customer'],
  ])('are not matched to %s', async (_what, to, words) => {
    await expect(propose(to())).rejects.toMatchObject({
      fields: { creditor_reference: [expect.stringContaining(words)] },
    });
  });

  it('are matched by those who may, to merchants who may take money', async () => {
    const officer = await makeStaff(db, 'compliance_officer');
    await expect(propose(toCustomer(), officer)).rejects.toMatchObject({ code: 'permission_denied' });
    await execute(db, `UPDATE merchant SET status = 'blocked' WHERE id = $1`, [address.merchantId]);
    await expect(propose(toCustomer())).rejects.toMatchObject({ status: 422 });
  });

  it.each([
    ['blocked', `status = 'blocked'`],
    ['leaving', 'deletion_requested_at = now()'],
  ])('are not confirmed for a merchant who is %s meanwhile', async (_what, change) => {
    await propose(toCustomer());
    const id = await proposal();
    await execute(db, `UPDATE merchant SET ${change} WHERE id = $1`, [address.merchantId]);
    const message = 'Its merchant may not take money now. Discard the proposal, or confirm it once that has changed.';
    await expect(confirm(id)).rejects.toMatchObject({ code: 'conflict', message });
    expect(await depositsAt(db, address.id)).toEqual([]);
    await inTransaction(db, (tx) => discardMatch(tx, id, act(board)));
  });
});

describe('euro that are sent back', () => {
  async function sentBack(): Promise<string> {
    await propose({ payee: PAYEE });
    const id = await proposal();
    await confirm(id);
    return id;
  }

  it('are a payment to the account that they came from, and leave suspense once it is booked', async () => {
    const before = await suspense();
    const id = await sentBack();
    const payment = await bankPaymentsTable.findOne(db, { id });
    expect(payment).toMatchObject({ amountMinor: 5_000n, creditorIban: 'DE89370400440532013000', merchantId: null });
    expect([...(await inTransaction(db, (tx) => admitReturns(tx, [id])))]).toEqual([id]);
    expect(await suspense()).toBe(before);
    await bankSays(db, id, ['put_in_file', 'accept', 'book', 'book']);
    expect((await suspense()) - before).toBe(-5_000n);
    expect(await unclaimed()).toBeUndefined();
    expect((await trialBalance(db)).mismatches).toEqual([]);
  });

  it.each([
    ['rejects', ['put_in_file', 'reject']],
    ['returns', ['put_in_file', 'accept', 'book', 'return']],
  ] as const)('are in suspense again when the bank %s the payment', async (_word, events) => {
    const before = await suspense();
    const id = await sentBack();
    await bankSays(db, id, events);
    expect(await suspense()).toBe(before);
    expect(await unclaimed()).toMatchObject({ match: null });
    await propose(toCustomer());
    await confirm(await proposal());
    expect(await depositsAt(db, address.id)).toHaveLength(1);
    expect((await trialBalance(db)).mismatches).toEqual([]);
  });

  it('are asked about by the bank, answered by staff, and in suspense again once the recall is confirmed', async () => {
    const before = await suspense();
    const id = await sentBack();
    await bankSays(db, id, ['put_in_file', { type: 'question_name', reasonCode: 'RVNM' }]);
    expect((await openAlerts(db, id)).map(({ kind }) => kind)).toEqual(['bank_name_question']);
    const answer = { paymentId: id, outcome: 'cancel', note: 'Nobody knows her.' } as const;
    await moneyTransaction(db, (tx) => answerOwnQuestion(tx, answer, act(manager)));
    expect(await openAlerts(db, id)).toEqual([]);
    await bankSays(db, id, [{ type: 'reject', reasonCode: 'CUST' }]);
    expect(await suspense()).toBe(before);
    expect(await unclaimed()).toMatchObject({ match: null });
  });

  it('are gone from suspense when the bank debits the return although it had rejected it', async () => {
    const before = await suspense();
    const id = await sentBack();
    await bankSays(db, id, ['put_in_file', 'reject', 'book']);
    expect((await suspense()) - before).toBe(-5_000n);
    expect(await unclaimed()).toBeUndefined();
    expect((await trialBalance(db)).mismatches).toEqual([]);
  });

  it('are in suspense again when two people say that the bank, which contradicts itself, did not return them', async () => {
    const before = await suspense();
    const id = await sentBack();
    await bankSays(db, id, ['put_in_file', 'carry_out', 'reject']);
    expect(await unclaimed()).toBeUndefined();
    const rejection = { paymentId: id, note: 'The bank says so.' };
    const request = await moneyTransaction(db, (tx) => requestRejection(tx, rejection, act(manager)));
    await expect(moneyTransaction(db, (tx) => confirmRejection(tx, request, act(board)))).rejects.toMatchObject({
      code: 'permission_denied',
    });
    expect(await unclaimed()).toBeUndefined();
    const mlro = await makeStaff(db, 'mlro');
    await moneyTransaction(db, (tx) => confirmRejection(tx, request, act(mlro)));
    expect(await unclaimed()).toMatchObject({ match: null });
    expect(await suspense()).toBe(before);
  });

  it('do not leave to another account, with another amount, or by a payment that nobody confirmed', async () => {
    const id = await sentBack();
    const changes = [`creditor_iban = 'FR1420041010050500013M02606'`, 'amount_minor = 4000', `remittance = 'x'`];
    for (const change of changes) {
      await inTransaction(db, async (tx) => {
        await execute(tx, `UPDATE bank_payment SET ${change} WHERE id = $1`, [id]);
        expect([...(await admitReturns(tx, [id]))], change).toEqual([]);
        throw new Error('undone');
      }).catch((error: Error) => expect(error.message).toBe('undone'));
    }
    await execute(db, 'UPDATE bank_match SET confirmed_by = NULL, confirmed_at = NULL WHERE id = $1', [id]);
    expect([...(await inTransaction(db, (tx) => admitReturns(tx, [id])))]).toEqual([]);
  });
});

describe('commission of the card partner', () => {
  const debt = { debt: 'card_commission' } as const;
  /** The partner owes this much more than it does, by purchases. */
  async function owe(minor: bigint): Promise<void> {
    const at = (kind: 'card_commission' | 'fees:card') =>
      ({ owner: GATEWAY, mode: 'sandbox', asset: 'EUR', kind }) as const;
    const postings = [{ debit: at('card_commission'), credit: at('fees:card'), minor }];
    await moneyTransaction(db, (tx) => postTransfers(tx, [{ key: `test:${newId()}`, kind: 'test', postings }]));
  }
  /** All that other tests left is paid, so that this much is owed. */
  async function oweExactly(minor: bigint): Promise<void> {
    await owe(100_000n);
    const rest = (await commissionOwed(db, 'sandbox')) - minor;
    entryId = await credited(rest);
    await propose(debt);
    await confirm(await proposal());
    entryId = await credited();
  }

  it('is booked against what it owes once a second person of another role agrees, and once only', async () => {
    await oweExactly(7_500n);
    const before = await suspense();
    await propose(debt);
    expect((await unclaimed())?.match).toMatchObject({ cardCommission: true, creditorReference: null, payee: null });
    const id = await proposal();
    await expect(confirm(id, otherManager)).rejects.toMatchObject({ code: 'conflict' });
    expect(await commissionOwed(db, 'sandbox')).toBe(7_500n);
    const both = await Promise.allSettled([confirm(id), confirm(id)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await commissionOwed(db, 'sandbox')).toBe(2_500n);
    expect(await suspense()).toBe(before - 5_000n);
    expect(await unclaimed()).toBeUndefined();
    await expect(propose(debt)).rejects.toMatchObject({ code: 'conflict' });
    expect(await bankMatchesTable.findOne(db, { id })).toMatchObject({ bookedMinor: 5_000n, endedAt: null });
    const { mismatches } = await trialBalance(db);
    expect(mismatches).toEqual([]);
  });

  it('is never more than the partner owes, neither when it is proposed nor when it is confirmed', async () => {
    await oweExactly(4_999n);
    await expect(propose(debt)).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('49.99') });
    await owe(1n);
    await propose(debt);
    const first = { entryId, id: await proposal() };
    entryId = await credited();
    await propose(debt);
    await confirm(await proposal());
    entryId = first.entryId;
    await expect(confirm(first.id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('0.00'),
    });
    expect((await unclaimed())?.match?.id).toBe(first.id);
    await inTransaction(db, (tx) => discardMatch(tx, first.id, act(manager)));
    await propose({ payee: PAYEE });
  });

  it('of the sandbox pays nothing of production', async () => {
    await oweExactly(0n);
    const posting = {
      debit: { owner: GATEWAY, mode: 'production', asset: 'EUR', kind: 'card_commission' },
      credit: { owner: GATEWAY, mode: 'production', asset: 'EUR', kind: 'fees:card' },
      minor: 9_000n,
    } as const;
    await moneyTransaction(db, (tx) =>
      postTransfers(tx, [{ key: `test:${newId()}`, kind: 'test', postings: [posting] }]),
    );
    await expect(propose(debt)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is not confirmed by a process that does not book it', async () => {
    await oweExactly(5_000n);
    await propose(debt);
    const asBefore = `UPDATE bank_match SET confirmed_by = $2, confirmed_at = now() WHERE id = $1`;
    await expect(execute(db, asBefore, [await proposal(), board.id])).rejects.toThrow('bank_match_check3');
  });

  it('is booked by those who may', async () => {
    await oweExactly(5_000n);
    const officer = await makeStaff(db, 'compliance_officer');
    await expect(propose(debt, officer)).rejects.toMatchObject({ code: 'permission_denied' });
  });
});
