import { useQuery } from '@tanstack/react-query';
import { useProvider } from './use-provider.ts';

/** The merchant's shops that the user may work in, the first one first. */
export function useShops({ enabled = true }: { readonly enabled?: boolean } = {}) {
  const provider = useProvider();
  return useQuery({ queryKey: ['shops'], queryFn: () => provider.shops(), enabled });
}
