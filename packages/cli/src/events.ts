import type { Command } from 'commander';
import type { Tidegate } from '../../node/src/index.ts';
import { readCredentials } from './credentials.ts';
import { CliError, EXIT, type Io } from './io.ts';
import { show } from './show.ts';
import { sendWebhook, signWebhook } from './sign.ts';

/** Adds `listen`, `events list`, `events tail` and `events resend`. */
export function addEvents(program: Command, io: Io, client: () => Tidegate): void {
  program
    .command('listen')
    .description('forward new events to an address of yours, signed with a key of this machine')
    .requiredOption('--forward-to <url>', 'such as http://localhost:3000/webhooks')
    .option('--events <types>', 'only these, separated by commas: invoice.done,payout or invoice')
    .action(async (options: { forwardTo: string; events?: string }) => listen(io, client(), options));
  const events = program.command('events').description('list, tail, resend');
  events
    .command('list')
    .description('list events, oldest first')
    .option('--after <id>', 'begin after this event')
    .option('--limit <count>', 'print at most so many', '100')
    .option('--json', 'print JSON, one event a line')
    .action(async ({ after, limit, json = false }: { after?: string; limit: string; json?: boolean }) => {
      let left = Number(limit);
      for await (const event of client().events.list(after === undefined ? {} : { after })) {
        if (left <= 0) return;
        left -= 1;
        show(io, json ? event : [event], { json });
      }
    });
  events
    .command('tail')
    .description('print events as they happen')
    .option('--json', 'print JSON, one event a line')
    .action(async ({ json = false }: { json?: boolean }) => {
      for await (const event of fromNow(io, client())) show(io, json ? event : [event], { json });
    });
  events
    .command('resend [id]')
    .description('send the webhook of an event again, or those that failed')
    .option('--failed-since <time>', 'all that failed since a day or time, such as 2026-11-20')
    .action(async (id: string | undefined, options: { failedSince?: string }) => resend(io, client(), id, options));
}

interface ListenOptions {
  readonly forwardTo: string;
  readonly events?: string;
}

async function listen(io: Io, client: Tidegate, { forwardTo, events }: ListenOptions): Promise<void> {
  if (!URL.canParse(forwardTo)) throw new CliError(`${forwardTo} is no URL.`, EXIT.usage);
  const { listenKey } = readCredentials(io);
  const types = events?.split(',');
  io.warn(`Set the notification key of your shop to ${listenKey}`);
  for await (const event of fromNow(io, client)) {
    if (types !== undefined && !types.some((type) => event.type === type || event.type.startsWith(`${type}.`)))
      continue;
    const { id, ...body } = event;
    const outcome = await sendWebhook(forwardTo, signWebhook(listenKey, { id, body: JSON.stringify(body) }));
    io.say(`${event.type}  ${event.data.id}  → ${outcome}`);
  }
}

/** Events from now on, until the command is stopped. */
async function* fromNow(io: Io, client: Tidegate) {
  const after = await client.events.latest();
  io.warn('Ready. Press Ctrl-C to stop.');
  try {
    yield* client.events.follow({ after }, { intervalMs: 500, signal: io.signal });
  } catch (error) {
    if (!io.signal.aborted) throw error;
  }
}

async function resend(io: Io, client: Tidegate, id: string | undefined, { failedSince }: { failedSince?: string }) {
  if ((id === undefined) === (failedSince === undefined)) {
    throw new CliError('Name an event, or --failed-since a time.', EXIT.usage);
  }
  const ids = id === undefined ? [] : [id];
  if (failedSince !== undefined) {
    const failed = client.webhooks.deliveries({ status: 'failed,retrying', date_from: failedSince, per_page: 100 });
    for await (const delivery of failed) ids.push(delivery.id);
  }
  for (const each of ids) {
    const { type, url } = await client.webhooks.redeliver(each);
    io.say(`${type}  ${each}  → ${url}`);
  }
  io.warn(`${ids.length} sent again.`);
}
