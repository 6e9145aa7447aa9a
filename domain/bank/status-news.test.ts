import { expect, test } from 'vitest';
import type { ReportedPayment, ReportedStatus, StatusReport } from './messages.ts';
import { paymentNews } from './status-news.ts';

const said = (code: string, reasonCode: string | null = null): ReportedStatus => ({ code, reasonCode, words: null });
const of = (endToEndId: string, code: string, more: Partial<ReportedPayment> = {}): ReportedPayment => ({
  ...said(code),
  endToEndId,
  instructionId: null,
  payeeName: null,
  bankReference: null,
  ...more,
});

function report(group: ReportedStatus | null, part: ReportedStatus | null, payments: ReportedPayment[] = []) {
  const parts = [{ paymentInformationId: 'M-1', status: part, payments }];
  return { messageId: 'R', originalMessageId: 'M', group, parts } satisfies StatusReport;
}

const newsOf = (given: StatusReport) => paymentNews(given, { endToEndId: 'A', isConfirmed: false });

test.each<[string, StatusReport, string | undefined]>([
  ['an accepted file', report(said('ACSP'), null), 'accept'],
  ['a rejected file', report(said('RJCT', 'AM04'), null), 'reject'],
  ['a file that came twice', report(said('RJCT', 'AM05'), null), 'duplicate'],
  ['a file whose ID came twice', report(said('RJCT', 'DU01'), null), 'duplicate'],
  [
    'a file that came twice, in words',
    report({ ...said('RJCT', 'NARR'), words: 'Doppeleinreichung' }, null),
    'duplicate',
  ],
  ['a part that came twice', report(said('PART'), said('RJCT', 'DU02')), 'duplicate'],
  ['a payment that came twice', report(said('PART'), null, [of('A', 'RJCT', { reasonCode: 'DU04' })]), 'duplicate'],
  ['a payment of a file that came twice', report(said('RJCT', 'DUPL'), null, [of('A', 'RJCT')]), 'duplicate'],
  [
    'a payment that is made and came twice',
    report(null, null, [of('A', 'ACSP'), of('A', 'RJCT', { reasonCode: 'AM05' })]),
    'carry_out',
  ],
  [
    'a payment that is accepted and came twice',
    report(null, null, [of('A', 'ACCP'), of('A', 'RJCT', { reasonCode: 'AM05' })]),
    'accept',
  ],
  [
    'a rejected payment that only its instruction names',
    report(said('PART'), null, [of('', 'RJCT', { endToEndId: null, instructionId: 'A-1' })]),
    'reject',
  ],
  [
    'another payment that only its instruction names',
    report(said('PART'), null, [of('', 'RJCT', { endToEndId: null, instructionId: 'AB-1' })]),
    'accept',
  ],
  ['a file that was received', report(said('RCVD'), null), undefined],
  ['a rejected part of an accepted file', report(said('ACSP'), said('RJCT', 'DT01')), 'reject'],
  ['a partly accepted file that rejects another payment', report(said('PART'), null, [of('B', 'RJCT')]), 'accept'],
  ['a partly accepted file that rejects this payment', report(said('PART'), null, [of('A', 'RJCT')]), 'reject'],
  ['a pending payment in an accepted file', report(said('ACSP'), null, [of('A', 'PDNG')]), undefined],
  ['a close match', report(null, null, [of('A', 'RVMC')]), 'question_name'],
  ['no match', report(said('ACTC'), null, [of('A', 'RVNM')]), 'question_name'],
  ['a payment that is accepted as to its form', report(said('ACTC'), null, [of('A', 'ACTC')]), 'accept'],
  ['a payment in settlement', report(said('ACTC'), null, [of('A', 'ACSP')]), 'carry_out'],
  ['a payment that is settled', report(null, null, [of('A', 'ACSC')]), 'carry_out'],
  ['a question about a payment that is settled', report(null, null, [of('A', 'ACSC'), of('A', 'RVNM')]), 'carry_out'],
  ['a question after the check of its form', report(null, null, [of('A', 'ACTC'), of('A', 'RVNM')]), 'question_name'],
  ['a rejection among acceptances', report(null, null, [of('A', 'ACCP'), of('A', 'RJCT'), of('A', 'ACCP')]), 'reject'],
  [
    'what is pending and came twice',
    report(null, null, [of('A', 'PDNG'), of('A', 'RJCT', { reasonCode: 'AM05' })]),
    'duplicate',
  ],
  [
    'what came twice and is pending',
    report(null, null, [of('A', 'RJCT', { reasonCode: 'AM05' }), of('A', 'PDNG')]),
    undefined,
  ],
  ['a close match with the name of the whole file', report(said('RVMC'), null), undefined],
  ['a payment that is accepted partly', report(null, null, [of('A', 'PART')]), undefined],
  [
    'another payment, although its instruction is like this one',
    report(said('ACTC'), null, [of('B', 'RJCT', { instructionId: 'A-1' })]),
    'accept',
  ],
  [
    'a payment whose instruction has no number',
    report(said('ACTC'), null, [of('', 'RJCT', { endToEndId: null, instructionId: 'A' })]),
    'reject',
  ],
  [
    'a payment of the twelfth file',
    report(said('ACTC'), null, [of('', 'RJCT', { endToEndId: null, instructionId: 'A-12' })]),
    'reject',
  ],
  [
    'an instruction with a number in its middle, or a longer one',
    report(said('ACTC'), null, [
      of('', 'RJCT', { endToEndId: null, instructionId: 'A-1B' }),
      of('', 'RJCT', { endToEndId: null, instructionId: 'A-1234567890' }),
      of('', 'RJCT', { endToEndId: null, instructionId: null }),
    ]),
    'accept',
  ],
  ['a match', report(null, null, [of('A', 'RCVC')]), undefined],
  ['a name that cannot be compared', report(null, null, [of('A', 'RVNA')]), undefined],
  ['a report of the names that questions the whole file', report(said('RVNM'), null), undefined],
  ['a status that nobody knows', report(said('XXXX'), null), undefined],
  ['nothing', report(null, null), undefined],
])('%s', (_name, given, expected) => {
  expect(newsOf(given)?.type).toBe(expected);
});

