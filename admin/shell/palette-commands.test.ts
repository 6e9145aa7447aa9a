import { expect, it } from 'vitest';
import { commands, matching, moved } from './palette-commands.ts';

it('finds commands by words in any order', () => {
  const { go } = commands('sandbox');
  expect(matching(go, 'requests pay').map(({ label }) => label)).toEqual(['Payment requests']);
  expect(matching(go, '')).toHaveLength(go.length);
  expect(matching(go, 'zzz')).toEqual([]);
});

it('offers the other mode', () => {
  expect(commands('sandbox').do.at(-1)?.run).toEqual({ mode: 'production' });
  expect(commands('production').do.at(-1)?.run).toEqual({ mode: 'sandbox' });
});

it('moves around the ends, and stays where there is nothing', () => {
  expect(moved(2, 3, 'ArrowDown')).toBe(0);
  expect(moved(0, 3, 'ArrowUp')).toBe(2);
  expect(moved(1, 3, 'End')).toBe(2);
  expect(moved(1, 3, 'x')).toBeNull();
  expect(moved(0, 0, 'ArrowDown')).toBeNull();
});
