import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChainUnavailableError } from '../chain/port.ts';
import { createSilentNodeGuard } from './silent-node-guard.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ETH = { mode: 'sandbox', network: 'ETH' } as const;
const BTC = { mode: 'sandbox', network: 'BTC' } as const;

/** A node that answers on command; how many calls it got. */
function slowNode() {
  const answers: { resolve: (words: string) => void; reject: (error: unknown) => void }[] = [];
  const question = () => new Promise<string>((resolve, reject) => answers.push({ resolve, reject }));
  return { question, answers };
}

/** An answer, or that it is not waited for any more. */
function heard(requested: Promise<string>): Promise<string> {
  return requested.catch((error: unknown) => (error instanceof ChainUnavailableError ? 'left' : 'error'));
}

/** The outcome of each by now. */
async function outcomes(requested: readonly Promise<string>[]): Promise<string[]> {
  await vi.advanceTimersByTimeAsync(0);
  const open = Promise.resolve('waits');
  return Promise.all(requested.map((each) => Promise.race([each, open])));
}

test('of many who ask a node that never answers one goes on waiting, and the others are free after a few seconds', async () => {
  const ask = createSilentNodeGuard(5_000);
  const node = slowNode();
  const first = Array.from({ length: 8 }, () => heard(ask(ETH, node.question)));
  expect(await outcomes(first)).toEqual(Array.from({ length: 8 }, () => 'waits'));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await outcomes(first)).toEqual(['waits', ...Array.from({ length: 7 }, () => 'left')]);
  // A new call does not even wait, and callers of another node notice nothing.
  expect(await outcomes([heard(ask(ETH, node.question))])).toEqual(['left']);
  expect(node.answers).toHaveLength(8);
  expect(await ask(BTC, async () => 'here')).toBe('here');
});

test('a node that failed is asked by one at a time until it answers', async () => {
  const ask = createSilentNodeGuard(5_000);
  const node = slowNode();
  const failing = heard(ask(ETH, node.question));
  node.answers[0]?.reject(new ChainUnavailableError('It is away.'));
  expect(await failing).toBe('left');
  const requested = [heard(ask(ETH, node.question)), heard(ask(ETH, node.question))];
  expect(await outcomes(requested)).toEqual(['waits', 'left']);
  node.answers[1]?.resolve('back');
  expect(await requested[0]).toBe('back');
  const again = Array.from({ length: 3 }, () => heard(ask(ETH, node.question)));
  expect(await outcomes(again)).toEqual(['waits', 'waits', 'waits']);
  for (const { resolve } of node.answers) resolve('here');
  expect(await outcomes(again)).toEqual(['here', 'here', 'here']);
});

test('a node that answers late to one who left has answered', async () => {
  const ask = createSilentNodeGuard(5_000);
  const node = slowNode();
  const requested = [heard(ask(ETH, node.question)), heard(ask(ETH, node.question))];
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await outcomes(requested)).toEqual(['waits', 'left']);
  node.answers[1]?.resolve('late');
  await outcomes(requested);
  expect(await outcomes([heard(ask(ETH, async () => 'here'))])).toEqual(['here']);
});

test('an answer that is an error of another kind is one', async () => {
  const ask = createSilentNodeGuard(5_000);
  await expect(ask(ETH, async () => Promise.reject(new Error('bad')))).rejects.toThrow('bad');
  expect(await outcomes([heard(ask(ETH, async () => 'a')), heard(ask(ETH, async () => 'b'))])).toEqual(['a', 'b']);
});
