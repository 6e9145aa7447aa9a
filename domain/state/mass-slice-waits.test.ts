import { describe, expect, it } from 'vitest';
import { type MassSliceMoment, type MassSliceSnapshot, nextSliceStep, UNKNOWN_SLICE } from './mass-slice-waits.ts';

const NOW_MS = 1_000_000_000;
const SIGNING_MS = 60_000;

function moment(snapshot: Partial<MassSliceSnapshot>, changes: Partial<MassSliceMoment> = {}): MassSliceMoment {
  return {
    snapshot: { ...UNKNOWN_SLICE, version: 3, unsigned: 2, unsent: 1, ...snapshot },
    sinceMs: 0,
    tries: 0,
    triedAtMs: 0,
    trouble: null,
    signingMs: SIGNING_MS,
    mayAsk: () => true,
    ...changes,
  };
}

const kept = { tries: 3, triedAtMs: NOW_MS, trouble: 'No answer.' };
const left = '2 lines to sign, 1 transactions to send.';

describe('what the workflow of a slice does next', () => {
  it('sends what is left, until nothing is', () => {
    const message = 'Checking what to sign and send.';
    expect(nextSliceStep(moment(UNKNOWN_SLICE), NOW_MS)).toEqual({ kind: 'act', act: 'send', message });
    expect(nextSliceStep(moment({}), NOW_MS)).toEqual({ kind: 'act', act: 'send', message: left });
    expect(nextSliceStep(moment({ isSent: true }), NOW_MS).kind).toBe('end');
  });

  it('tries again after growing pauses what is kept, and says what keeps it', () => {
    const at = moment({ keptSinceMs: NOW_MS }, kept);
    expect(nextSliceStep(at, NOW_MS)).toEqual({
      kind: 'wait',
      untilMs: NOW_MS + 4_000,
      message: `${left} No answer. Tried 3 times; trying again.`,
    });
    expect(nextSliceStep(at, NOW_MS + 4_000)).toEqual({ kind: 'act', act: 'send', message: left });
  });

  it('asks for an operator once, after a try that was kept for long, and goes on', () => {
    const keptSinceMs = NOW_MS - SIGNING_MS;
    const ask = { kind: 'act', act: 'ask_operator', message: `${left} No answer.` };
    expect(nextSliceStep(moment({ keptSinceMs }, kept), NOW_MS)).toEqual(ask);
    expect(nextSliceStep(moment({ keptSinceMs: keptSinceMs + 1 }, kept), NOW_MS)).toMatchObject({ kind: 'wait' });
    // A pause that is over asks nobody: the next try may do it.
    const notTriedSince = moment({ keptSinceMs }, { ...kept, triedAtMs: NOW_MS - 10_000 });
    expect(nextSliceStep(notTriedSince, NOW_MS)).toMatchObject({ act: 'send' });
    expect(nextSliceStep(moment({ keptSinceMs }, { ...kept, mayAsk: () => false }), NOW_MS).kind).toBe('wait');
    expect(nextSliceStep(moment({ keptSinceMs, asked: true }, kept), NOW_MS).message).toBe(
      `${left} Waiting for an operator; still retrying. No answer. Tried 3 times; trying again.`,
    );
  });

  it('says that nobody is needed any more before it goes on or ends', () => {
    expect(nextSliceStep(moment({ asked: true }), NOW_MS)).toMatchObject({ act: 'clear_operator_request' });
    expect(nextSliceStep(moment({ asked: true, isSent: true }), NOW_MS)).toMatchObject({
      act: 'clear_operator_request',
    });
  });
});
