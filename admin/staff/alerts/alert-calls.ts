import type { AlertView } from '../../../contract/staff-alerts.ts';
import type { StaffApi } from '../data/staff-call.ts';

export const alertCalls = (api: StaffApi) => ({
  acknowledgeAlert: (id: string, note: string) => api.post<AlertView>(`alerts/${id}/acknowledge`, { note }),
  closeAlert: (id: string, note: string) => api.post<AlertView>(`alerts/${id}/close`, { note }),
});
