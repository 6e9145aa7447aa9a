import { describe, expect, test } from 'vitest';
import { endInFileMs, headTimesIn, spansInFile } from './head-times.ts';

const at = (text: string) => Date.parse(text);
const closingDay = '2026-11-27';
const MADE = '<CreDtTm>2026-11-27T20:00:00Z</CreDtTm>';
const file = (statements: string, made = MADE) =>
  `<Document xmlns="urn:x"><BkToCstmrStmt><GrpHdr>${made}</GrpHdr>${statements}</BkToCstmrStmt></Document>`;
const period = (to: string, from = '2026-11-27T00:00:00Z') =>
  `<FrToDt><FrDtTm>${from}</FrDtTm><ToDtTm>${to}</ToDtTm></FrToDt>`;

describe('the heads of a file', () => {
  test.each([
    ['without a prefix', (text: string) => text],
    ['with a prefix', (text: string) => text.replaceAll(/<(\/?)(?=[A-Z])/g, '<$1n.s-1:')],
    ['on lines of their own', (text: string) => text.replaceAll('>', '>\n  ').replaceAll('</', '\n</')],
    ['with attributes', (text: string) => text.replaceAll(/<(Stmt|Ntry)>/g, '<$1 a="b">')],
  ])('%s: each says its own times, and no entry does', (_how, write) => {
    const entry = `<Ntry><Amt>1</Amt>${period('2026-11-30T00:00:00Z')}<CreDtTm>2026-11-30T00:00:00Z</CreDtTm></Ntry>`;
    const one = `<Stmt><Id>S1</Id><CreDtTm>2026-11-27T18:00:00Z</CreDtTm>${period('2026-11-27T17:00:00Z')}${entry}</Stmt>`;
    const two = `<Stmt><Id>S2</Id><FrToDt><FrDt>2026-11-26</FrDt></FrToDt>${entry}${entry}</Stmt>`;
    expect(headTimesIn(write(file(one + two)))).toEqual([
      {
        id: 'S1',
        from: '2026-11-27T00:00:00Z',
        to: '2026-11-27T17:00:00Z',
        created: '2026-11-27T18:00:00Z',
        hasOpening: false,
      },
      { id: 'S2', from: '2026-11-26', to: null, created: '2026-11-27T20:00:00Z', hasOpening: false },
    ]);
  });

  test.each([
    ['OPBD', true],
    ['PRCD', true],
    ['ITBD', false],
    ['CLBD', false],
  ])('know by %s whether the day begins with a balance', (code, hasOpening) => {
    const balance = `<Bal><Tp><CdOrPrtry><Cd> ${code} </Cd></CdOrPrtry></Tp></Bal>`;
    expect(headTimesIn(file(`<Rpt><Id>R1</Id>${balance}</Rpt>`, ''))).toEqual([
      { id: 'R1', from: null, to: null, created: null, hasOpening },
    ]);
  });

  test('there are none in another message', () => {
    expect(headTimesIn('')).toEqual([]);
    expect(headTimesIn('<Document><BkToCstmrStmt><StmtX/></BkToCstmrStmt></Document>')).toEqual([]);
  });

  test('have the ID as it was booked', () => {
    const idOf = (written: string) => headTimesIn(file(`<Stmt><Id>${written}</Id></Stmt>`))[0]?.id;
    expect(idOf(' A&amp;B &lt;1&gt; &quot;&apos; ')).toBe(`A&B <1> "'`);
    expect(idOf('&amp;lt;')).toBe('&lt;');
    expect(headTimesIn(file('<Stmt><Acct></Acct></Stmt>'))[0]?.id).toBe('');
  });
});

describe('a booked statement', () => {
  const statement = (id: string, to: string) => `<Stmt><Id>${id}</Id>${period(to)}</Stmt>`;
  const end = (text: string, id = 'S1') => endInFileMs(text, { id, closingDay });

  test('ends as its own head says, not as another one of the file', () => {
    const text = file(statement('S0', '2026-11-27T21:00:00Z') + statement('S1', '2026-11-27T18:00:00Z'));
    expect(end(text)).toBe(at('2026-11-27T18:00:00Z'));
    expect(end(text, 'S0')).toBe(at('2026-11-27T21:00:00Z'));
  });

  test('of several with its ID, ends as the earliest', () => {
    const [early, late] = [statement('S1', '2026-11-27T15:00:00Z'), statement('S1', '2026-11-27T21:00:00Z')];
    for (const text of [file(early + late), file(late + early)]) expect(end(text)).toBe(at('2026-11-27T15:00:00Z'));
  });

  test('that is not found says nothing about its day, whatever the others and the message say', () => {
    const others = file(statement('S11', '2026-11-27T21:00:00Z'));
    for (const text of ['', others]) expect(end(text)).toBe(at('2026-11-27T00:00:00Z'));
  });

  test('without a period ends when its message was made', () => {
    expect(end(file('<Stmt><Id>S1</Id></Stmt>'))).toBe(at('2026-11-27T20:00:00Z'));
  });
});

describe('the reports of a file', () => {
  const report = (from: string, to: string) => `<Rpt><Id>R</Id>${period(to, from)}</Rpt>`;
  const [morning, noon] = ['2026-11-27T06:00:00Z', '2026-11-27T12:00:00Z'];

  test('are about what all of them are about', () => {
    const text = file(report(morning, '2026-11-27T15:00:00Z') + report(noon, '2026-11-27T18:00:00Z'));
    expect(spansInFile(text)).toEqual([{ fromMs: at(noon), untilMs: at('2026-11-27T15:00:00Z') }]);
    expect(spansInFile(file(report(morning, noon)))).toEqual([{ fromMs: at(morning), untilMs: at(noon) }]);
  });

  test('are about nothing if one of them does not say its time, or there is none', () => {
    expect(spansInFile(file(`${report(morning, noon)}<Rpt><Id>R</Id></Rpt>`))).toEqual([]);
    expect(spansInFile(file('<Rpt><Id>R</Id></Rpt>'))).toEqual([]);
    expect(spansInFile(file(''))).toEqual([]);
  });
});
