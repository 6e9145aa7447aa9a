import { useQuery } from '@tanstack/react-query';
import type { SpaBalance } from '../../contract/balances.ts';
import { useProvider } from '../data/use-provider.ts';
import { isPositive } from '../invoices/decimal.ts';

/** The balances of the active profile, by asset. */
export function useBalances() {
  const provider = useProvider();
  return useQuery({ queryKey: ['balances'], queryFn: () => provider.balances() });
}

export function hasMoney({ available, pending, held }: SpaBalance): boolean {
  return [available, pending, held].some((amount) => isPositive(amount));
}
