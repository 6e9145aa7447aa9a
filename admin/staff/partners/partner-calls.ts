import type { StaffPartner } from '../../../contract/partners.ts';
import type { StaffApi } from '../data/staff-call.ts';

/** Acts that need no reason, and those that are kept with one. */
export type PlainAct = 'take-up' | 'resume';
export type ReasonedAct = 'decline' | 'pause' | 'end';

export const partnerCalls = (api: StaffApi) => ({
  actOnPartner: (id: string, act: PlainAct) => api.post<StaffPartner>(`partners/${id}/${act}`, {}),
  actOnPartnerFor: (id: string, act: ReasonedAct, reason: string) =>
    api.post<StaffPartner>(`partners/${id}/${act}`, { reason }),
  approvePartner: (id: string, evidence: string) => api.post<StaffPartner>(`partners/${id}/approve`, { evidence }),
  decideReferral: (id: string, merchantId: string, body: { readonly counts: boolean; readonly reason: string }) =>
    api.post<StaffPartner>(`partners/${id}/merchants/${merchantId}/decide`, body),
});
