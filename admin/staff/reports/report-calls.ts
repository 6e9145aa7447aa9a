import type { CloseReportBody, ReportView, WriteReportBody } from '../../../contract/staff-operations.ts';
import type { StaffApi } from '../data/staff-call.ts';

export const reportCalls = (api: StaffApi) => ({
  writeReport: (id: string, body: WriteReportBody) => api.put<ReportView>(`reports/${id}`, body),
  fileReport: (id: string, body: CloseReportBody) => api.post<ReportView>(`reports/${id}/file`, body),
  dismissReport: (id: string, body: CloseReportBody) => api.post<ReportView>(`reports/${id}/dismiss`, body),
  exportReport: (id: string) => api.file('POST', `reports/${id}/export`),
});
