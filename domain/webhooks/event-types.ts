import { DomainError, fieldError } from '../errors.ts';
import { REQUEST_OUTCOMES } from '../payment-requests/status.ts';
import { PUBLISHED_CARD_STATUSES } from '../state/card-order-status.ts';
import { DEPOSIT_STATUSES } from '../state/deposit-status.ts';
import { INVOICE_STATUSES } from '../state/invoice-status.ts';
import { MASS_PAYOUT_STATUSES } from '../state/mass-payout.ts';
import { PAYOUT_STATUSES } from '../state/payout-status.ts';
import { EVENT_KINDS, type EventKind } from './event-kinds.ts';

/** The words after the subject in the types of its events: its statuses, and events without a change of status. */
export const EVENT_WORDS: Readonly<Record<EventKind, readonly string[]>> = {
  // Money in another coin than the invoice's.
  invoice: [...INVOICE_STATUSES, 'other_payment'],
  payout: PAYOUT_STATUSES,
  mass_payout: MASS_PAYOUT_STATUSES,
  refund: PAYOUT_STATUSES,
  conversion: ['done'],
  deposit: DEPOSIT_STATUSES,
  withdrawal: PAYOUT_STATUSES,
  card_order: PUBLISHED_CARD_STATUSES,
  payment_request: REQUEST_OUTCOMES,
};

/** Every type of a public event, such as `invoice.done`. */
export const EVENT_TYPES: readonly string[] = EVENT_KINDS.flatMap((kind) =>
  EVENT_WORDS[kind].map((word) => `${kind}.${word}`),
);

/** The topics by which consumers of the bus learn that an invoice was paid. */
export const PAID_TOPICS = ['event.invoice.done', 'event.invoice.overpaid'] as const;

/** All events of a subject, as an endpoint names them: `invoice.*`. */
export function allOf(kind: EventKind): string {
  return `${kind}.*`;
}

const CHOICES: ReadonlySet<string> = new Set([...EVENT_TYPES, ...EVENT_KINDS.map(allOf)]);

/**
 * The types of events that are wanted, each once; undefined stays so.
 * @throws DomainError `validation_failed` for an unknown type, `permission_denied` for one that may not be read
 */
export function readableTypes(
  requested: readonly string[] | undefined,
  { kinds, field }: { readonly kinds: readonly EventKind[]; readonly field: string },
): string[] | undefined {
  const unknown = requested?.find((type) => !CHOICES.has(type));
  if (unknown !== undefined) {
    throw fieldError(field, `${unknown} is no type of an event. Use, for example, invoice.done or invoice.*.`);
  }
  const readable: ReadonlySet<string> = new Set(kinds);
  const refused = requested?.find((type) => !readable.has(kindOfType(type)));
  if (refused !== undefined) {
    throw new DomainError('permission_denied', { fields: { [field]: [`You may not read ${refused}.`] } });
  }
  return requested === undefined ? undefined : [...new Set(requested)];
}

/** The subject of a type or of a choice. */
function kindOfType(type: string): string {
  return type.slice(0, Math.max(0, type.indexOf('.')));
}
