import { DomainError } from '../errors.ts';
import type { Id } from '../ids.ts';
import type { EventKind } from './event-kinds.ts';
import { allOf, readableTypes } from './event-types.ts';

export type EndpointId = Id<'webhook_endpoint'>;

/** How an endpoint is written to: by Standard Webhooks, or as BTCPay writes to the plugins of shop systems. */
export const ENDPOINT_FORMATS = ['standard', 'greenfield'] as const;

export type EndpointFormat = (typeof ENDPOINT_FORMATS)[number];

/** How many endpoints a shop may have in a mode: each event is sent to all of them. */
export const MAX_ENDPOINTS = 16;

/** The longest that two secrets of an endpoint sign together, in hours; a day unless said. */
export const MAX_OVERLAP_HOURS = 168;
export const USUAL_OVERLAP_HOURS = 24;

/**
 * The events of an endpoint, each once. Left out means all that its creator may read; an endpoint never gets more than
 * that, so that a token cannot read by webhook what it may not read by call.
 * @throws DomainError `validation_failed` for an unknown type, `permission_denied` for one that may not be read
 */
export function chosenEvents(requested: readonly string[] | undefined, kinds: readonly EventKind[]): string[] {
  if (kinds.length === 0) throw new DomainError('permission_denied', { message: 'The caller may read no events.' });
  return readableTypes(requested, { kinds, field: 'event_types' }) ?? kinds.map(allOf);
}
