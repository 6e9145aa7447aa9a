import { describe, expect, it, test } from 'vitest';
import { approvalsComplete, missingApproval } from './approval.ts';
import { stepsOf } from './case.ts';
import { caseTable } from './case-table.ts';
import { fileTypeOf } from './file-kind.ts';
import { enhancedBy, goodsNamedIn, prohibitedBy } from './lists.ts';
import { businessDocuments, missingDocuments, personDocuments } from './required-documents.ts';
import { assessRisk } from './risk.ts';
import { aBusiness, aPerson } from './subjects.fixture.ts';

describe('an approval', () => {
  const officer = { staffId: 'a', role: 'compliance_officer' } as const;
  it('needs two people of two different roles', () => {
    expect(approvalsComplete([officer], 'low')).toBe(false);
    expect(approvalsComplete([officer, { staffId: 'b', role: 'compliance_officer' }], 'low')).toBe(false);
    expect(approvalsComplete([officer, { staffId: 'a', role: 'manager' }], 'low')).toBe(false);
    expect(approvalsComplete([officer, { staffId: 'b', role: 'manager' }], 'low')).toBe(true);
  });

  it('of a high risk needs the MLRO', () => {
    const two = [officer, { staffId: 'b', role: 'manager' } as const];
    expect(missingApproval(two, 'high')).toContain('MLRO');
    expect(missingApproval([officer, { staffId: 'c', role: 'mlro' }], 'high')).toBeNull();
  });
});

describe('lists', () => {
  it('name their source and date, and no country is both prohibited and looked at more closely by the same list', () => {
    expect(prohibitedBy('KP')).toMatchObject({ source: expect.stringContaining('FATF') });
    expect(prohibitedBy('DE')).toBeUndefined();
    expect(enhancedBy('LB')).toHaveLength(2);
    for (const country of ['KP', 'IR', 'MM', 'RU', 'BY', 'CN']) expect(enhancedBy(country)).toEqual([]);
  });

  it('find signs of prohibited goods in whole words only', () => {
    expect(goodsNamedIn('Firearms & ammunition').map(({ key }) => key)).toEqual(['weapons']);
    expect(goodsNamedIn('Begun in 1990, we sell gunmetal-grey chairs')).toEqual([]);
  });
});

describe('the risk of a case', () => {
  const facts = {
    business: aBusiness(),
    people: [],
    hits: [],
    listsAreOld: false,
    provider: { rejected: [], silent: false },
  };
  const now = Date.parse('2026-11-21T00:00:00Z');

  it('is low for an ordinary shop', () => {
    expect(assessRisk({ ...facts, people: [aPerson()] }, now)).toMatchObject({ level: 'low', score: 0, reasons: [] });
  });

  it('adds points up, each with its reason', () => {
    const business = aBusiness({ country: 'LB', industry: 'gaming_and_gambling', turnover: 'above_1m' });
    const assessed = assessRisk({ ...facts, business }, now);
    expect(assessed).toMatchObject({ level: 'high', score: 80 });
    expect(assessed.reasons.map(({ code }) => code)).toEqual(['enhanced_country', 'industry', 'high_turnover']);
  });

  it('is full for an owner from a prohibited country', () => {
    expect(assessRisk({ ...facts, people: [aPerson({ nationality: 'KP' })] }, now)).toMatchObject({
      level: 'high',
      score: 100,
    });
  });
});

describe('documents', () => {
  it('are required according to the business, its owners and its countries', () => {
    const kinds = (list: readonly { kind: string }[]) => list.map(({ kind }) => kind);
    expect(kinds(businessDocuments(aBusiness()))).toEqual(['registration', 'ownership', 'business_address']);
    expect(kinds(businessDocuments(aBusiness({ industry: 'gaming_and_gambling', country: 'VN' })))).toEqual([
      'registration',
      'ownership',
      'business_address',
      'licence',
      'source_of_funds',
    ]);
    const person = aPerson({ is_owner: false, is_representative: true, share_percent: null });
    expect(kinds(personDocuments(person))).toEqual(['identity']);
    expect(kinds(personDocuments({ ...person, nationality: 'SY' }))).toEqual(['identity', 'person_address']);
    expect(missingDocuments(personDocuments(person), [{ kind: 'identity', personId: person.id }])).toEqual([]);
  });

  test('hazard 70: a file is what its bytes say', () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000010000000100802', 'hex');
    const bomb = Buffer.from('89504e470d0a1a0a0000000d49484452000186a0000186a00802', 'hex');
    const jpeg = Buffer.from('ffd8ffe00004aaaaffc0000b080010001001011100', 'hex');
    expect(fileTypeOf(Buffer.from('%PDF-1.7\n'))).toBe('application/pdf');
    expect(fileTypeOf(png)).toBe('image/png');
    expect(fileTypeOf(jpeg)).toBe('image/jpeg');
    for (const wrong of [
      bomb,
      Buffer.from('<svg xmlns='),
      Buffer.from(' %PDF-1.7'),
      Buffer.from([0xff, 0xd8, 0xff]),
      Buffer.alloc(0),
    ]) {
      expect(fileTypeOf(wrong)).toBeUndefined();
    }
  });
});

describe('the steps a merchant sees', () => {
  const facts = { testSkipped: false, businessSubmitted: false, personalSubmitted: false };
  const words = (steps: ReturnType<typeof stepsOf>) => steps.map(({ status }) => status).join(' ');
  it('say what is done, what is next and what waits', () => {
    expect(words(stepsOf({ ...facts, status: 'integrating' }))).toBe('done current ahead ahead ahead ahead');
    expect(words(stepsOf({ ...facts, status: 'personal', testSkipped: true }))).toBe(
      'done skipped done current ahead ahead',
    );
    expect(words(stepsOf({ ...facts, status: 'review' }))).toBe('done done done done waiting ahead');
    expect(words(stepsOf({ ...facts, status: 'production' }))).toBe('done done done done done done');
    expect(words(stepsOf({ ...facts, status: 'declined' }))).toBe('done done done done declined ahead');
  });
});

test('production closes with every way out of it', () => {
  for (const from of ['renewal', 'rechecking'] as const) {
    for (const rules of Object.values(caseTable[from])) {
      for (const { to, marks = [] } of rules) {
        if (to === 'declined' || to === 'suspended') expect(marks).toContain('production_closes');
      }
    }
  }
});
