import { expect, test } from 'vitest';
import { endToEndIdOf } from '../../../domain/bank/end-to-end-id.ts';
import { centsOf, child, parseXml } from './node.ts';
import { readEntry } from './read-entry.ts';

const OURS = 'TG0123456789ABCDEFGHJKMNPQ';
const CODE = '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>';
const eur = (text: string, tag = 'Amt') => `<${tag} Ccy="EUR">${text}</${tag}>`;

interface Written {
  readonly amount?: string;
  readonly sign?: 'CRDT' | 'DBIT' | 'BOTH';
  readonly status?: string;
  readonly dates?: string;
  readonly code?: string;
  readonly more?: string;
  readonly details?: readonly string[];
  readonly info?: string;
}

function read(written: Written) {
  const { amount = eur('10.00'), sign = 'CRDT', status = '<Sts><Cd>BOOK</Cd></Sts>', code = CODE, more = '' } = written;
  const { dates = '<BookgDt><Dt>2026-11-24</Dt></BookgDt>', details = [], info = '' } = written;
  const all = details.map((each) => `<TxDtls>${each}</TxDtls>`).join('');
  const head = `${amount}<CdtDbtInd>${sign}</CdtDbtInd>${more}${status}${dates}${code}`;
  const text = `<Ntry>${head}<NtryDtls>${all}</NtryDtls>${info}</Ntry>`;
  const entry = child(parseXml(text), 'Ntry');
  if (entry === undefined) throw new Error('There is no entry.');
  return readEntry(entry, { id: 'F#1', statementDay: '2026-11-30' });
}

const movements = (written: Written) =>
  read(written).map(({ amountMinor, direction, isCharge }) => {
    return `${direction} ${amountMinor}${isCharge === true ? ' charge' : ''}`;
  });
const charge = (text: string, sign = 'DBIT') =>
  `<Chrgs><Rcrd>${eur(text)}<CdtDbtInd>${sign}</CdtDbtInd></Rcrd></Chrgs>`;
const inDetails = (tag: string, text: string) => `<AmtDtls><${tag}>${eur(text)}</${tag}></AmtDtls>`;

test.each<[string, Written, string[]]>([
  ['without details', {}, ['credit 1000']],
  ['with one transaction that says another amount', { details: [eur('9.00')] }, ['credit 1000']],
  ['with amounts of their own', { details: [eur('4'), eur('6')] }, ['credit 400', 'credit 600']],
  [
    'with amounts in TxAmt',
    { details: [inDetails('TxAmt', '4'), inDetails('TxAmt', '6')] },
    ['credit 400', 'credit 600'],
  ],
  [
    'with amounts in CntrValAmt',
    { details: [inDetails('CntrValAmt', '4'), inDetails('CntrValAmt', '6')] },
    ['credit 400', 'credit 600'],
  ],
  [
    'with amounts in InstdAmt',
    { details: [inDetails('InstdAmt', '4'), inDetails('InstdAmt', '6')] },
    ['credit 400', 'credit 600'],
  ],
  ['with amounts in different places', { details: [eur('4'), inDetails('TxAmt', '6')] }, ['credit 400', 'credit 600']],
  [
    'whose first amounts are of another currency',
    { details: ['4', '6'].map((each) => `<Amt Ccy="USD">9</Amt>${inDetails('TxAmt', each)}`) },
    ['credit 400', 'credit 600'],
  ],
  [
    'with one that goes the other way',
    { details: [eur('12'), `${eur('2')}<CdtDbtInd>DBIT</CdtDbtInd>`] },
    ['credit 1200', 'debit 200'],
  ],
  ['whose transactions do not add up', { details: [eur('4'), eur('5')] }, ['credit 1000']],
  ['of which one transaction has no amount', { details: [eur('4'), ''] }, ['credit 1000']],
  ['with charges that are not in it', { details: [eur('10') + charge('0.10')] }, ['credit 1000']],
  ['with charges of one transaction', { details: [eur('10.10') + charge('0.10')] }, ['credit 1010', 'debit 10 charge']],
  [
    'with charges that came back',
    { details: [eur('9.90') + charge('0.10', 'CRDT')] },
    ['credit 990', 'credit 10 charge'],
  ],
  [
    'with charges as version 02 has them',
    { details: [`${eur('10.10')}<Chrgs>${eur('0.10')}</Chrgs>`] },
    ['credit 1010', 'debit 10 charge'],
  ],
  [
    'with the sum of charges',
    { details: [`${eur('10.10')}<Chrgs>${eur('0.10', 'TtlChrgsAndTaxAmt')}</Chrgs>`] },
    ['credit 1010', 'debit 10 charge'],
  ],
  [
    'with charges of the entry',
    { more: charge('0.10'), details: [eur('4.10'), eur('6')] },
    ['credit 410', 'credit 600', 'debit 10 charge'],
  ],
  [
    'with charges of both',
    { more: charge('0.10'), details: [eur('4.30') + charge('0.20'), eur('6')] },
    ['credit 430', 'debit 20 charge', 'credit 600', 'debit 10 charge'],
  ],
  [
    'that is a payment and its charges',
    { sign: 'DBIT', details: [eur('9') + charge('1')] },
    ['debit 900', 'debit 100 charge'],
  ],
  ['with charges of EUR 50', { details: [eur('60') + charge('50')] }, ['credit 6000', 'debit 5000 charge']],
  ['with charges beyond EUR 50', { details: [eur('60.01') + charge('50.01')] }, ['credit 1000']],
  ['of 0.00', { amount: eur('0.00') }, []],
  [
    'of 0.00 with transactions',
    { amount: eur('0'), details: [eur('3'), `${eur('3')}<CdtDbtInd>DBIT</CdtDbtInd>`] },
    ['credit 300', 'debit 300'],
  ],
  ['that is announced', { status: '<Sts><Cd>PDNG</Cd></Sts>' }, []],
  ['that is information', { status: '<Sts>INFO</Sts>' }, []],
  ['of version 02', { status: '<Sts>BOOK</Sts>' }, ['credit 1000']],
])('an entry %s is %j', (_name, written, expected) => {
  expect(movements(written)).toEqual(expected);
});

