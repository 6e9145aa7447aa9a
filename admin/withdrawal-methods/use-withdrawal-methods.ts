import { useQuery } from '@tanstack/react-query';
import type { PaymentMethod } from '../../contract/payment-methods.ts';
import { useProvider } from '../data/use-provider.ts';

/** The methods that withdraw, all of them or the automatic ones; their changes make every list of methods stale. */
export function useWithdrawalMethods(filter: { readonly automatic?: true } = {}) {
  const provider = useProvider();
  return useQuery<readonly PaymentMethod[]>({
    queryKey: ['payment-methods', 'withdrawal', filter],
    queryFn: () => provider.withdrawalMethods(filter),
  });
}
