import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { Verification } from '../../contract/verification.ts';
import { reloadUser, session } from '../data/session.ts';
import { useProvider } from '../data/use-provider.ts';

const KEY = ['verification'];
/** While others act the page looks for news by itself. */
const LOOK_MS = 5_000;

/** The merchant's verification; refetched now and then while somebody else must act. */
export function useVerification() {
  const provider = useProvider();
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => provider.verification(),
    refetchInterval: ({ state }) => (isWaiting(state.data) ? LOOK_MS : false),
  });
  const isOpen = query.data?.production_open;
  useEffect(() => {
    // The mode switch follows the user, who was read before.
    const known = session.get()?.merchant.can_production_activate;
    if (isOpen !== undefined && known !== undefined && known !== isOpen) void reloadUser().catch(() => {});
  }, [isOpen]);
  return query;
}

/** Takes what a call answered with. */
export function useTaken(): (verification: Verification) => void {
  const queries = useQueryClient();
  return useCallback((verification) => queries.setQueryData(KEY, verification), [queries]);
}

function isWaiting(verification: Verification | undefined): boolean {
  if (verification === undefined) return false;
  return (
    verification.actor === 'provider' ||
    verification.actor === 'staff' ||
    verification.status === 'approved' ||
    verification.status === 'integrating'
  );
}
