import { expect, test } from 'vitest';
import type { ReportedPayment, ReportedStatus, StatusReport } from './messages.ts';
import { paymentNews } from './status-news.ts';

const said = (code: string, reasonCode: string | null = null): ReportedStatus => ({ code, reasonCode, words: null });
const of = (endToEndId: string, code: string, more: Partial<ReportedPayment> = {}): ReportedPayment => ({
  ...said(code),
  ...{ endToEndId, instructionId: null, payeeName: null, bankReference: null },
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
