import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { writeLocations } from './locations.fixture.ts';
import { openLocations } from './locations.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidegate-locations-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('with a file of the operator, an address', () => {
  const file = join(folder, 'city.mmdb');
  writeLocations(file, {
    '198.51.100.0/24': { city: { names: { en: 'Berlin', de: 'Berlin' } }, country: { names: { en: 'Germany' } } },
    '203.0.113.0/25': { country: { names: { en: 'Portugal' } } },
    '203.0.113.128/25': { registered_country: { names: { en: 'Latvia' } } },
    '192.0.2.0/24': { autonomous_system_number: 64_500, autonomous_system_organization: 'Example Networks' },
    '100.64.0.0/10': { traits: { is: 'nothing that has a name' } },
  });
  const locate = openLocations(file);

  test.each([
    ['198.51.100.7', 'Berlin, Germany'],
    ['::ffff:198.51.100.7', 'Berlin, Germany'],
    ['203.0.113.1', 'Portugal'],
    ['203.0.113.200', 'Latvia'],
    ['192.0.2.9', 'Example Networks'],
    ['100.64.1.1', null],
    ['8.8.8.8', null],
    ['2001:db8::1', null],
    ['127.0.0.1', 'This computer'],
    ['10.1.2.3', 'Local network'],
    ['no address', null],
    [null, null],
  ])('%s is at %s', (ip, location) => {
    expect(locate(ip)).toBe(location);
  });
});

test('without a file, only this computer and local networks have a name', () => {
  const locate = openLocations(undefined);
  expect([locate('198.51.100.7'), locate('192.168.0.4'), locate('::1'), locate(null)]).toEqual([
    null,
    'Local network',
    'This computer',
    null,
  ]);
});

test('a file that is missing, or of another format, is named with the variable', () => {
  const other = join(folder, 'other.mmdb');
  writeFileSync(other, 'no such format');
  for (const file of [join(folder, 'none.mmdb'), other]) {
    expect(() => openLocations(file)).toThrow(`GEOIP_FILE names ${file}, which is no file of locations`);
  }
});
