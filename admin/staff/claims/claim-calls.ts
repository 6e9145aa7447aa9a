import type { StaffClaim } from '../../../contract/claims.ts';
import type { StaffApi } from '../data/staff-call.ts';

export const claimCalls = (api: StaffApi) => ({
  approveClaim: (id: string, reason: string) => api.post<StaffClaim>(`claims/${id}/approve`, { reason }),
  refuseClaim: (id: string, reason: string) => api.post<StaffClaim>(`claims/${id}/refuse`, { reason }),
});
