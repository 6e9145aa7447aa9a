import type {
  CreateWebhookEndpointBody,
  UpdateWebhookEndpointBody,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from '../../contract/webhook-endpoints.ts';
import type { EndpointChange, NewEndpoint, WithSecret } from '../../db/webhooks/endpoints.ts';
import type { EndpointRow } from '../../db/webhooks/rows.ts';
import { type ApiVersion, storedVersion, VERSION_ENDS } from '../../domain/versions/api-versions.ts';
import { settingVersion } from '../../domain/versions/policy.ts';
import { requirePublicTarget, type TargetRules } from '../../domain/web/public-target.ts';
import { chosenEvents } from '../../domain/webhooks/endpoint.ts';
import type { EventKind } from '../../domain/webhooks/event-kinds.ts';

/**
 * Facts that decide whether an endpoint is possible: the mode, the networks and the events that its creator may read.
 */
export interface EndpointRules extends Omit<TargetRules, 'field'> {
  readonly kinds: readonly EventKind[];
  /** The version of new ones that name none. */
  readonly apiVersion: ApiVersion;
  readonly nowMs: number;
}

/** @throws DomainError `validation_failed`, `permission_denied` for events that may not be read */
export function toNewEndpoint(body: CreateWebhookEndpointBody, rules: EndpointRules): NewEndpoint {
  const { url, description = null, event_types, api_version: version = rules.apiVersion } = body;
  requirePublicTarget(url, { ...rules, field: 'url' });
  const apiVersion = settingVersion(version, VERSION_ENDS, rules.nowMs);
  return { url, description, eventTypes: chosenEvents(event_types, rules.kinds), apiVersion };
}

/** The same for a change. */
export function toEndpointChange(body: UpdateWebhookEndpointBody, rules: EndpointRules): EndpointChange {
  const { url, description, event_types, enabled, api_version: version } = body;
  if (url !== undefined) requirePublicTarget(url, { ...rules, field: 'url' });
  return {
    url,
    description,
    eventTypes: event_types === undefined ? undefined : chosenEvents(event_types, rules.kinds),
    enabled,
    apiVersion: version === undefined ? undefined : settingVersion(version, VERSION_ENDS, rules.nowMs),
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
    api_version: storedVersion(row.apiVersion),
    created_at: row.createdAt.toISOString(),
  };
}

export function presentWithSecret({ endpoint, secret }: WithSecret): WebhookEndpointWithSecret {
  return { ...presentEndpoint(endpoint), secret };
}
