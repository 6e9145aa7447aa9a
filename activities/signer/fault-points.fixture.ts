import type { SendingFaultPoint } from '../sending/deps.ts';
import type { SigningFaultPoint } from './sign.ts';

export type FaultPoint = SigningFaultPoint | SendingFaultPoint;

/** Each step boundary of money's way out, in its order; the signer takes the first five, the worker the others. */
export const FAULT_POINTS = [
  'before_reserve',
  'after_reserve',
  'after_sign',
  'after_store',
  'after_commit',
  'before_send',
  'after_send',
  'after_sent',
  'before_confirmed',
  'after_confirmed',
] as const satisfies readonly FaultPoint[];
