import { expect, test } from 'vitest';
import { followWal, segmentAt } from './wal.ts';

const segmentBytes = 16 * 1024 * 1024;
const none = new Map<number, string>();
const segment = (timeline: number, n: number) =>
  `0000000${timeline}00000000${n.toString(16).toUpperCase().padStart(8, '0')}`;

test('names the segment of a place', () => {
  expect(segmentAt({ timeline: 1, lsn: '0/2000028' }, segmentBytes)).toBe('000000010000000000000002');
  expect(segmentAt({ timeline: 10, lsn: '2A/FF000000' }, segmentBytes)).toBe('0000000A0000002A000000FF');
});

test('reaches the newest segment when none is missing', () => {
  const files = [segment(1, 1), segment(1, 2), segment(1, 3), `${segment(1, 2)}.00000028.backup`];
  expect(followWal(files, { from: { timeline: 1, lsn: '0/2000028' }, histories: none, segmentBytes })).toEqual({
    last: segment(1, 3),
    gap: null,
  });
});

test('crosses the end of a log of 4 GB', () => {
  const files = ['0000000100000000000000FF', '000000010000000100000000'];
  const reach = followWal(files, { from: { timeline: 1, lsn: '0/FF000028' }, histories: none, segmentBytes });
  expect(reach).toEqual({ last: '000000010000000100000000', gap: null });
});

test('ends before a gap and names it', () => {
  const files = [segment(1, 2), segment(1, 4)];
  expect(followWal(files, { from: { timeline: 1, lsn: '0/2000028' }, histories: none, segmentBytes })).toEqual({
    last: segment(1, 2),
    gap: segment(1, 3),
  });
});

test('reaches nowhere when the first segment is missing', () => {
  const from = { timeline: 1, lsn: '0/2000028' };
  expect(followWal([segment(1, 3)], { from, histories: none, segmentBytes })).toEqual({
    last: null,
    gap: segment(1, 2),
  });
  expect(followWal([], { from, histories: none, segmentBytes })).toEqual({ last: null, gap: null });
});

test('follows the timeline that a restore began', () => {
  const histories = new Map([[2, '1\t0/4000060\tno recovery target specified\n']]);
  const files = [segment(1, 2), segment(1, 3), segment(1, 4), segment(1, 5), segment(2, 4), segment(2, 5)];
  const from = { timeline: 1, lsn: '0/2000028' };
  expect(followWal(files, { from, histories, segmentBytes })).toEqual({ last: segment(2, 5), gap: null });
  const torn = files.filter((file) => file !== segment(2, 4));
  expect(followWal(torn, { from, histories, segmentBytes })).toEqual({ last: segment(1, 3), gap: segment(2, 4) });
});

test('a backup of after the moment that was restored to stays on its own timeline', () => {
  const histories = new Map([[2, '1\t0/4000060\tbefore 2026-11-23\n']]);
  const files = [segment(1, 6), segment(1, 7), segment(2, 4)];
  expect(followWal(files, { from: { timeline: 1, lsn: '0/6000028' }, histories, segmentBytes })).toEqual({
    last: segment(1, 7),
    gap: null,
  });
});
