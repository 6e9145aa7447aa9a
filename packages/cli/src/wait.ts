import { setTimeout as pause } from 'node:timers/promises';
import { CliError, EXIT, type Io } from './io.ts';

interface WithStatus {
  readonly status: string;
}

/** Statuses from which nothing goes on by itself, and whether they are a success. */
const ENDS: Readonly<Record<string, boolean>> = {
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

/** Reads an object until it has ended. @throws CliError with {@link EXIT.unsuccessful} after an end without success */
export async function untilEnded<Item extends WithStatus>(io: Io, read: () => Promise<Item>, everyMs = 1_000) {
  for (let last = ''; ; ) {
    const item = await read();
    if (item.status !== last) io.warn(`… ${item.status}`);
    last = item.status;
    if (ENDS[item.status] !== undefined) return item;
    await pause(everyMs, undefined, { signal: io.signal });
  }
}

/** @throws CliError if the object ended without success */
export function requireSuccess({ status }: WithStatus): void {
  if (ENDS[status] === false) throw new CliError(`It ended as ${status}.`, EXIT.unsuccessful);
}
