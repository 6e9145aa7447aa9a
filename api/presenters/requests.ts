import type { LoggedRequest, RequestLogQuery, SpaRequestLogQuery } from '../../contract/requests.ts';
import type { RequestFilter, RequestRow } from '../../db/history/request-log.ts';
import { msOfId } from '../../domain/ids.ts';
import { periodOf } from './list-query.ts';

type Of = Pick<RequestFilter, 'profileId' | 'tokenIds' | 'nowMs'>;

/** The filter that a program names, of the shop and the token that calls. */
export function toRequestFilter(query: RequestLogQuery, of: Of): RequestFilter {
  const { after, limit = 100, status, method, path, created_after: since, created_before: until } = query;
  return {
    ...of,
    limit,
    path,
    after: after?.toLowerCase(),
    statuses: listOf(status),
    methods: listOf(method),
    createdAfter: since === undefined ? undefined : new Date(since),
    createdBefore: until === undefined ? undefined : new Date(until),
  };
}

/** The same of the back office, whose lists name both ends of a period. */
export function toShopRequestFilter(query: SpaRequestLogQuery, of: Omit<Of, 'tokenIds'>): RequestFilter {
  const { after, limit = 100, status, method, token, search } = query;
  const { dateFrom, dateTo } = periodOf(query);
  return {
    ...of,
    limit,
    search,
    after: after?.toLowerCase(),
    statuses: listOf(status),
    methods: listOf(method),
    tokenIds: listOf(token),
    createdAfter: dateFrom && new Date(dateFrom.getTime() - 1),
    createdBefore: dateTo && new Date(dateTo.getTime() + 1),
  };
}

export function presentRequest(row: RequestRow): LoggedRequest {
  const { id, request_id, method, route, path, status, error_code, duration_ms, has_idempotency_key, api_version } =
    row;
  return {
    id,
    created_at: new Date(msOfId(id)).toISOString(),
    request_id,
    method,
    route,
    path,
    status,
    error_code,
    duration_ms,
    idempotency_key: has_idempotency_key,
    api_version,
    token: { id: row.token_id, name: row.token_name },
  };
}

function listOf(text: string | undefined): readonly string[] | undefined {
  return text?.split(',');
}
