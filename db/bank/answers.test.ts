import { beforeEach, describe, expect, test } from 'vitest';
import type { RecallAnswer, ReportedPayment, ReportedStatus, StatusReport } from '../../domain/bank/messages.ts';
import { reasonInWords } from '../../domain/bank/reasons.ts';
import { newId } from '../../domain/ids.ts';
import { applyRecallAnswer, applyStatusReport, findAnswered } from './answers.ts';
import { openBooks } from './books.fixture.ts';
import type { BankFile } from './files.ts';
import { bankPaymentsTable } from './payment-rows.ts';
import { bankFilePaymentsTable, bankFilesTable } from './rows.ts';

const books = await openBooks();
const { db, mode, payment, ordered, paid, news, inBooks, newFile } = books;
beforeEach(() => books.forget());

const NOTHING = { instructionId: null, payeeName: null, bankReference: null, reasonCode: null, words: null };
const status = (code: string, reasonCode: string | null = null): ReportedStatus => ({ code, reasonCode, words: null });
const own = (endToEndId: string, code: string, more: Partial<ReportedPayment> = {}): ReportedPayment => ({
  ...NOTHING,
  endToEndId,
  code,
  ...more,
});

/** The bank's answer to a file, about all of it or single payments of it. @returns how many it was about */
async function says(
  answered: BankFile,
  { group = null, payments = [] }: { group?: ReportedStatus | null; payments?: readonly ReportedPayment[] },
  fileId?: string,
): Promise<number> {
  const originalMessageId = answered.messageId ?? '';
  const parts = [{ paymentInformationId: `${originalMessageId}-1`, status: null, payments }];
  const report: StatusReport = { messageId: newId(), originalMessageId, group, parts };
  const at = { fileId: fileId ?? (await newFile()), mode, nowMs: Date.now(), answered };
  return inBooks((tx) => applyStatusReport(tx, report, at));
}
const statusOf = async (id: string) => (await paid(id))?.status;
const stateOf = (id: string) => bankFilesTable.findOne(db, { id });
const alerts = (subject: string) => books.alerts('bank_contradiction', subject);
const newsOf = (id: string) => news.filter(({ withdrawalId }) => withdrawalId === id).map(({ change }) => change);
const rejectedIn = async ({ id }: BankFile) =>
  (await bankFilePaymentsTable.find(db, { fileId: id, rejected: true })).map(({ paymentId }) => paymentId).toSorted();
/** The next file orders the payment again. */
async function orderedAgain(id: string): Promise<BankFile> {
  const before = await paid(id);
  await bankPaymentsTable.update(db, { version: (before?.version ?? 0) + 1, files: 2 }, { id });
  return ordered([id]);
}

test('the file that a message answers is one of ours of the mode', async () => {
  const file = await ordered([(await payment()).id]);
  expect(await findAnswered(db, mode, file.messageId ?? '')).toMatchObject({ id: file.id, kind: 'pain.001' });
  expect(await findAnswered(db, 'production', file.messageId ?? '')).toBeUndefined();
  const theirs = await newFile();
  await bankFilesTable.update(db, { messageId: 'THEIRS' }, { id: theirs });
  expect(await findAnswered(db, mode, 'THEIRS')).toBeUndefined();
});

