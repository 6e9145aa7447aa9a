import { encodeErrorResult, parseAbi } from 'viem';
import { expect, test } from 'vitest';
import { revertReason } from './revert-reason.ts';

test('the reason of a contract is read, with and without a prefix, and cut where it is long', () => {
  const error = (text: string) => encodeErrorResult({ abi: parseAbi(['error Error(string)']), args: [text] });
  expect(revertReason(error('Pausable: paused'))).toBe('Pausable: paused');
  expect(revertReason(error('Pausable: paused').slice(2))).toBe('Pausable: paused');
  expect(revertReason(error('x'.repeat(900)))).toHaveLength(300);
  expect(revertReason(encodeErrorResult({ abi: parseAbi(['error Panic(uint256)']), args: [17n] }))).toBe('panic 17');
});

test.each(['', '0x', '00', '0xdeadbeef', '08c379a0ffff'])('%s says nothing', (data) => {
  expect(revertReason(data)).toBeNull();
});