test.each<[string, Written, RegExp]>([
  ['of another currency', { amount: '<Amt Ccy="USD">1</Amt>' }, /USD, not in EUR/],
  ['of parts of a cent', { amount: eur('1.001') }, /1.001 is no amount/],
  ['below zero', { amount: eur('-1.00') }, /-1.00 is no amount/],
  ['with no direction', { sign: 'BOTH' }, /neither CRDT nor DBIT/],
  ['on no day', { dates: '<BookgDt><Dt>24.11.2026</Dt></BookgDt>' }, /is no day/],
  ['on a day that does not exist', { dates: '<BookgDt><Dt>2026-13-24</Dt></BookgDt>' }, /is no day/],
])('an entry %s is refused', (_name, written, words) => {
  expect(() => read(written)).toThrow(words);
});

test.each([
  ['+0015.00', 1500n],
  ['8.', 800n],
  ['.5', 50n],
  ['5', 500n],
  ['-0.00', 0n],
  ['000000000000149.87', 14_987n],
  ['25.00000', 2500n],
])('%s is %s cents', (text, minor) => {
  expect(centsOf(text)).toBe(minor);
});

test.each(['', '.', '+', '1,00', '1e2', ' 1', '1.001', '-1', '0x10', '9'.repeat(40), '1'.repeat(200)])(
  '%j is none',
  (text) => {
    expect(() => centsOf(text)).toThrow(/no amount|more than/);
  },
);

test('a day is that of the booking, else of the value, else of the statement, whatever its time zone', () => {
  const dayOf = (dates: string) => read({ dates })[0]?.day;
  expect(dayOf('<BookgDt><Dt>2026-11-24+01:00</Dt></BookgDt><ValDt><Dt>2026-11-25</Dt></ValDt>')).toBe('2026-11-24');
  expect(dayOf('<BookgDt><DtTm>2026-11-24T23:59:59Z</DtTm></BookgDt>')).toBe('2026-11-24');
  expect(dayOf('<ValDt><Dt>2026-11-25</Dt></ValDt>')).toBe('2026-11-25');
  expect(dayOf('')).toBe('2026-11-30');
});

