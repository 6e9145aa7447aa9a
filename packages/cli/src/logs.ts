import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import type { LoggedRequest, Tidegate } from '../../node/src/index.ts';
import { CliError, EXIT, type Io } from './io.ts';
import { show } from './show.ts';

/** Adds `logs tail`. */
export function addLogs(program: Command, io: Io, client: () => Tidegate): void {
  program
    .command('logs')
    .description('tail')
    .command('tail')
    .description('print the API requests of this key as they are answered')
    .option('--status <status>', 'only these: 404, 4xx')
    .option('--json', 'print JSON, one request a line')
    .action(async ({ status, json = false }: { status?: string; json?: boolean }) => {
      if (status !== undefined && !/^[2-5](xx|\d\d)$/.test(status)) {
        throw new CliError('A status is 404, or 4xx.', EXIT.usage);
      }
      for await (const request of answeredFromNow(io, client(), status)) {
        if (json) show(io, request, { json });
        else io.say(lineOf(request));
      }
    });
}

/** Requests from now on, oldest first, until the command is stopped. No clock of this machine counts. */
async function* answeredFromNow(io: Io, client: Tidegate, status: string | undefined): AsyncGenerator<LoggedRequest> {
  const filter = status === undefined ? {} : { status };
  let known = await newest(client, filter);
  io.warn('Ready. Press Ctrl-C to stop.');
  for (;;) {
    await pause(READ_EVERY_MS, undefined, { signal: io.signal });
    const found: LoggedRequest[] = [];
    for await (const each of client.requests.list({ ...filter, ...sinceOf(known) })) found.push(each);
    const ids = new Set(known.map(({ id }) => id));
    yield* found.filter(({ id }) => !ids.has(id)).toReversed();
    if (found.length > 0) known = found;
  }
}

async function newest(client: Tidegate, filter: { readonly status?: string }): Promise<LoggedRequest[]> {
  const found: LoggedRequest[] = [];
  for await (const each of client.requests.list({ ...filter, limit: PAGE })) {
    found.push(each);
    if (found.length === PAGE) break;
  }
  return found;
}

/** Each process of the gateway writes its own about a second late, so that the last seconds are read once more. */
function sinceOf([last]: readonly LoggedRequest[]): { readonly created_after?: string } {
  if (last === undefined) return {};
  return { created_after: new Date(Date.parse(last.created_at) - LATE_MS).toISOString() };
}

const PAGE = 100;
const LATE_MS = 10_000;
const READ_EVERY_MS = 1_000;

function lineOf({ created_at, status, method, path, error_code, duration_ms, request_id }: LoggedRequest): string {
  const error = error_code === null ? '' : `  ${error_code}`;
  return `${created_at}  ${status}  ${method} ${path}${error}  ${duration_ms} ms  ${request_id}`;
}