test('the reason and the name of the account holder come with it', () => {
  const close = of('A', 'RVMC', { payeeName: 'Right Name GmbH' });
  expect(newsOf(report(null, null, [close]))).toMatchObject({ reasonCode: 'RVMC', payeeName: 'Right Name GmbH' });
  expect(newsOf(report(said('RJCT'), null))).toMatchObject({ reasonCode: 'MS03' });
});

test('a part concerns only the payments in it', () => {
  const rejected = report(null, said('RJCT'));
  expect(paymentNews(rejected, { endToEndId: 'A', isConfirmed: true })).toBeNull();
});

test.each(['ACSP', 'ACSC', 'ACCC', 'ACWP'])(
  '%s of a payment says that the bank makes it, of a file it says less',
  (code) => {
    expect(newsOf(report(null, null, [of('A', code)]))?.type).toBe('carry_out');
    expect(newsOf(report(said(code), null))?.type).toBe('accept');
    expect(newsOf(report(null, said(code)))?.type).toBe('accept');
  },
);

test.each(['ACTC', 'ACCP', 'ACWC'])('%s accepts, and does not say that the bank makes the payment', (code) => {
  expect(newsOf(report(null, null, [of('A', code)]))?.type).toBe('accept');
  expect(newsOf(report(said(code), null))?.type).toBe('accept');
});

test('a part of payments with a confirmed name is the second one', () => {
  const rejected = {
    ...report(null, null),
    parts: [{ paymentInformationId: 'M-2', status: said('RJCT'), payments: [] }],
  };
  expect(paymentNews(rejected, { endToEndId: 'A', isConfirmed: true })?.type).toBe('reject');
  expect(newsOf(rejected)).toBeNull();
});

test('a rejection without a reason has that of its part or file, if those are rejected as well', () => {
  const reasonOf = (given: StatusReport) => {
    const news = newsOf(given);
    return [news?.reasonCode, news?.words];
  };
  const rejected = [of('A', 'RJCT')];
  expect(reasonOf(report(said('RJCT', 'AM04'), null, rejected))).toEqual(['AM04', null]);
  expect(reasonOf(report(said('RJCT', 'AM04'), said('RJCT', 'DT01'), rejected))).toEqual(['DT01', null]);
  expect(reasonOf(report(said('RJCT', 'AM04'), said('RJCT'), rejected))).toEqual(['AM04', null]);
  expect(reasonOf(report({ ...said('RJCT'), words: 'No funds' }, null, rejected))).toEqual(['MS03', 'No funds']);
  expect(reasonOf(report(said('PART', 'AM04'), null, rejected))).toEqual(['MS03', null]);
  const words = [of('A', 'RJCT', { words: 'Closed' })];
  expect(reasonOf(report(said('RJCT', 'AM04'), null, words))).toEqual(['MS03', 'Closed']);
  expect(reasonOf(report(said('RJCT', 'AM04'), null, [of('A', 'RJCT', { reasonCode: 'AC04' })]))).toEqual([
    'AC04',
    null,
  ]);
});

test('news have all that the bank says of the payment, and nothing of others', () => {
  const more = { payeeName: 'Right Name GmbH', bankReference: 'B1', words: 'In words' };
  const none = { reasonCode: null, ...more };
  expect(newsOf(report(null, null, [of('A', 'ACSC', more)]))).toEqual({ type: 'carry_out', ...none });
  expect(newsOf(report(null, null, [of('A', 'ACTC', more)]))).toEqual({ type: 'accept', ...none });
  expect(newsOf(report(null, null, [of('A', 'RVNM', more)]))).toEqual({
    type: 'question_name',
    ...none,
    reasonCode: 'RVNM',
  });
  expect(newsOf(report(said('ACTC'), null, [of('B', 'RJCT', more)]))).toEqual({
    type: 'accept',
    reasonCode: null,
    payeeName: null,
    bankReference: null,
    words: null,
  });
});