describe('an answer to a file of payments', () => {
  test('is about all of them, or those that it names, and answers the file', async () => {
    const [one, two] = [await payment(), await payment()];
    const file = await ordered([one.id, two.id]);
    const payments = [own(two.endToEndId, 'RJCT', { reasonCode: 'AC04', words: 'closed', bankReference: 'R2' })];
    const before = Date.now();
    expect(await says(file, { group: status('PART'), payments })).toBe(2);
    expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(['accepted', 'rejected']);
    expect(await paid(two.id)).toMatchObject({ reasonCode: 'AC04', bankReference: 'R2' });
    expect([newsOf(one.id), newsOf(two.id)]).toEqual([['accepted'], ['rejected']]);
    expect(await rejectedIn(file)).toEqual([two.id]);
    const answered = await stateOf(file.id);
    expect(answered?.state).toBe('answered');
    expect(answered?.settledAt?.getTime()).toBeGreaterThanOrEqual(before);
    for (const subject of [file.id, one.id, two.id]) expect(await alerts(subject)).toEqual([]);
  });

  test('read twice, is one step', async () => {
    const { id, endToEndId } = await payment();
    const [file, answer] = [await ordered([id]), await newFile()];
    const said = { payments: [own(endToEndId, 'RVMC', { payeeName: 'Right Name' })] };
    for (const _each of [1, 2]) await says(file, said, answer);
    expect(newsOf(id)).toEqual(['name_question']);
    expect((await paid(id))?.version).toBe(2);
  });

  test('about none of its payments answers it all the same', async () => {
    const file = await ordered([(await payment()).id]);
    expect(await says(file, { payments: [own('ANOTHER', 'ACSC')] })).toBe(0);
    expect((await stateOf(file.id))?.state).toBe('answered');
  });

  test('that says nothing yet of a payment leaves it', async () => {
    const { id } = await payment();
    const file = await ordered([id]);
    expect(await says(file, { group: status('PDNG') })).toBe(0);
    expect(await statusOf(id)).toBe('in_file');
  });

  test('says of a file whose delivery is not known that it has arrived; nothing of one that did not leave', async () => {
    for (const [state, becomes] of [
      ['sending', 'answered'],
      ['written', 'written'],
    ] as const) {
      const { id } = await payment();
      const file = await ordered([id], { state });
      await says(file, { group: status('ACCP') });
      expect((await stateOf(file.id))?.state).toBe(becomes);
    }
  });

  test('that all came twice changes nothing: the answer to the first delivery is still expected', async () => {
    const [one, two] = [await payment(), await payment()];
    const file = await ordered([one.id, two.id]);
    expect(await says(file, { group: { code: 'RJCT', reasonCode: 'AM05', words: 'again' } })).toBe(2);
    expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(['in_file', 'in_file']);
    expect((await stateOf(file.id))?.state).toBe('sent');
    expect(await rejectedIn(file)).toEqual([]);
    const [first, ...others] = await alerts(file.id);
    expect(others).toEqual([]);
    expect(first).toMatch(/^The bank says of 2 payments in \S+\.xml \(sandbox\) that they came twice\. .*\(again\) /);
    expect(first).toContain(file.name);
    expect(first).toContain(reasonInWords('AM05', 'again'));
    expect(first).toMatch(/ Nothing changes: the answer to what came first counts\. If there is none, ask the bank\.$/);
  });

  test('that one of them came twice is about the others', async () => {
    const [one, two] = [await payment(), await payment()];
    const file = await ordered([one.id, two.id]);
    const payments = [own(one.endToEndId, 'RJCT', { reasonCode: 'DU01' }), own(two.endToEndId, 'RJCT')];
    expect(await says(file, { payments })).toBe(2);
    expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(['in_file', 'rejected']);
    expect(await rejectedIn(file)).toEqual([two.id]);
    expect((await stateOf(file.id))?.state).toBe('answered');
    expect(await alerts(file.id)).toEqual([expect.stringContaining('The bank says of 1 payments')]);
  });
});

describe('a payment that a later file orders again', () => {
  test('is not accepted or asked about by the answer to the earlier one; that it is made as well is alerted', async () => {
    const { id, endToEndId } = await payment();
    const first = await ordered([id]);
    await orderedAgain(id);
    await says(first, { payments: [own(endToEndId, 'RVNM')] });
    await says(first, { group: status('ACCP') });
    expect([await statusOf(id), newsOf(id), await alerts(id)]).toEqual(['in_file', [], []]);
    expect(await says(first, { payments: [own(endToEndId, 'ACSC')] })).toBe(1);
    expect([await statusOf(id), newsOf(id)]).toEqual(['in_file', []]);
    const what = `The bank makes payment ${id} (sandbox) as the file ${first.name} ordered it`;
    expect(await alerts(id)).toEqual([
      `${what}, although a later file orders it again. Ask the bank to make it only once.`,
    ]);
  });

  test('is accepted by the answer to the last one, of which nobody is alerted', async () => {
    const { id, endToEndId } = await payment();
    await ordered([id]);
    const last = await orderedAgain(id);
    await says(last, { payments: [own(endToEndId, 'ACSC')] });
    expect([await statusOf(id), await alerts(id)]).toEqual(['accepted', []]);
  });

  test('ends once both are rejected, whichever comes first; until then its money is held', async () => {
    for (const isLastFirst of [true, false]) {
      const { id } = await payment();
      const first = await ordered([id]);
      const last = await orderedAgain(id);
      const [one, two] = isLastFirst ? [last, first] : [first, last];
      await says(one, { group: status('RJCT', 'AC04') });
      expect(await statusOf(id)).toBe('in_file');
      expect(newsOf(id)).toEqual(isLastFirst ? ['disputed'] : []);
      await says(two, { group: status('RJCT', 'AC04') });
      expect(await statusOf(id)).toBe('rejected');
      expect(newsOf(id).at(-1)).toBe('rejected');
    }
  });

  test('ends with the last file where the other one was torn up, and a recall orders nothing', async () => {
    const { id } = await payment();
    await ordered([id], { state: 'refused' });
    const last = await orderedAgain(id);
    await ordered([id], { kind: 'camt.055' });
    await says(last, { group: status('RJCT', 'AC04') });
    expect([await statusOf(id), newsOf(id)]).toEqual(['rejected', ['rejected']]);
  });
});

