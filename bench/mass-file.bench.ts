import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readMassFile } from '../api/mass-payouts/read-file.ts';
import { encodeSegwit } from '../domain/address/bitcoin.ts';
import type { MassRules } from '../domain/mass-payouts/line.ts';
import { MASS_MAX_LINES } from '../domain/mass-payouts/review.ts';
import type { Figure } from './figure.ts';

const MAX_SECONDS = 3;
const MAX_BLOCKED_MS = 50;

/**
 * A file of as many lines as there may be, each with an address of its own, in one piece as an upload on a fast line
 * arrives.
 */
export async function run(): Promise<readonly Figure[]> {
  const bytes = Buffer.from(Array.from({ length: MASS_MAX_LINES }, (_, at) => line(at)).join(''));
  // The first of each kind compiles what reads it.
  await read(bytes.subarray(0, 20_000));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  const { review } = await read(bytes);
  const seconds = (performance.now() - start) / 1_000;
  delay.disable();
  if (review.valid !== MASS_MAX_LINES) throw new Error(`${review.bad.length} lines were not valid.`);
  const blockedMs = delay.max / 1e6;
  return [
    {
      name: `${MASS_MAX_LINES} lines of a mass payout read and checked`,
      value: seconds,
      unit: 's',
      target: `< ${MAX_SECONDS} s`,
      ok: seconds < MAX_SECONDS,
    },
    {
      name: 'event loop blocked meanwhile, at most',
      value: blockedMs,
      unit: 'ms',
      target: `≤ ${MAX_BLOCKED_MS} ms`,
      ok: blockedMs <= MAX_BLOCKED_MS,
    },
  ];
}

const rules: MassRules = {
  isOpen: () => true,
  chainOf: () => 'main',
  termsOf: () => ({ feePayer: 'merchant', serviceFeeBps: 30 }),
  feeOf: () => ({ chargedMinor: 2_000n, ceilingMinor: 2_000n, costMinor: null, sampledAt: null }),
  limitsOf: () => ({ minMinor: 4_000n, maxMinor: null, hourlyMinor: null, dailyMinor: null }),
  tokenContractOf: () => undefined,
};

function line(at: number): string {
  const program = new Uint8Array(20);
  new DataView(program.buffer).setUint32(0, at);
  return `BTC,${encodeSegwit('bc', 0, program)},order-${at},0.001\r\n`;
}

function read(bytes: Uint8Array) {
  return readMassFile(once(bytes), rules);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
