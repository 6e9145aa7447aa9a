import { setTimeout as pause } from 'node:timers/promises';
import { CliError, EXIT, type Io } from './io.ts';

export interface WithStatus {
  readonly status: string;
}

/** Statuses from which nothing goes on by itself, and whether they are a success. */
export const ENDS: Readonly<Record<string, boolean>> = {
  done: true,
  overpaid: true,
  refunded: true,
  partially_refunded: true,
  expired: false,
  expired_paid: false,
  invalid: false,
  canceled: false,
  error: false,
  not_valid: false,
};

interface Patience {
  /** How long to wait; as long as it takes unless said. */
  readonly timeoutSeconds?: number | undefined;
  readonly everyMs?: number;
}

/** Reads an object until it has ended. @throws CliError with {@link EXIT.notEnded} once the time is over */
export async function untilEnded<Item extends WithStatus>(
  io: Io,
  read: () => Promise<Item>,
  { timeoutSeconds, everyMs = 1_000 }: Patience = {},
): Promise<Item> {
  const endsMs = timeoutSeconds === undefined ? Number.POSITIVE_INFINITY : performance.now() + timeoutSeconds * 1_000;
  for (let last = ''; ; ) {
    const item = await read();
    if (item.status !== last) io.warn(`… ${item.status}`);
    last = item.status;
    if (ENDS[item.status] !== undefined) return item;
    if (performance.now() + everyMs > endsMs) {
      throw new CliError(`It is still ${item.status} after ${timeoutSeconds} s.`, EXIT.notEnded);
    }
    await pause(everyMs, undefined, { signal: io.signal });
  }
}

export function isSuccess({ status }: WithStatus): boolean {
  return ENDS[status] === true;
}