test('of a file that was sent twice, a rejection after the acceptance leaves the money held', async () => {
  for (const [resent, becomes] of [
    [true, 'accepted'],
    [false, 'rejected'],
  ] as const) {
    const { id } = await payment();
    const file = await ordered([id], { resent });
    await says(file, { group: status('ACCP') });
    await says(file, { group: status('RJCT', 'FF01') });
    expect(await statusOf(id)).toBe(becomes);
    expect(newsOf(id)).toEqual(['accepted', becomes === 'accepted' ? 'disputed' : 'rejected']);
  }
  const { id } = await payment();
  await says(await ordered([id], { resent: true }), { group: status('RJCT', 'FF01') });
  expect(await statusOf(id)).toBe('rejected');
});

test('what a payment is past is alerted with how many, and changes nothing', async () => {
  const [one, two, three] = [await payment(), await payment(), await payment()];
  const file = await ordered([one.id, two.id, three.id]);
  for (const { id } of [one, two]) await bankPaymentsTable.update(db, { status: 'booked' }, { id });
  const answer = await newFile();
  await says(file, { group: status('RJCT', 'AC04') }, answer);
  expect([await statusOf(one.id), await statusOf(two.id), await statusOf(three.id)]).toEqual([
    'booked',
    'booked',
    'rejected',
  ]);
  expect(await alerts(answer)).toEqual([
    expect.stringMatching(
      /^The bank answered reject to payment [0-9a-f-]{36} \(sandbox\), which is past that\. 2 payments in all\.$/,
    ),
  ]);
});

describe('an answer to a recall', () => {
  const recalled = () => payment(700n, { status: 'recalling' });
  const ORDINARY = { reasonCode: null, words: null };
  async function answers(payments: RecallAnswer['payments'], as: 'sandbox' | 'production' = mode): Promise<number> {
    const at = { fileId: await newFile(), mode: as, nowMs: Date.now() };
    return inBooks((tx) => applyRecallAnswer(tx, { messageId: newId(), payments }, at));
  }

  test('ends the payment, or leaves it with the bank; the recall is answered with its last payment', async () => {
    const [one, two, three] = [await recalled(), await recalled(), await recalled()];
    const orders = await Promise.all([one, two, three].map(({ id }) => ordered([id])));
    const recall = await ordered([one.id, two.id, three.id], { kind: 'camt.055' });
    const before = Date.now();
    const said = [
      { ...ORDINARY, endToEndId: one.endToEndId, outcome: 'canceled' },
      { endToEndId: two.endToEndId, outcome: 'refused', reasonCode: 'AC04', words: 'too late' },
      { ...ORDINARY, endToEndId: three.endToEndId, outcome: 'pending' },
      { ...ORDINARY, endToEndId: 'ANOTHER', outcome: 'canceled' },
    ] as const;
    expect(await answers(said)).toBe(2);
    expect(await paid(one.id)).toMatchObject({ status: 'rejected', reasonCode: 'CUST' });
    expect(await paid(two.id)).toMatchObject({ status: 'accepted', reasonCode: 'AC04', carriedOut: true });
    expect(await statusOf(three.id)).toBe('recalling');
    const rejected = await Promise.all(orders.map(rejectedIn));
    expect(rejected).toEqual([[one.id], [], []]);
    expect((await stateOf(recall.id))?.state).toBe('sent');
    expect(await answers([{ ...ORDINARY, endToEndId: three.endToEndId, outcome: 'refused' }])).toBe(1);
    expect(await paid(three.id)).toMatchObject({ status: 'accepted', reasonCode: null });
    const answered = await stateOf(recall.id);
    expect(answered?.state).toBe('answered');
    expect(answered?.settledAt?.getTime()).toBeGreaterThanOrEqual(before);
  });

  test('has its reason, where the bank gives one', async () => {
    const { id, endToEndId } = await recalled();
    await ordered([id]);
    await answers([{ endToEndId, outcome: 'canceled', reasonCode: 'DUPL', words: 'done' }]);
    expect(await paid(id)).toMatchObject({ status: 'rejected', reasonCode: 'DUPL' });
    expect(news.find(({ withdrawalId }) => withdrawalId === id)?.words).toContain('done');
  });

  test('of several about one payment, the last counts; of another mode, none', async () => {
    const { id, endToEndId } = await recalled();
    await ordered([id]);
    const said = { ...ORDINARY, endToEndId };
    expect(await answers([{ ...said, outcome: 'canceled' }], 'production')).toBe(0);
    expect(
      await answers([
        { ...said, outcome: 'canceled' },
        { ...said, outcome: 'refused' },
      ]),
    ).toBe(1);
    expect(await statusOf(id)).toBe('accepted');
  });

  test('about the last order leaves the money held while an earlier one is alive', async () => {
    const { id, endToEndId } = await payment();
    const first = await ordered([id]);
    const last = await orderedAgain(id);
    await bankPaymentsTable.update(db, { status: 'recalling' }, { id });
    await answers([{ ...ORDINARY, endToEndId, outcome: 'canceled' }]);
    expect([await rejectedIn(first), await rejectedIn(last)]).toEqual([[], [id]]);
    expect(newsOf(id)).toEqual(['disputed']);
    await says(first, { group: status('RJCT', 'AC04') });
    expect(await statusOf(id)).toBe('rejected');
  });
});
