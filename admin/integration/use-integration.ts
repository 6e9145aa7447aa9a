import { useQuery } from '@tanstack/react-query';
import { useProvider } from '../data/data-provider.ts';

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

/** What the operations of this merchant cost. */
export function useFees() {
  const provider = useProvider();
  return useQuery({ queryKey: ['fees'], queryFn: () => provider.fees() });
}
