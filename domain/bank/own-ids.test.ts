import { expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { endToEndIdOf } from './end-to-end-id.ts';
import { findEndToEndId } from './own-ids.ts';

const NEW = endToEndIdOf('01990b3c-7a51-7c3e-9d42-8f0e6b1a2c3d');
/** Of an earlier release: random. */
const OLD = 'TG0123456789ABCDEFGHJKMNPQ';

test('our end-to-end ID is found in texts of the bank, whatever is glued to it', () => {
  for (const id of [NEW, OLD, endToEndIdOf(newId())]) {
    for (const text of [id, `RETURN OF ${id} AC04`, `EREF+${id}SVWZ+RETURN`, `X${id}`, `${id}-1`])
      expect(findEndToEndId([text]), text).toBe(id);
  }
  for (const none of ['', 'NOTPROVIDED', NEW.slice(0, 25), OLD.toLowerCase(), `TG${'U'.repeat(26)}`])
    expect(findEndToEndId([none]), none).toBeNull();
  expect(findEndToEndId([])).toBeNull();
});

test('it is found wherever a line is cut, also where an older one would end', () => {
  for (const id of [NEW, OLD]) {
    for (let at = 1; at < id.length; at += 1)
      expect(findEndToEndId([`RETURN ${id.slice(0, at)}`, `${id.slice(at)} AC04`]), `${at}`).toBe(id);
  }
});

test('an older one is not read longer than it is, whatever follows in its line or the next', () => {
  for (const glued of ['12', 'AB', 'ZZ', '2026', '0000'])
    for (const lines of [[`${OLD}${glued}`], [OLD, glued]]) expect(findEndToEndId(lines), glued).toBe(OLD);
});

test('among several, one of today counts before an older one, and the first of each', () => {
  const other = endToEndIdOf('01990b3c-7a52-7c3e-9d42-8f0e6b1a2c3d');
  expect(findEndToEndId([`${OLD} ${NEW} ${other}`])).toBe(NEW);
  expect(findEndToEndId([`${NEW}${other}`])).toBe(NEW);
});

test('an ID of today is of its time: other letters and digits in its form are none', () => {
  // Before 2022, of another version, and of another variant.
  for (const other of [
    '00990b3c-7a51-7c3e-9d42-8f0e6b1a2c3d',
    '01790b3c-7a51-7c3e-9d42-8f0e6b1a2c3d',
    '01990b3c-7a51-4c3e-9d42-8f0e6b1a2c3d',
    '01990b3c-7a51-7c3e-1d42-8f0e6b1a2c3d',
  ])
    expect(findEndToEndId([endToEndIdOf(other)]), other).toBe(endToEndIdOf(other).slice(0, OLD.length));
});
