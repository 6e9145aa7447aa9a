import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Reads what is cached under these first words of keys again, wherever it is shown: for what an act has changed. */
export function useReadAgain(): (...names: readonly string[]) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    (...names) => queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => names.includes(String(name)) }),
    [queries],
  );
}
