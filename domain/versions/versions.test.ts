import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isDomainError } from '../errors.ts';
import {
  API_VERSIONS,
  type ApiVersion,
  DEFAULT_VERSION,
  FIRST_VERSION,
  messageVersion,
  NEWEST_VERSION,
  storedVersion,
  supportedVersions,
  VERSION_ENDS,
} from './api-versions.ts';
import { bodyToNewest, olderBodySchema } from './bodies.ts';
import { renamedField, type VersionChange, type VersionedSchema } from './change.ts';
import { CHANGES, changesSince } from './changes.ts';
import { chosenVersion, settingVersion, versionHeaders } from './policy.ts';
import { translationOf } from './translate.ts';

const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

describe('the versions', () => {
  test('are days, newest first, and each but the first has a change', () => {
    expect(API_VERSIONS).toEqual([...API_VERSIONS].sort().reverse());
    for (const version of API_VERSIONS) expect(new Date(version).toISOString().slice(0, 10)).toBe(version);
    expect(API_VERSIONS.at(-1)).toBe(FIRST_VERSION);
    expect([...new Set(CHANGES.map(({ version }) => version))]).toEqual(API_VERSIONS.slice(0, -1));
    expect(API_VERSIONS).toContain(DEFAULT_VERSION);
  });

  test('have an end only after twelve months, and the default has none', () => {
    for (const end of Object.values(VERSION_ENDS)) {
      expect(days(end.deprecatedOn, end.endsOn)).toBeGreaterThanOrEqual(365);
    }
    expect(VERSION_ENDS[DEFAULT_VERSION]).toBeUndefined();
  });

  test('of a newer program that was taken back are read as the newest', () => {
    expect([storedVersion('2031-01-01'), storedVersion(FIRST_VERSION)]).toEqual([NEWEST_VERSION, FIRST_VERSION]);
  });
});

/** Two changes, one of them of an inner object and a body. */
const changes: readonly VersionChange[] = [
  {
    version: NEWEST_VERSION,
    summary: 'Boxes are renamed.',
    objects: { Box: renamedField({ from: 'wide', to: 'width' }), Lid: renamedField({ from: 'tone', to: 'color' }) },
    bodies: { NewBox: renamedField({ from: 'wide', to: 'width' }) },
  },
  {
    version: NEWEST_VERSION,
    summary: 'And once more.',
    objects: { Box: renamedField({ from: 'breadth', to: 'wide' }) },
    bodies: { NewBox: renamedField({ from: 'breadth', to: 'wide' }) },
  },
];
const text = { type: 'string' };
const lid: VersionedSchema = { title: 'Lid', type: 'object', properties: { color: text }, required: ['color'] };
const { title: _title, ...untitled } = lid;
const box: VersionedSchema = {
  title: 'Box',
  type: 'object',
  properties: { width: text, lid, spare: { ...untitled, 'x-nullable-of': 'Lid', type: ['object', 'null'] } },
  required: ['width', 'lid', 'spare'],
};
const between = { version: FIRST_VERSION, changes };

