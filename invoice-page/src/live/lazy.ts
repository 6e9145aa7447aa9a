import { useEffect, useState } from 'react';

/** Something that is read when it is first needed: a rare part of the page, or an answer of the server. */
export interface Lazy<T> {
  /** Null until it is there; what was there stays while it is read again. */
  readonly value: T | null;
  readonly hasFailed: boolean;
  retry(): void;
}

/** Reads now, and again when `key` becomes another one or a reader asks for it. */
export function useLazy<T>(read: () => Promise<T>, key: string): Lazy<T> {
  const [{ value, hasFailed }, setState] = useState<Pick<Lazy<T>, 'value' | 'hasFailed'>>({
    value: null,
    hasFailed: false,
  });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key and each round reads once
  useEffect(() => {
    let isCurrent = true;
    read().then(
      (found) => isCurrent && setState({ value: found, hasFailed: false }),
      () => isCurrent && setState((before) => ({ ...before, hasFailed: true })),
    );
    return () => {
      isCurrent = false;
    };
  }, [key, round]);
  return { value, hasFailed, retry: () => setRound((count) => count + 1) };
}
