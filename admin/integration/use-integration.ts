import { useQuery } from '@tanstack/react-query';
import { LOADS_FEES } from '../data/loads-fees.ts';
import { useProvider } from '../data/use-provider.ts';

/** The settings of the mode that is shown. */
export function useProfile() {
  const provider = useProvider();
  return useQuery({ queryKey: ['profile'], queryFn: () => provider.profile() });
}

/** Every asset with its limits and fees. */
export function useGates() {
  const provider = useProvider();
  return useQuery({ queryKey: ['gates'], queryFn: () => provider.gates() });
}

/** The merchant's fees: refetched each minute, as network fees change, and soon after a failure. */
export function useFees() {
  const provider = useProvider();
  return useQuery({
    queryKey: ['fees'],
    queryFn: () => provider.fees(),
    refetchInterval: (query) => LOADS_FEES.refetchInterval(query) || FRESH_MS,
  });
}

const FRESH_MS = 60_000;
