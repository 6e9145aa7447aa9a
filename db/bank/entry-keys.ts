import { createHash } from 'node:crypto';
import type { StatementEntry } from '../../domain/bank/messages.ts';

/**
 * Names entries so that one movement has the same key in a notification and in its statement, and two movements never
 * share one: by the bank's reference, or by everything that is said of them. Equal ones within a file are counted.
 */
export function entryKeys(): (entry: StatementEntry) => string {
  const seen = new Map<string, number>();
  return (entry) => {
    const base = baseOf(entry);
    const count = (seen.get(base) ?? 0) + 1;
    seen.set(base, count);
    return `${base}#${count}`;
  };
}

function baseOf({ bankReference, endToEndId, direction, ...entry }: StatementEntry): string {
  if (bankReference !== null) return `${direction}:${bankReference}:${endToEndId ?? ''}`;
  const said = [entry.day, entry.amountMinor.toString(), endToEndId, entry.remittance, entry.partyIban, entry.code];
  return `${direction}:${createHash('sha256').update(JSON.stringify(said)).digest('base64url')}`;
}
