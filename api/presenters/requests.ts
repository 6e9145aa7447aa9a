import type { LoggedRequest, RequestLogQuery } from '../../contract/requests.ts';
import type { RequestFilter, RequestRow } from '../../db/history/request-log.ts';
import { msOfId } from '../../domain/ids.ts';

/** The filter that a call names, of the shop and, for programs, the token that calls. */
export function toRequestFilter(
  query: RequestLogQuery,
  of: Pick<RequestFilter, 'profileId' | 'tokenId' | 'nowMs'>,
): RequestFilter {
  const { after, limit = 100, status, method, path, created_after: since, created_before: until } = query;
  return {
    ...{ ...of, limit, status, method, path, after: after?.toLowerCase() },
    createdAfter: since === undefined ? undefined : new Date(since),
    createdBefore: until === undefined ? undefined : new Date(until),
  };
}

export function presentRequest(row: RequestRow): LoggedRequest {
  const { id, request_id, method, route, path, status, error_code, duration_ms, has_idempotency_key } = row;
  return {
    ...{ id, created_at: new Date(msOfId(id)).toISOString() },
    ...{ request_id, method, route, path, status, error_code, duration_ms, idempotency_key: has_idempotency_key },
    token: { id: row.token_id, name: row.token_name },
  };
}
