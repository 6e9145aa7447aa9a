import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { isStaleAfter } from '../data/live-queries.ts';

/** Reads an invoice and what hangs on it anew, for when this page itself has changed it. */
export function useInvoiceRefresh(id: string): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    () => queries.invalidateQueries({ predicate: ({ queryKey }) => isStaleAfter(queryKey, 'invoice', id) }),
    [queries, id],
  );
}