test.each(['NOTPROVIDED', 'not provided', 'NONREF', 'NOREF', 'N/A', '000000', '-'])('%s is no reference', (said) => {
  const refs = `<Refs><AcctSvcrRef>${said}</AcctSvcrRef><EndToEndId>${said}</EndToEndId></Refs>`;
  const more = '<AcctSvcrRef>ENTRY-1</AcctSvcrRef>';
  expect(read({ more, details: [refs] })).toMatchObject([{ bankReference: 'ENTRY-1', endToEndId: null }]);
});

test('the end-to-end ID of a payment is found, whatever is glued to it and wherever a line is cut', () => {
  const id = endToEndIdOf('01890a5d-ac96-774b-bcce-b302099a8057');
  const words = (...lines: string[]) => `<RmtInf>${lines.map((line) => `<Ustrd>${line}</Ustrd>`).join('')}</RmtInf>`;
  for (const lines of [[`EREF+${id}SVWZ+`], [`EREF+${id.slice(0, 7)}`, `${id.slice(7)}SVWZ+`]]) {
    expect(read({ details: [words(...lines)] })[0]?.endToEndId).toBe(id);
  }
});

test('our end-to-end ID is found in the instruction and in texts, but not in those of a direct debit', () => {
  const rtrn = '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>RRTN</SubFmlyCd></Fmly></Domn></BkTxCd>';
  const debit = '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RDDT</Cd><SubFmlyCd>ESDD</SubFmlyCd></Fmly></Domn></BkTxCd>';
  const words = `<RmtInf><Ustrd>RETURN EREF+${OURS.slice(0, 9)}</Ustrd><Ustrd>${OURS.slice(9)}SVWZ+</Ustrd></RmtInf>`;
  const idOf = (written: Written) => read(written)[0]?.endToEndId;
  expect(idOf({ code: rtrn, details: [words] })).toBe(OURS);
  expect(idOf({ details: [`<Refs><InstrId>${OURS}-2</InstrId></Refs>`] })).toBe(OURS);
  expect(idOf({ details: [`<Refs><EndToEndId>THEIRS</EndToEndId></Refs>${words}`] })).toBe('THEIRS');
  expect(idOf({ code: debit, sign: 'DBIT', details: [words] })).toBeNull();
});

test('the text of an entry is that of its only transaction, never of several', () => {
  const info = '<AddtlNtryInf>Received with RF18539007547034</AddtlNtryInf>';
  expect(read({ info })[0]).toMatchObject({ creditorReference: 'RF18539007547034', remittance: '' });
  expect(read({ info, details: [''] })[0]?.creditorReference).toBe('RF18539007547034');
  const several = read({ info, details: [eur('4'), eur('6')] });
  expect(several.map(({ creditorReference }) => creditorReference)).toEqual([null, null]);
});

test('a reversal is one, also where it is written 1', () => {
  const isReversal = (more: string) => read({ more })[0]?.isReversal;
  expect(['true', '1', 'false', '0'].map((each) => isReversal(`<RvslInd>${each}</RvslInd>`))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(isReversal('')).toBe(false);
});

test.each([
  ['NCHG+808+9320', 'PMNT/MDOP/CHRG'],
  ['NCHG', 'PMNT/MDOP/CHRG'],
  ['NMSC+808', 'PMNT/MDOP/CHRG'],
  ['NTRF+166+9310', '//'],
  ['584', '//'],
])('the code %s of a bank is %s', (own, code) => {
  const entry = read({ sign: 'DBIT', code: `<BkTxCd><Prtry><Cd>${own}</Cd></Prtry></BkTxCd>` });
  expect(entry).toMatchObject([{ code, ownCode: own }]);
});

test('movements know their entry', () => {
  const details = [eur('4.10') + charge('0.10'), eur('6')];
  const more = '<AcctSvcrRef>E1</AcctSvcrRef>';
  for (const { within } of read({ more, details })) {
    expect(within).toMatchObject({
      entry: 'F#1',
      reference: 'E1',
      amountMinor: 1000n,
      direction: 'credit',
      movements: 3,
    });
    expect(within?.isDetailed).toBe(true);
  }
  expect(read({ details: [eur('4'), eur('5')] })[0]?.within?.isDetailed).toBe(false);
});
