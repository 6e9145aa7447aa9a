import { type Static, Type } from 'typebox';
import { METHODS } from '../domain/web/methods.ts';
import { Exact, Instant, Nullable, Text, Uuid } from './basics.ts';
import { filters, idsOf } from './lists.ts';

export const RequestLogQuery = Exact({
  after: Type.Optional({ ...Uuid, description: '`next` of the page before; none: from the newest.' }),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 100 })),
  status: Type.Optional(
    Type.String({
      pattern: '^[2-5](xx|[0-9]{2})$',
      description: 'Only this status, or class of statuses: `404`, `4xx`.',
      examples: ['4xx'],
    }),
  ),
  method: Type.Optional(Type.Enum(METHODS, { type: 'string' })),
  path: Type.Optional(Text(200, 'Only paths that begin with it: `/api/v1/invoices`.')),
  created_after: Type.Optional({ ...Instant, description: 'Only requests answered after this moment.' }),
  created_before: Type.Optional({ ...Instant, description: 'Only requests answered before this moment.' }),
});

const { after, limit } = RequestLogQuery.properties;
const STATUS = '[2-5](xx|[0-9]{2})';
const METHOD = `(${METHODS.join('|')})`;

/** The same for the back office, by the names of its lists: several values by comma, days, and one field to search. */
export const SpaRequestLogQuery = Exact({
  after,
  limit,
  status: several(STATUS, 'Only these statuses, or classes of statuses, by comma: `4xx,500`.'),
  method: several(METHOD, 'Only these methods, by comma.'),
  token: idsOf('tokens'),
  search: Type.Optional(Text(200, 'Only this request ID, or paths that begin with it.')),
  date_from: filters.date_from,
  date_to: filters.date_to,
});

export const LoggedRequest = Exact(
  {
    id: Uuid,
    created_at: { ...Instant, description: 'When the answer ended.' },
    request_id: Type.String({ description: '`X-Request-Id` of the answer.' }),
    method: Type.String(),
    route: Type.String({ examples: ['/api/v1/invoices/:id'] }),
    path: Type.String({ description: 'With the ids that were called, and without the query.' }),
    status: Type.Integer(),
    error_code: Nullable(Type.String({ examples: ['validation_failed'] })),
    duration_ms: Type.Integer({ minimum: 0 }),
    idempotency_key: Type.Boolean({ description: 'True: it had an `Idempotency-Key`.' }),
    api_version: Nullable(
      Type.String({ description: 'Null: from before versions existed, or refused before one was chosen.' }),
    ),
    token: Exact({ id: Uuid, name: Nullable(Type.String()) }),
  },
  { title: 'LoggedRequest' },
);

export const RequestLog = Exact(
  {
    data: Type.Array(LoggedRequest),
    has_more: Type.Boolean({ description: 'Read on: with a filter, the next page may be empty.' }),
    next: Type.String({ description: 'Value for `after` of the next call, which is about older requests.' }),
  },
  { title: 'RequestLog' },
);

export type LoggedRequest = Static<typeof LoggedRequest>;
export type SpaRequestLogQuery = Static<typeof SpaRequestLogQuery>;
export type RequestLogQuery = Static<typeof RequestLogQuery>;

function several(one: string, description: string) {
  return Type.Optional(Type.String({ pattern: `^${one}(,${one})*$`, maxLength: 100, description }));
}
