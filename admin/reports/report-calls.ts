import type { ReportSummary } from '../../contract/history.ts';
import type { CreateReportScheduleBody, ReportSchedule } from '../../contract/report-schedules.ts';
import type { ReportKind } from '../../domain/reports/reports.ts';
import type { Api } from '../data/api.ts';
import { ApiError } from '../data/api-error.ts';
import { visitorId } from '../data/visitor-id.ts';

/** The zone that this browser shows times in. */
export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export const reportCalls = (api: Api) => ({
  /** Makes a report of what a list shows. */
  createReport: (kind: ReportKind, filter: Readonly<Record<string, string>>) =>
    api.post<ReportSummary>('reports', { kind, filter, time_zone: timeZone() }),
  listReportSchedules: () => api.get<readonly ReportSchedule[]>('report-schedules'),
  addReportSchedule: (schedule: CreateReportScheduleBody) => api.post<ReportSchedule>('report-schedules', schedule),
  stopReportSchedule: (id: string) => api.delete<ReportSchedule>(`report-schedules/${encodeURIComponent(id)}`),
  readReport: (id: string) => api.get<ReportSummary>(pathOf(id)),
  mailReport: (id: string) => api.post(`${pathOf(id)}/send-to-mail`, {}),
  downloadReport,
});

function pathOf(id: string): string {
  return `/spa/reports/${encodeURIComponent(id)}`;
}

/** Fetches the file and says how many bytes have come. @throws ApiError, also when the answer breaks off */
async function downloadReport(id: string, onBytes: (bytes: number) => void, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(`${pathOf(id)}/file`, {
    headers: { 'X-VISITOR-ID': visitorId() ?? '' },
    credentials: 'same-origin',
    signal,
  });
  if (!response.ok || response.body === null) throw new ApiError(response.status, {});
  const parts: BlobPart[] = [];
  let bytes = 0;
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts, { type: response.headers.get('content-type') ?? 'text/csv' });
    parts.push(value);
    bytes += value.byteLength;
    onBytes(bytes);
  }
}

declare module '../data/use-provider.ts' {
  interface TidegateProvider extends ReturnType<typeof reportCalls> {}
}
