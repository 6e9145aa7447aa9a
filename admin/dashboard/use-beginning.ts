import { useQuery } from '@tanstack/react-query';
import { useGetList } from 'react-admin';
import { useProvider } from '../data/use-provider.ts';
import { DECISIONS } from './decisions-card.tsx';
import { LATEST } from './latest-card.tsx';

/**
 * Whether the merchant has anything that figures could be about; `unknown` until that is known, and how high the card
 * above them is. An error counts as something, because the cards say themselves what went wrong.
 */
export function useBeginning(): 'unknown' | 'nothing' | 'something' {
  const provider = useProvider();
  const invoices = useGetList('invoices', LATEST);
  const history = useQuery({ queryKey: ['dashboard', 'history'], queryFn: () => provider.historyInfo() });
  const decisions = useGetList('invoices', DECISIONS);
  if (invoices.isPending || decisions.isPending || history.isPending) return 'unknown';
  const hasNone = invoices.total === 0 && history.data?.operations.every(({ count }) => count === 0);
  return hasNone === true ? 'nothing' : 'something';
}