describe('a translation', () => {
  test('follows objects wherever a schema has them, through every change', () => {
    const schema: VersionedSchema = {
      type: 'object',
      properties: { data: { type: 'array', items: box }, lid: { ...lid, title: 'Other' } },
    };
    const translation = translationOf(schema, between);
    const newest = { data: [{ width: '3', lid: { color: 'red' }, spare: null }], lid: { color: 'blue' } };
    const older = { data: [{ breadth: '3', lid: { tone: 'red' }, spare: null }], lid: { color: 'blue' } };
    expect(translation?.toOlder(newest)).toEqual(older);
    expect(translation?.toNewest(older)).toEqual(newest);
    const olderBox = translation?.schema.properties?.data?.items;
    expect(Object.keys(olderBox?.properties ?? {})).toEqual(['breadth', 'lid', 'spare']);
    expect(olderBox?.required).toEqual(['breadth', 'lid', 'spare']);
    expect(olderBox?.properties?.lid?.required).toEqual(['tone']);
  });

  test('keeps the place of a field, so that texts stay the same byte for byte', () => {
    const older = JSON.stringify(translationOf(box, between)?.toOlder({ width: '3', lid: { color: 'red' } }));
    expect(older).toBe('{"breadth":"3","lid":{"tone":"red"}}');
  });

  test('is none where nothing changed, and none in the newest version', () => {
    expect(translationOf({ type: 'object', properties: { id: text } }, between)).toBeUndefined();
    expect(translationOf(box, { version: NEWEST_VERSION, changes })).toBeUndefined();
  });

  test.each(['anyOf', 'additionalProperties', 'patternProperties'])('refuses an object that %s hides', (keyword) => {
    const hidden = keyword === 'anyOf' ? [box, text] : keyword === 'patternProperties' ? { '.': box } : box;
    expect(() => translationOf({ type: 'object', [keyword]: hidden }, between)).toThrow('A change of Box');
  });

  test('there and back is the same, for every change and any object, known or not', () => {
    for (const [title, change] of CHANGES.flatMap(({ objects }) => Object.entries(objects))) {
      fc.assert(
        fc.property(fc.dictionary(fc.constantFrom('amount', 'id', 'total', 'x'), fc.jsonValue()), (object) => {
          expect(change.newer(change.older(object)), title).toEqual(object);
          // An object of the older form stays as it is.
          expect(change.older(change.older(object)), title).toEqual(change.older(object));
        }),
      );
    }
  });

  test('of a body goes from the oldest change to the newest; what is no object stays for the checks', () => {
    const read = bodyToNewest('NewBox', between);
    expect(read?.({ breadth: '3', deep: 1 })).toEqual({ width: '3', deep: 1 });
    for (const wrong of [null, undefined, 'x', 3, [{ breadth: '3' }]]) expect(read?.(wrong)).toBe(wrong);
    const schema = olderBodySchema({ title: 'NewBox', properties: { width: text }, required: ['width'] }, between);
    expect([Object.keys(schema.properties ?? {}), schema.required]).toEqual([['breadth'], ['breadth']]);
    expect(bodyToNewest('Other', between)).toBeUndefined();
  });

  test('has the changes after a version, and those alone', () => {
    expect(changesSince(NEWEST_VERSION, CHANGES)).toEqual([]);
    expect(changesSince(FIRST_VERSION, CHANGES)).toEqual(CHANGES);
  });
});

const ends = { [FIRST_VERSION]: { deprecatedOn: '2027-01-01', endsOn: '2028-01-01' } };
const policy = { changes, ends };
const before = Date.parse('2027-06-01');
const after = Date.parse('2028-01-01');

describe('a call', () => {
  const choose = (named: string | undefined, nowMs = before, pinned: ApiVersion = FIRST_VERSION) => {
    try {
      return chosenVersion(named, { pinned, policy, nowMs });
    } catch (error) {
      if (isDomainError(error, 'unsupported_version')) return error.message;
      throw error;
    }
  };

  test('is in the version that it names, else in that of its token', () => {
    expect([choose(undefined), choose(NEWEST_VERSION), choose(FIRST_VERSION)]).toEqual([
      FIRST_VERSION,
      NEWEST_VERSION,
      FIRST_VERSION,
    ]);
  });

  test('in a version that there is not learns which there are, and what to do', () => {
    const supported = `Supported: ${API_VERSIONS.join(', ')}. Name one in Tidegate-Version, or leave the header out for`;
    for (const wrong of ['2025-01-01', '', 'latest', `${NEWEST_VERSION}, ${NEWEST_VERSION}`, 'x'.repeat(10_000)]) {
      expect(choose(wrong)).toContain(supported);
      expect(choose(wrong).length).toBeLessThan(300);
    }
  });

  test('in a version that has ended is refused, whether it names it or its token has it', () => {
    const words = `The version ${FIRST_VERSION} has ended. Supported: ${NEWEST_VERSION}. Name one in Tidegate-Version.`;
    expect([choose(FIRST_VERSION, after), choose(undefined, after)]).toEqual([words, words]);
    expect(choose(undefined, after - 1)).toBe(FIRST_VERSION);
    expect(choose(FIRST_VERSION, after, NEWEST_VERSION)).toContain(`leave the header out for ${NEWEST_VERSION}`);
  });

  test('announces the end of its version: Deprecation of RFC 9745, Sunset of RFC 8594', () => {
    expect(versionHeaders(NEWEST_VERSION, ends, 'https://x.example/v')).toEqual({});
    expect(versionHeaders(FIRST_VERSION, ends, 'https://x.example/v')).toEqual({
      deprecation: '@1798761600',
      sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
      link: expect.stringContaining('<https://x.example/v>; rel="deprecation"'),
    });
  });
});

test('webhooks of a version that has ended are in the oldest that is left; settings cannot choose it any more', () => {
  expect(messageVersion(FIRST_VERSION, ends, before)).toBe(FIRST_VERSION);
  expect(messageVersion(FIRST_VERSION, ends, after)).toBe(supportedVersions(ends, after).at(-1));
  expect(settingVersion(FIRST_VERSION, ends, before)).toBe(FIRST_VERSION);
  expect(() => settingVersion(FIRST_VERSION, ends, after)).toThrow('invalid');
});
