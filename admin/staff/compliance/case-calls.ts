import type { DecideBody, DecidedView, DispositionBody, DocumentPages } from '../../../contract/staff-cases.ts';
import type { StaffApi } from '../data/staff-call.ts';

export const caseCalls = (api: StaffApi) => ({
  openDocument: (id: string, reason: string) => api.post<DocumentPages>(`documents/${id}/open`, { reason }),
  decideCase: (id: string, body: DecideBody) => api.post<DecidedView>(`cases/${id}/decisions`, body),
  writeDisposition: (id: string, body: DispositionBody) => api.post(`cases/${id}/dispositions`, body),
  screenCase: (id: string) => api.post(`cases/${id}/screen`, {}),
});
