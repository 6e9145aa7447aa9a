import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { SpaBalance } from '../../api/contract/balances.ts';
import type { TidegateProvider } from '../data/data-provider.ts';
import { isPositive } from '../invoices/decimal.ts';

/** The balances of the active profile, by asset. */
export function useBalances() {
  const provider = useDataProvider<TidegateProvider>();
  return useQuery({ queryKey: ['balances'], queryFn: () => provider.balances() });
}

export function hasMoney({ available, pending, held }: SpaBalance): boolean {
  return [available, pending, held].some((amount) => isPositive(amount));
}
