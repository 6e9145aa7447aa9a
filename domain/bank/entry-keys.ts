import type { StatementEntry } from './messages.ts';
import { identityOf } from './movements.ts';

export type KeyedEntry = StatementEntry & { readonly key: string };

/**
 * Names the entries of one statement or notification: by what each says, and where it is said. Equal ones are counted,
 * so that a file that is read again finds its own.
 */
export function entryKeys(saidIn: string): (entry: StatementEntry) => KeyedEntry {
  const seen = new Map<string, number>();
  return (entry) => {
    const identity = identityOf(entry);
    const count = (seen.get(identity) ?? 0) + 1;
    seen.set(identity, count);
    return { ...entry, key: `${identity}@${saidIn}#${count}` };
  };
}
