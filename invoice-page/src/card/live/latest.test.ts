import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLatest } from './latest.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that answers when the test says so, whether the caller still waits or not. */
function slowServer() {
  const waiting: { text: string; answer: (text: string) => void; fail: (error: Error) => void }[] = [];
  const asker = createLatest<string, string>({
    ask: (text) => new Promise((answer, fail) => waiting.push({ text, answer, fail })),
    isSame: (one, other) => one === other,
    pauseMs: 300,
  });
  return { asker, waiting };
}

describe('the latest answer', () => {
  it('is requested when typing pauses, and once for the same text', async () => {
    const { asker, waiting } = slowServer();
    for (const text of ['1', '10', '100']) asker.request(text);
    await vi.advanceTimersByTimeAsync(299);
    expect(waiting).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    asker.request('100');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(waiting.map(({ text }) => text)).toEqual(['100']);
  });

  it('never is that of an earlier text, in whatever order answers and failures come', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(9), { minLength: 2, maxLength: 8 }),
        fc.array(fc.tuple(fc.nat(), fc.boolean()), { minLength: 8, maxLength: 8 }),
        async (texts, order) => {
          const { asker, waiting } = slowServer();
          for (const [index, text] of texts.entries()) {
            asker.request(String(text));
            if (index % 2 === 0) await vi.advanceTimersByTimeAsync(300);
            const [pick, fails] = order[index] ?? [0, false];
            const one = waiting[pick % Math.max(1, waiting.length)];
            if (fails) one?.fail(new Error(one.text));
            else one?.answer(one.text);
            await vi.advanceTimersByTimeAsync(0);
            const { request, answer, error } = asker.getState();
            if (answer !== null) expect(answer).toBe(request);
            if (error !== null) expect(error).toEqual(new Error(String(request)));
          }
        },
      ),
    );
  });

  it('stays while it is requested again, and is removed with the text', async () => {
    const { asker, waiting } = slowServer();
    asker.request('100');
    await vi.advanceTimersByTimeAsync(300);
    waiting[0]?.answer('first');
    await vi.advanceTimersByTimeAsync(0);
    asker.again();
    expect(asker.getState().answer).toBe('first');
    waiting[1]?.answer('second');
    await vi.advanceTimersByTimeAsync(0);
    expect(asker.getState().answer).toBe('second');
    asker.request(null);
    expect(asker.getState()).toEqual({ request: null, answer: null, error: null });
  });
});
