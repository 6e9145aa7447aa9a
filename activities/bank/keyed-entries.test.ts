import { expect, test } from 'vitest';
import { SIMULATED_ACCOUNT } from '../../settings/bank.ts';
import { BankFileError } from './files/bank-file-error.ts';
import { readStatements } from './files/read-statement.ts';
import { openSchemas, STANDARD_SCHEMAS } from './files/schemas.ts';
import { MESSAGE_VERSIONS, NAMESPACE } from './files/versions.ts';
import { keyedEntries } from './keyed-entries.ts';

const schemas = openSchemas(STANDARD_SCHEMAS);

/** Each of 1.00; the days go backwards, and every third one says the same as those before it. */
function statementOf(count: number): Buffer {
  const entries = Array.from({ length: count }, (_, at) => {
    const day = `2026-11-${at < 100 ? '24' : '23'}`;
    const reference = at % 3 === 0 ? '' : `<AcctSvcrRef>REF${at}</AcctSvcrRef>`;
    return (
      `<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>${at === 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>` +
      `<BookgDt><Dt>${day}</Dt></BookgDt>${reference}<BkTxCd><Prtry><Cd>X</Cd></Prtry></BkTxCd></Ntry>`
    );
  });
  const balance = (code: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">0.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>` +
    '<Dt><Dt>2026-11-24</Dt></Dt></Bal>';
  return Buffer.from(
    `<Document xmlns="${NAMESPACE}${MESSAGE_VERSIONS['camt.053']}"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId>` +
      '<CreDtTm>2026-11-24T09:00:00Z</CreDtTm></GrpHdr><Stmt><Id>S</Id>' +
      `<Acct><Id><IBAN>${SIMULATED_ACCOUNT.iban}</IBAN></Id></Acct>${balance('OPBD')}${balance('CLBD')}` +
      `${entries.join('\n')}</Stmt></BkToCstmrStmt></Document>`,
  );
}

function readFrom(body: Buffer) {
  const [statement] = readStatements(body, { kind: 'camt.053', schemas }).statements;
  if (statement === undefined) throw new Error('There is no statement.');
  return statement;
}

const entriesOf = (count: number) => keyedEntries(readFrom(statementOf(count)), 'FILE.0');

test('the entries of a large statement are summed without being kept, and read as often as needed', () => {
  const entries = entriesOf(250);
  expect(entries).toMatchObject({ count: 250, sumMinor: 24_800n, firstDay: '2026-11-23' });
  const pieces = [...entries.pieces(120)];
  expect(pieces.map(({ length }) => length)).toEqual([120, 120, 10]);
  expect(pieces.flat()).toEqual(entries.all());
  expect([...entries.pieces(125)].map(({ length }) => length)).toEqual([125, 125]);
});

test('each entry keeps its own key and its own place in the file, wherever the file is cut', () => {
  const all = entriesOf(250).all();
  expect(new Set(all.map(({ key }) => key)).size).toBe(250);
  const places = all.map(({ within }) => Number(within?.entry.split('#')[1]));
  expect(places).toEqual(Array.from({ length: 250 }, (_, at) => at));
});

test('a statement without entries has no day', () => {
  expect(entriesOf(0)).toMatchObject({ count: 0, sumMinor: 0n, firstDay: '9999-12-31' });
  expect(entriesOf(0).all()).toEqual([]);
});

test('a statement with a bad entry fails whenever it is read, and never ends before that entry', () => {
  const text = statementOf(250).toString();
  const { entries } = readFrom(Buffer.from(text.replace('<AcctSvcrRef>REF151</AcctSvcrRef>', '<Wrong/>')));
  for (let time = 0; time < 3; time += 1) {
    let count = 0;
    const read = () => {
      for (const piece of entries) count += piece.length;
    };
    expect(read).toThrow(BankFileError);
    expect(count).toBe(100);
  }
});

test('entries that are others when they are read again are no statement', () => {
  const whole = [...readFrom(statementOf(250)).entries];
  const [first = []] = whole;
  const doubled = first.map((entry) => ({ ...entry, amountMinor: entry.amountMinor * 2n }));
  for (const again of [whole.slice(0, 2), [...whole, first.slice(0, 1)], [doubled, ...whole.slice(1)]]) {
    const readings = [whole, again, again, whole];
    const read = keyedEntries({ entries: { [Symbol.iterator]: () => (readings.shift() ?? []).values() } }, 'FILE.0');
    expect(() => read.all()).toThrow('not those of the first reading');
    expect(() => [...read.pieces(50)]).toThrow('not those of the first reading');
    expect(read.all()).toHaveLength(250);
  }
});
