import type { Command } from 'commander';
import type { Tidegate, WebhookDelivery } from '../../node/src/index.ts';
import { readCredentials } from './credentials.ts';
import { CliError, EXIT, type Io } from './io.ts';
import { countOf } from './resources.ts';
import { show } from './show.ts';
import { sendWebhook, signWebhook } from './sign.ts';

/** Adds `listen`, `events list`, `events tail` and `events resend`. */
export function addEvents(program: Command, io: Io, client: () => Tidegate): void {
  program
    .command('listen')
    .description('forward new events to an address of yours, signed with a key of this machine')
    .requiredOption('--forward-to <url>', 'such as http://localhost:3000/webhooks')
    .option('--events <types>', TYPES)
    .action(async (options: { forwardTo: string; events?: string }) => listen(io, client(), options));
  const events = program.command('events').description('get, list, tail, resend');
  events
    .command('get <id>')
    .description('get an event by its id, the webhook-id of its webhook')
    .option('--json', 'print JSON')
    .action(async (id: string, { json = false }: Shown) => show(io, await client().events.get(id), { json }));
  events
    .command('list')
    .description('list events, oldest first')
    .option('--after <id>', 'begin after this event')
    .option('--types <types>', TYPES)
    .option('--object-id <id>', 'only events of this invoice, payout or other object')
    .option('--created-after <time>', 'only events after this time, such as 2026-11-20T12:00:00.000Z')
    .option('--limit <count>', 'print at most so many', countOf, 100)
    .option('--json', 'print JSON, one event a line')
    .action((options: ListOptions) => list(io, client(), options));
  events
    .command('tail')
    .description('print events as they happen')
    .option('--types <types>', TYPES)
    .option('--json', 'print JSON, one event a line')
    .action(async ({ types, json = false }: Shown & { types?: string }) => {
      for await (const event of fromNow(io, client(), types)) show(io, json ? event : [event], { json });
    });
  events
    .command('resend [id]')
    .description('send the webhook of an event again, or those that failed')
    .option('--failed-since <time>', 'all that failed since a day or time, such as 2026-11-20')
    .action(async (id: string | undefined, options: { failedSince?: string }) => resend(io, client(), id, options));
}

const TYPES = 'only these, by comma: invoice.done, or refund.* for all of an object';

interface Shown {
  readonly json?: boolean;
}

interface ListOptions extends Shown {
  readonly after?: string;
  readonly types?: string;
  readonly objectId?: string;
  readonly createdAfter?: string;
  readonly limit: number;
}

async function list(io: Io, client: Tidegate, options: ListOptions): Promise<void> {
  const { after, types, objectId, createdAfter, limit, json = false } = options;
  const query = { after, types, object_id: objectId, created_after: createdAfter };
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
  let left = limit;
  for await (const event of client.events.list(given)) {
    show(io, json ? event : [event], { json });
    left -= 1;
    if (left <= 0) return;
  }
}

interface ListenOptions {
  readonly forwardTo: string;
  readonly events?: string;
}

async function listen(io: Io, client: Tidegate, { forwardTo, events }: ListenOptions): Promise<void> {
  if (!URL.canParse(forwardTo)) throw new CliError(`${forwardTo} is no URL.`, EXIT.usage);
  const { listenKey } = readCredentials(io);
  io.warn(`Set the notification key of your shop to ${listenKey}`);
  for await (const event of fromNow(io, client, events)) {
    const { id, ...body } = event;
    const outcome = await sendWebhook(forwardTo, signWebhook(listenKey, { id, body: JSON.stringify(body) }));
    io.say(`${event.type}  ${event.data.id}  → ${outcome}`);
  }
}

/** Events from now on, until the command is stopped. */
async function* fromNow(io: Io, client: Tidegate, types: string | undefined) {
  const onOpen = once(() => io.warn('Ready. Press Ctrl-C to stop.'));
  try {
    yield* client.events.live(types === undefined ? {} : { types }, { onOpen, signal: io.signal });
  } catch (error) {
    if (!io.signal.aborted) throw error;
  }
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}

async function resend(io: Io, client: Tidegate, id: string | undefined, { failedSince }: { failedSince?: string }) {
  if ((id === undefined) === (failedSince === undefined)) {
    throw new CliError('Name an event, or --failed-since a time.', EXIT.usage);
  }
  const deliveries = id === undefined ? failedSinceOf(client, failedSince) : await deliveriesOf(client, id);
  // All are read before the first is sent: sending again changes their statuses, and so the pages.
  const ids: string[] = [];
  for await (const delivery of deliveries) ids.push(delivery.id);
  if (ids.length > MAX_RESENT) {
    throw new CliError(`${ids.length} failed. At most ${MAX_RESENT} are sent again at once: name a later time.`);
  }
  for (const each of ids) {
    const { type, url } = await client.webhooks.redeliver(each);
    io.say(`${type}  ${each}  → ${url}`);
  }
  io.warn(`${ids.length} sent again.`);
}

const MAX_RESENT = 10_000;

function failedSinceOf(client: Tidegate, since = '') {
  return client.webhooks.deliveries({ status: 'failed,retrying', date_from: since, per_page: 100 });
}

/** Of an event, to every URL it went to, or the delivery of that id. */
async function deliveriesOf(client: Tidegate, id: string): Promise<WebhookDelivery[]> {
  const found = await client.webhooks.deliveries({ search: id, per_page: 100 }).toArray();
  const ofEvent = found.filter((each) => each.event_id === id || each.id === id);
  if (ofEvent.length === 0) throw new CliError(`No webhook of ${id} was sent.`);
  return ofEvent;
}
