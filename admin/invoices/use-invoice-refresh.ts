import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { isStaleAfter } from '../data/live-queries.ts';

/** Refetches an invoice and its related data after this page has changed it. */
export function useInvoiceRefresh(id: string): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    () => queries.invalidateQueries({ predicate: ({ queryKey }) => isStaleAfter(queryKey, 'invoice', id) }),
    [queries, id],
  );
}
