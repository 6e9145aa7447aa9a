import type { ReportSummary } from '../../api/contract/history.ts';
import type { ReportKind } from '../../domain/reports.ts';
import { ApiError } from '../data/api-error.ts';
import { call } from '../data/http-client.ts';
import { ask } from '../data/profile-call.ts';
import { visitorId } from '../data/visitor-id.ts';

/** The zone that this browser shows times in. */
export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Asks for a report of what a list shows. @throws ApiError */
export function askForReport(kind: ReportKind, filter: Readonly<Record<string, string>>): Promise<ReportSummary> {
  return ask<ReportSummary>('/reports', { method: 'POST', body: { kind, filter, time_zone: timeZone() } });
}

/** @throws ApiError */
export async function readReport(id: string): Promise<ReportSummary> {
  return (await call<{ data: ReportSummary }>(`/spa/reports/${encodeURIComponent(id)}`)).json.data;
}

/** @throws ApiError */
export async function mailReport(id: string): Promise<void> {
  await call(`/spa/reports/${encodeURIComponent(id)}/send-to-mail`, { method: 'POST', body: {} });
}

/** Fetches the file, telling how many bytes have come. @throws ApiError, also when the answer breaks off */
export async function fetchReport(id: string, onBytes: (bytes: number) => void, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(`/spa/reports/${encodeURIComponent(id)}/file`, {
    headers: { 'X-VISITOR-ID': visitorId() ?? '' },
    credentials: 'same-origin',
    signal,
  });
  if (!response.ok || response.body === null) throw new ApiError(response.status, {});
  const parts: BlobPart[] = [];
  let bytes = 0;
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts, { type: 'text/csv' });
    parts.push(value);
    bytes += value.byteLength;
    onBytes(bytes);
  }
}
