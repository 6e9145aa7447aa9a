import { type Static, Type } from 'typebox';
import { ENDPOINT_FORMATS, MAX_OVERLAP_HOURS, USUAL_OVERLAP_HOURS } from '../domain/webhooks/endpoint.ts';
import { Confirmed } from './account.ts';
import { Exact, Instant, Nullable, Text, Uuid, VersionChoice, VersionName, WebAddress } from './basics.ts';

const CHOICES = 'Types such as `invoice.done`, or `invoice.*` for all of an object.';

function EventChoices(description: string) {
  const Choice = Type.String({ maxLength: 60 });
  const examples = [['invoice.*', 'refund.done']];
  return Type.Array(Choice, { minItems: 1, maxItems: 100, uniqueItems: true, description, examples });
}

export const WebhookEndpoint = Exact(
  {
    id: Uuid,
    url: Type.String(),
    description: Nullable(Type.String()),
    event_types: Type.Array(Type.String(), { examples: [['invoice.*', 'refund.done']] }),
    format: Type.Enum(ENDPOINT_FORMATS, {
      type: 'string',
      description:
        'How it is written to. `standard`: body and headers of Standard Webhooks; `greenfield`: as BTCPay does, for an ' +
        'endpoint that a shop plugin made.',
    }),
    enabled: Type.Boolean(),
    disabled_at: Nullable(Instant),
    previous_secret_until: Nullable({
      ...Instant,
      description: 'Until then every webhook is signed with the secret before this one, too.',
    }),
    version: Type.Integer({ minimum: 1 }),
    api_version: VersionName('The version of the API that its webhooks are written in.'),
    created_at: Instant,
  },
  { title: 'WebhookEndpoint', description: 'Where events go besides the notification URLs.' },
);

/** The secret is in this answer and in no other. */
export const WebhookEndpointWithSecret = Exact(
  { ...WebhookEndpoint.properties, secret: Type.String({ examples: ['whsec_…'] }) },
  { title: 'WebhookEndpointWithSecret' },
);

const fields = {
  url: {
    ...WebAddress('https, in sandbox also http; no private network.'),
    examples: ['https://shop.example/hooks/tidegate'],
  },
  description: Nullable(Text(200)),
  api_version: VersionChoice('The version of its webhooks. Default of a new one: that of the call.'),
};

const created = {
  url: fields.url,
  event_types: Type.Optional(EventChoices(`${CHOICES} Default: all that you may read.`)),
  description: Type.Optional(fields.description),
  api_version: Type.Optional(fields.api_version),
};

const changed = {
  url: Type.Optional(fields.url),
  event_types: Type.Optional(EventChoices(CHOICES)),
  description: Type.Optional(fields.description),
  api_version: Type.Optional(fields.api_version),
  enabled: Type.Optional(
    Type.Boolean({
      examples: [true],
      description: 'False: nothing more is sent to it, and nothing that it missed later.',
    }),
  ),
};

const overlap = {
  overlap_hours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_OVERLAP_HOURS,
      default: USUAL_OVERLAP_HOURS,
      description: 'How long the old secret signs beside the new.',
    }),
  ),
};

export const CreateWebhookEndpointBody = Exact(created, { title: 'CreateWebhookEndpoint' });
export const UpdateWebhookEndpointBody = Exact(changed, {
  title: 'UpdateWebhookEndpoint',
  description: 'What is left out stays as it is.',
});
export const RotateEndpointSecretBody = Exact(overlap, { title: 'RotateEndpointSecret' });

/** The same in the back office, with what proves who acts. */
export const SpaCreateEndpointBody = Exact({ ...created, ...Confirmed }, { title: 'SpaCreateWebhookEndpoint' });
export const SpaUpdateEndpointBody = Exact({ ...changed, ...Confirmed }, { title: 'SpaUpdateWebhookEndpoint' });
export const SpaRotateEndpointBody = Exact({ ...overlap, ...Confirmed }, { title: 'SpaRotateEndpointSecret' });

export type WebhookEndpoint = Static<typeof WebhookEndpoint>;
export type WebhookEndpointWithSecret = Static<typeof WebhookEndpointWithSecret>;
export type CreateWebhookEndpointBody = Static<typeof CreateWebhookEndpointBody>;
export type UpdateWebhookEndpointBody = Static<typeof UpdateWebhookEndpointBody>;
export type SpaCreateEndpointBody = Static<typeof SpaCreateEndpointBody>;
export type SpaUpdateEndpointBody = Static<typeof SpaUpdateEndpointBody>;
export type SpaRotateEndpointBody = Static<typeof SpaRotateEndpointBody>;
