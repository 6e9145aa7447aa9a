import { type Static, Type } from 'typebox';
import { INVOICE_STATUSES } from '../domain/state/invoice-status.ts';
import { PAYOUT_STATUSES } from '../domain/state/payout-status.ts';
import { EVENT_KINDS } from '../domain/webhooks/event-kinds.ts';
import { Exact, GateIdSchema, Text } from './basics.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const DATE = '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,3})?)?(Z|[+-]\\d{2}:\\d{2})?)?$';

const paging = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1 })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
  order: Type.Optional(Type.Enum(['asc', 'desc'], { type: 'string' })),
};

export const filters = {
  date_from: Type.Optional(
    Type.String({ pattern: DATE, description: 'Created at or after; a day or an instant, UTC.' }),
  ),
  date_to: Type.Optional(Type.String({ pattern: DATE, description: 'Created at or before; a day counts to its end.' })),
  gate_id: Type.Optional(GateIdSchema),
  reference: Type.Optional(Text(255)),
};

/** Several statuses of these, by comma. */
export function statusesOf(statuses: readonly string[]) {
  const one = `(${statuses.join('|')})`;
  return Type.Optional(
    Type.String({ pattern: `^${one}(,${one})*$`, maxLength: 300, description: 'One or several, by comma.' }),
  );
}

const KINDS = EVENT_KINDS.join('|');

/** The kinds of objects that events, balance changes or webhooks are about. */
export const Kinds = Type.Optional(
  Type.String({ pattern: `^(${KINDS})(,(${KINDS}))*$`, maxLength: 100, description: 'One or several, by comma.' }),
);

/** At most a hundred rows by their ids. */
export function idsOf(what: string) {
  return Type.Optional(
    Type.String({ pattern: `^${UUID}(,${UUID}){0,99}$`, description: `Only these ${what}, by comma.` }),
  );
}

/**
 * Query of a list of invoices: the one list contract of all lists, plus `reference` and `metadata` for a shop that lost
 * an id.
 */
export const InvoiceListQuery = Exact({
  ...paging,
  ...filters,
  sort: Type.Optional(
    Type.Enum(['created_at', 'expires_at', 'completed_at', 'total', 'status', 'reference'], { type: 'string' }),
  ),
  search: Type.Optional(
    Text(
      200,
      'Searches ID, reference, description, address, transaction ID and customer email; a metadata value only as a ' +
        'whole.',
    ),
  ),
  metadata: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_.-]{1,40}:[^\\u0000]*$',
      maxLength: 541,
      description:
        'A key of the metadata and its whole value, with a colon between: the fast way to find an invoice by it.',
      examples: ['cart:4711'],
    }),
  ),
  status: statusesOf(INVOICE_STATUSES),
  ids: idsOf('invoices'),
});

/** Query of a list of payouts, withdrawals or refunds. */
export const PayoutListQuery = Exact({
  ...paging,
  ...filters,
  sort: Type.Optional(Type.Enum(['created_at', 'completed_at', 'amount', 'status', 'reference'], { type: 'string' })),
  search: Type.Optional(Text(200, 'Searches ID, reference, description, address and transaction ID.')),
  status: statusesOf(PAYOUT_STATUSES),
  ids: idsOf('payouts'),
});

export const PageQuery = Exact(paging);

/** Query of a list that is short enough to come whole. */
export const WholeListQuery = Exact({
  page: paging.page,
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Left out, one page holds all.' })),
  gate_id: filters.gate_id,
});

export type InvoiceListQuery = Static<typeof InvoiceListQuery>;
export type PayoutListQuery = Static<typeof PayoutListQuery>;
