import { useQueryClient } from '@tanstack/react-query';

/** Reads the address book again, wherever it is shown. */
export function useBookRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['address-book'] });
}
