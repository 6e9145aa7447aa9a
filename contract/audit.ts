import { type Static, Type } from 'typebox';
import { AUDIT_ACTOR_KINDS, AUDIT_AREAS } from '../domain/accounts/audit.ts';
import { Exact, Instant, Nullable, Text } from './basics.ts';
import { InvoiceListQuery, PageQuery } from './lists.ts';

/** One thing that somebody did. */
export const AuditEntryView = Exact(
  {
    number: Type.String({ description: 'Its place in the log: 1, 2, 3 … without gaps.' }),
    at: Instant,
    actor_kind: Type.Enum(AUDIT_ACTOR_KINDS, { type: 'string' }),
    actor_name: Type.String(),
    action: Type.String({ description: 'A key, e.g. `team.invited`.' }),
    sentence: Type.String({
      description: 'In words, without its actor.',
      examples: ['invited ana@shop.example as Viewer'],
    }),
    target_kind: Nullable(Type.String()),
    target_id: Nullable(Type.String()),
    browser: Nullable(Type.String()),
    ip: Nullable(Type.String()),
    location: Nullable(Type.String({ description: 'Null where it is not known.' })),
  },
  { title: 'AuditEntry' },
);

export const AuditQuery = Exact({
  page: PageQuery.properties.page,
  per_page: PageQuery.properties.per_page,
  area: Type.Optional(Type.Enum(AUDIT_AREAS, { type: 'string' })),
  search: Type.Optional(Text(200, 'In names of who did it and of what it was done to.')),
  date_from: InvoiceListQuery.properties.date_from,
  date_to: InvoiceListQuery.properties.date_to,
});

export type AuditEntryView = Static<typeof AuditEntryView>;
