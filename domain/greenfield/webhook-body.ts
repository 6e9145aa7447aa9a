import { fieldsOf, type GreenfieldFault, isRecord, textOf, textsOf } from './fields.ts';
import { type GreenfieldEndpoint, isGreenfieldEvent } from './webhook-events.ts';

/** A webhook as a plugin requests it. Undefined fields stay, or have their defaults. */
export interface RequestedWebhook {
  readonly url: string | undefined;
  readonly enabled: boolean | undefined;
  readonly secret: string | undefined;
  readonly endpoint: GreenfieldEndpoint;
}

/**
 * Reads the body of a webhook. Shopware sends the address alone. An event that is not ours, such as one of payouts, is
 * left out: it never comes.
 */
export function readRequestedWebhook(
  body: unknown,
  before: GreenfieldEndpoint = EVERYTHING,
): { readonly webhook: RequestedWebhook; readonly faults: readonly GreenfieldFault[] } {
  const fields = fieldsOf(body);
  const faults: GreenfieldFault[] = [];
  const secret = typeof fields.secret === 'string' && fields.secret !== '' ? fields.secret : undefined;
  if (secret !== undefined && secret.length > MAX_SECRET) {
    faults.push({ path: 'secret', message: `The secret has more than ${MAX_SECRET} characters.` });
  }
  const events = eventsOf(fields.authorizedEvents, before.events);
  if (events?.length === 0) {
    faults.push({ path: 'authorizedEvents.specificEvents', message: 'None of these events is sent.' });
  }
  const { enabled, automaticRedelivery } = fields;
  return {
    faults,
    webhook: {
      url: textOf(fields.url, 2001),
      enabled: typeof enabled === 'boolean' ? enabled : undefined,
      secret,
      endpoint: {
        events,
        automaticRedelivery:
          typeof automaticRedelivery === 'boolean' ? automaticRedelivery : before.automaticRedelivery,
      },
    },
  };
}

const EVERYTHING: GreenfieldEndpoint = { events: null, automaticRedelivery: true };
const MAX_SECRET = 200;

function eventsOf(value: unknown, before: GreenfieldEndpoint['events']): GreenfieldEndpoint['events'] {
  if (!isRecord(value)) return before;
  const named = textsOf(value.specificEvents);
  if (value.everything === true || named.length === 0) return null;
  return [...new Set(named.filter(isGreenfieldEvent))];
}
