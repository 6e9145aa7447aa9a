import type {
  CreateWebhookEndpointBody,
  UpdateWebhookEndpointBody,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from '../../contract/webhook-endpoints.ts';
import type { EndpointChange, NewEndpoint, WithSecret } from '../../db/webhooks/endpoints.ts';
import type { EndpointRow } from '../../db/webhooks/rows.ts';
import { requirePublicTarget, type TargetRules } from '../../domain/web/public-target.ts';
import { chosenEvents } from '../../domain/webhooks/endpoint.ts';
import type { EventKind } from '../../domain/webhooks/event-kinds.ts';

/**
 * Facts that decide whether an endpoint is possible: the mode, the networks and the events that its creator may read.
 */
export interface EndpointRules extends Omit<TargetRules, 'field'> {
  readonly kinds: readonly EventKind[];
}

/** @throws DomainError `validation_failed`, `permission_denied` for events that may not be read */
export function toNewEndpoint(body: CreateWebhookEndpointBody, rules: EndpointRules): NewEndpoint {
  const { url, description = null, event_types } = body;
  requirePublicTarget(url, { ...rules, field: 'url' });
  return { url, description, eventTypes: chosenEvents(event_types, rules.kinds) };
}

/** The same for a change. */
export function toEndpointChange(body: UpdateWebhookEndpointBody, rules: EndpointRules): EndpointChange {
  const { url, description, event_types, enabled } = body;
  if (url !== undefined) requirePublicTarget(url, { ...rules, field: 'url' });
  return {
    ...(url === undefined ? {} : { url }),
    ...(description === undefined ? {} : { description }),
    ...(event_types === undefined ? {} : { eventTypes: chosenEvents(event_types, rules.kinds) }),
    ...(enabled === undefined ? {} : { enabled }),
  };
}

export function presentEndpoint(row: EndpointRow): WebhookEndpoint {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    event_types: [...row.eventTypes],
    format: row.format,
    enabled: row.disabledAt === null,
    disabled_at: row.disabledAt?.toISOString() ?? null,
    previous_secret_until: row.previousSecretUntil?.toISOString() ?? null,
    version: row.version,
    created_at: row.createdAt.toISOString(),
  };
}

export function presentWithSecret({ endpoint, secret }: WithSecret): WebhookEndpointWithSecret {
  return { ...presentEndpoint(endpoint), secret };
}
