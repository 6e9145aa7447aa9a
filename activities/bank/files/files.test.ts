import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SIMULATED_ACCOUNT } from '../../../settings/bank.ts';
import { kindOf, withoutHostileXml } from './hostile.ts';
import { child, children, parseXml, textAt } from './node.ts';
import { readStatusReport } from './read-status.ts';
import { openSchemas, STANDARD_SCHEMAS } from './schemas.ts';
import { type PaymentToWrite, writePayments } from './write-payments.ts';
import { writeRecall } from './write-recall.ts';

const schemas = openSchemas(STANDARD_SCHEMAS);
const about = { messageId: 'TG20261124TEST', createdMs: Date.parse('2026-11-24T09:00:00Z'), from: SIMULATED_ACCOUNT };
const payment: PaymentToWrite = {
  endToEndId: 'TG0123456789',
  file: 1,
  amountMinor: 123_456n,
  creditorName: 'Müller & Söhne',
  creditorBic: null,
  creditorIban: 'DE89370400440532013000',
  remittance: 'Payout <1>',
  nameConfirmed: false,
  creditorAddress: { town: 'Köln', country: 'DE', street: 'Domstraße 1', postCode: '50667' },
};
const written = (...payments: PaymentToWrite[]) =>
  writePayments({ ...about, executionDay: '2026-11-25', payments }).toString();

test('a file of payments is valid, with structured addresses, in the characters of SEPA, and its sums are exact', () => {
  const most = { ...payment, endToEndId: 'TG2', amountMinor: 99_999_999_999n, creditorBic: 'COBADEFFXXX' };
  const text = written(payment, most, { ...payment, endToEndId: 'TG3', nameConfirmed: true });
  expect(() => schemas.validate('pain.001', Buffer.from(text))).not.toThrow();
  expect(text).toContain('<CtrlSum>1000002469.11</CtrlSum>');
  expect(text).toContain('<StrtNm>Domstrasse 1</StrtNm><PstCd>50667</PstCd><TwnNm>Koln</TwnNm><Ctry>DE</Ctry>');
  expect(text).toContain('<Ustrd>Payout .1.</Ustrd>');
  expect(text).not.toContain('<AdrLine>');
  expect(text.match(/<PmtInfId>/g)).toHaveLength(2);
  expect(text.match(/<InstrForDbtrAgt>NAME CONFIRMED BY PAYER<\/InstrForDbtrAgt>/g)).toHaveLength(1);
});

test('what would not be valid is not sent: the wrong element is named', () => {
  const wrong = written({ ...payment, creditorIban: 'not an IBAN' });
  expect(() => schemas.validate('pain.001', Buffer.from(wrong))).toThrow(/IBAN/);
});

test('a recall is valid and names the file that ordered the payment', () => {
  const recalled = { ...payment, orderedIn: 'TG20261123FIRST' };
  const bytes = writeRecall({ ...about, payments: [recalled, { ...recalled, endToEndId: 'TG9' }] });
  expect(() => schemas.validate('camt.055', bytes)).not.toThrow();
  expect(bytes.toString()).toContain('<OrgnlPmtInfId>TG20261123FIRST-1</OrgnlPmtInfId>');
});

test('a status report as a bank publishes it is read, comments and all', () => {
  const body = withoutHostileXml(readFileSync(join(STANDARD_SCHEMAS, 'sample-pain.002.001.10.xml')));
  expect(kindOf(body)).toBe('pain.002');
  schemas.validate('pain.002', body);
  const report = readStatusReport(body.toString());
  expect(report).toMatchObject({ messageId: 'Message-ID-4712', originalMessageId: '471164564', group: null });
  expect(report.parts.map(({ status }) => status?.code)).toEqual(['ACSP', 'ACWC', 'RJCT', 'PART']);
  expect(report.parts[2]?.status).toMatchObject({ reasonCode: 'AM05', words: 'Doppeleinreichung' });
  expect(report.parts[3]?.payments).toMatchObject([
    { endToEndId: '4656384', code: 'RJCT', reasonCode: 'AC01', words: 'IBAN fehlerhaft' },
  ]);
});

test('texts are read as they are meant: references replaced once, space around them gone, prefixes ignored', () => {
  const text =
    '<p:A xmlns:p="x"><p:B Ccy="EUR"> 1 </p:B><Ustrd>&lt;M&#252;ller &amp;amp; S&#xF6;hne&gt;</Ustrd><C/></p:A>';
  const node = child(parseXml(text), 'A');
  expect(textAt(node, 'B')).toBe('1');
  expect(textAt(node, 'B', '@Ccy')).toBe('EUR');
  expect(children(node, 'Ustrd').map((each) => textAt(each))).toEqual(['<Müller &amp; Söhne>']);
  expect(textAt(node, 'C')).toBeNull();
  expect(() => parseXml('<A>&secret;</A>')).toThrow(/This is no XML: .*entity/);
  expect(() => parseXml('<A><B></A>')).toThrow(/This is no XML/);
});
