import { afterAll, expect, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { openAlerts } from '../alerts/alerts.fixture.ts';
import { type Db, inTransaction } from '../core/sequelize.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { applyStep } from '../process/apply.ts';
import { listReactions, on } from '../process/reactions.ts';
import { makeMerchant } from '../testing.fixture.ts';
import { type BankPaymentEvent, bankPaymentProcess, bankPaymentStepped } from './payment-process.ts';
import { bankPaymentsTable } from './payment-rows.ts';
import {
  addBankPayments,
  answerNameQuestion,
  type BankPaymentNews,
  bankPaymentChanged,
  type NewBankPayment,
  publishBankPaymentChanges,
  withdrawBankPayment,
} from './payments.ts';

const { db } = await openTestDatabase();
const { merchantId } = await makeMerchant(db);

const heard: BankPaymentNews[] = [];
const listening: Db = {
  ...db,
  reactions: listReactions([
    on(bankPaymentStepped, publishBankPaymentChanges),
    on(bankPaymentChanged, async (_tx, news) => void heard.push(...news)),
  ]),
};
afterAll(() => db.close());

function payment(over: Partial<NewBankPayment> = {}): NewBankPayment {
  const address = { town: 'Berlin', country: 'DE' };
  const creditor = { name: 'Test Shop GmbH', iban: 'DE89370400440532013000', bic: null, address };
  const mode = 'sandbox';
  return { withdrawalId: newId(), merchantId, mode, amountMinor: 1234n, creditor, remittance: 'Withdrawal', ...over };
}

async function added(over: Partial<NewBankPayment> = {}): Promise<string> {
  const one = payment(over);
  await inTransaction(listening, (tx) => addBankPayments(tx, [one]));
  return one.withdrawalId;
}

const read = (id: string) => bankPaymentsTable.findOne(db, { id });
const step = (id: string, event: BankPaymentEvent, cause = event.type as string) =>
  inTransaction(listening, (tx) => applyStep(tx, bankPaymentProcess, { id, event, cause, nowMs: Date.now() }));
const changesOf = (id: string) => heard.filter(({ withdrawalId }) => withdrawalId === id).map(({ change }) => change);

test('a payment requested twice is there once, with the end-to-end ID it got first', async () => {
  const one = payment();
  await inTransaction(listening, (tx) => addBankPayments(tx, [one]));
  const before = await read(one.withdrawalId);
  await inTransaction(listening, (tx) => addBankPayments(tx, [one, payment()]));
  expect(await read(one.withdrawalId)).toEqual(before);
  expect(before?.endToEndId).toMatch(/^TG[0-9A-Z]{26}$/);
  expect(before).toMatchObject({ status: 'waiting', amountMinor: 1234n, creditorAddress: { town: 'Berlin' } });
});

test.each([
  ['no amount', { amountMinor: 0n }],
  ['a negative amount', { amountMinor: -1n }],
  ['more than SEPA carries', { amountMinor: 100_000_000_000n }],
  ['a name without letters', { creditor: { ...payment().creditor, name: '///' } }],
  ['no town', { creditor: { ...payment().creditor, address: { town: ' ', country: 'DE' } } }],
  ['a country that is none', { creditor: { ...payment().creditor, address: { town: 'Berlin', country: 'Germany' } } }],
])('%s is refused', async (_name, over) => {
  await expect(added(over)).rejects.toThrow(expect.objectContaining({ name: 'DomainError', status: 422 }));
});

test('a payment in no file can be withdrawn, and then is in none', async () => {
  const id = await added();
  const withdraw = () => inTransaction(listening, (tx) => withdrawBankPayment(tx, id));
  expect(await withdraw()).toBe(true);
  expect(await withdraw()).toBe(true);
  await expect(step(id, { type: 'put_in_file' })).rejects.toThrow(
    expect.objectContaining({ code: 'illegal_transition' }),
  );
});

test('a payment in a file cannot be withdrawn any more', async () => {
  const id = await added();
  await step(id, { type: 'put_in_file' });
  expect(await inTransaction(listening, (tx) => withdrawBankPayment(tx, id))).toBe(false);
  expect((await read(id))?.status).toBe('in_file');
});

test('the withdrawal hears of each change once, with the reason in words', async () => {
  const id = await added();
  await step(id, { type: 'put_in_file' });
  await step(id, { type: 'accept' });
  await step(id, { type: 'accept' });
  await step(id, { type: 'book', bankReference: 'REF1' });
  await step(id, { type: 'accept' }, 'late news');
  await step(id, { type: 'return', reasonCode: 'AC04', words: 'Konto erloschen' });
  expect(changesOf(id)).toEqual(['in_file', 'accepted', 'booked', 'returned']);
  expect(heard.findLast(({ withdrawalId }) => withdrawalId === id)).toMatchObject({
    reasonCode: 'AC04',
    words: 'The payee’s account is closed. (Konto erloschen)',
    bankReference: 'REF1',
  });
});

test('after a close match, paying uses the name of the bank, and the end-to-end ID stays', async () => {
  const id = await added();
  const { endToEndId } = (await read(id)) ?? {};
  await step(id, { type: 'put_in_file' });
  await step(id, { type: 'question_name', reasonCode: 'RVMC', payeeName: 'Test Shop Berlin GmbH' });
  await inTransaction(listening, (tx) => answerNameQuestion(tx, { withdrawalId: id, by: 'Ann', outcome: 'pay' }));
  expect(await read(id)).toMatchObject({
    status: 'waiting',
    creditorName: 'Test Shop Berlin GmbH',
    nameConfirmed: true,
    decidedBy: 'Ann',
    endToEndId,
  });
  // Its first file may still be with the bank.
  expect(await inTransaction(listening, (tx) => withdrawBankPayment(tx, id))).toBe(false);
});

test.each([
  ['name', { creditor: { ...payment().creditor, name: '///' } }, 'A bank cannot read this name.'],
  [
    'town',
    { creditor: { ...payment().creditor, address: { town: '12', country: 'DE' } } },
    'The town of the payee is required.',
  ],
  ...['DEU', 'de', '1DE', 'DE '].map(
    (country) =>
      [
        'country',
        { creditor: { ...payment().creditor, address: { town: 'Berlin', country } } },
        'The country of the payee is required.',
      ] as const,
  ),
] as const)('what is wrong with the %s is said', async (field, over, message) => {
  await expect(added(over)).rejects.toMatchObject({ code: 'validation_failed', fields: { [field]: [message] } });
});

test('the most that SEPA carries can be paid, and adding nothing adds nothing', async () => {
  const id = await added({ amountMinor: 99_999_999_999n });
  expect((await read(id))?.amountMinor).toBe(99_999_999_999n);
  await inTransaction(listening, (tx) => addBankPayments(tx, []));
});

test('each step changes only what it is about', async () => {
  const id = await added();
  const before = await read(id);
  await step(id, { type: 'put_in_file' });
  const inFile = { status: 'in_file', files: 1, version: (before?.version ?? 0) + 1, reasonCode: null };
  expect(await read(id)).toMatchObject({ ...inFile, nameConfirmed: false, carriedOut: false, disputed: false });
  await step(id, { type: 'tear_up' }, 'torn');
  expect(await read(id)).toMatchObject({ status: 'waiting', files: 0, bookedAt: null });
  await step(id, { type: 'put_in_file' }, 'again');
  const reason = { reasonCode: 'RVMC', payeeName: 'Right Name', bankReference: 'R1' };
  await step(id, { type: 'question_name', ...reason });
  expect(await read(id)).toMatchObject({ ...reason, creditorName: 'Test Shop GmbH', decidedBy: null });
  await step(id, { type: 'pay_anyway', by: 'Ann' });
  const named = { creditorName: 'Right Name', nameConfirmed: true, decidedBy: 'Ann', bankReference: 'R1' };
  expect(await read(id)).toMatchObject({ ...named, reasonCode: null, payeeName: 'Right Name', files: 1 });
  await step(id, { type: 'put_in_file' }, 'second');
  await step(id, { type: 'accept' });
  const accepted = await read(id);
  expect(accepted).toMatchObject({ ...named, files: 2, carriedOut: false, bookedAt: null });
  await step(id, { type: 'accept' }, 'again accepted');
  expect((await read(id))?.version).toBe(accepted?.version);
  await step(id, { type: 'carry_out' });
  expect(await read(id)).toMatchObject({ status: 'accepted', carriedOut: true });
  await step(id, { type: 'carry_out' }, 'again carried out');
  expect((await read(id))?.version).toBe((accepted?.version ?? 0) + 1);
  const bookedMs = Date.now();
  await step(id, { type: 'book' });
  expect((await read(id))?.bookedAt?.getTime()).toBeGreaterThanOrEqual(bookedMs);
  await step(id, { type: 'return' });
  expect(await read(id)).toMatchObject({ ...named, status: 'returned', bookedAt: expect.any(Date) });
});

test.each([
  [{ reasonCode: 'AC04', words: 'shut' }, 'The payee’s account is closed. (shut)'],
  [{}, 'It gives no reason.'],
])('a rejection that may not be the end leaves the money held and asks operators: %j', async (said, words) => {
  const id = await added();
  await step(id, { type: 'put_in_file' });
  await step(id, { type: 'dispute', ...said });
  expect(await read(id)).toMatchObject({ status: 'in_file', disputed: true });
  expect(changesOf(id)).toEqual(['in_file', 'disputed']);
  const [alert, ...others] = await openAlerts(db, id);
  expect(others).toEqual([]);
  expect(alert?.kind).toBe('bank_contradiction');
  expect(alert?.message).toMatch(new RegExp(`^The bank rejected payment ${id}, which it may make all the same\\. `));
  expect(alert?.message).toContain(`${words} Its money stays held. Ask the bank whether it makes the payment.`);
  await step(id, { type: 'accept' });
  expect(await read(id)).toMatchObject({ status: 'accepted', disputed: true });
});

test('a payment that is unknown cannot be withdrawn', async () => {
  await expect(inTransaction(listening, (tx) => withdrawBankPayment(tx, newId()))).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('a name question is answered once', async () => {
  const id = await added();
  await step(id, { type: 'put_in_file' });
  const answer = () =>
    inTransaction(listening, (tx) => answerNameQuestion(tx, { withdrawalId: id, by: 'Ann', outcome: 'cancel' }));
  await expect(answer()).rejects.toThrow(expect.objectContaining({ code: 'illegal_transition' }));
  await step(id, { type: 'question_name', reasonCode: 'RVNM' });
  await answer();
  expect((await read(id))?.status).toBe('recalling');
  await expect(answer()).rejects.toThrow(expect.objectContaining({ code: 'illegal_transition' }));
});
