import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** The first word of every key of team access. */
export const TEAM = 'team';

/** Reads everything of team access anew: an act changes members, invitations and the audit log at once. */
export function useTeamRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: [TEAM] }), [queries]);
}
