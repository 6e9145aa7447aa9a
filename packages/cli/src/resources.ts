import type { Command } from 'commander';
import { List, type Tidegate } from '../../node/src/index.ts';
import { bodyOf } from './fields.ts';
import type { Io } from './io.ts';
import { show } from './show.ts';
import { requireSuccess, untilEnded } from './wait.ts';

/** A verb of a resource: with an id, a body, both or none. */
interface Verb {
  readonly about: string;
  readonly takes: readonly ('id' | 'body' | 'query')[];
  /** Its object goes on by itself: `--wait` reads it until it has ended. */
  readonly waits?: true;
}

const get = (what: string, waits?: true): Verb => ({
  about: `get ${what}`,
  takes: ['id'],
  ...(waits ? { waits } : {}),
});
const list = (what: string): Verb => ({ about: `list ${what}`, takes: ['query'] });

/** By the names that the Node SDK has for them. */
const RESOURCES: Readonly<Record<string, Readonly<Record<string, Verb>>>> = {
  invoices: {
    create: { about: 'create an invoice', takes: ['body'], waits: true },
    get: get('an invoice', true),
    list: list('invoices'),
    cancel: { about: 'cancel an invoice', takes: ['id'] },
    refund: { about: 'refund an invoice', takes: ['id', 'body'] },
  },
  refunds: { get: get('a refund', true), list: list('refunds') },
  addresses: {
    create: { about: 'create an address for a customer', takes: ['body'] },
    get: get('an address'),
    list: list('addresses'),
  },
  deposits: { get: get('a deposit', true), list: list('deposits') },
  payouts: {
    create: { about: 'create a payout', takes: ['body'], waits: true },
    get: get('a payout', true),
    list: list('payouts'),
    cancel: { about: 'cancel a payout', takes: ['id'] },
  },
  massPayouts: {
    create: { about: 'create a mass payout', takes: ['body'], waits: true },
    get: get('a mass payout', true),
    list: list('mass payouts'),
    lines: { about: 'list the lines of a mass payout', takes: ['id', 'query'] },
    cancel: { about: 'cancel a mass payout', takes: ['id'] },
  },
  withdrawals: { get: get('a withdrawal', true), list: list('withdrawals') },
  balances: { list: list('balances') },
  gates: { list: list('gates') },
  rates: { list: list('rates') },
};

interface Options {
  readonly data: readonly string[];
  readonly limit: string;
  readonly wait?: boolean;
  readonly json?: boolean;
  readonly idempotencyKey?: string;
}

/** Adds `tidegate <resource> <verb>` for every call of the API. */
export function addResources(program: Command, io: Io, client: () => Tidegate): void {
  for (const [name, verbs] of Object.entries(RESOURCES)) {
    const resource = program.command(kebab(name)).description(Object.keys(verbs).join(', '));
    for (const [verb, details] of Object.entries(verbs)) addVerb(resource, io, { name, verb, details, client });
  }
}

interface NewVerb {
  readonly name: string;
  readonly verb: string;
  readonly details: Verb;
  readonly client: () => Tidegate;
}

type Method = (...args: unknown[]) => unknown;

function addVerb(resource: Command, io: Io, { name, verb, details, client }: NewVerb): void {
  const { about, takes, waits } = details;
  const command = resource.command(takes.includes('id') ? `${verb} <id>` : verb).description(about);
  command.option('-d, --data <field...>', 'a field: name=value, name:=json, @file.json', []);
  command.option('--json', 'print JSON');
  if (takes.includes('query')) command.option('--limit <count>', 'print at most so many', '100');
  if (takes.includes('body')) command.option('--idempotency-key <key>', 'the same key is carried out once');
  if (waits) command.option('--wait', 'wait until it has ended; exit code 2 without success');
  command.action(async (...args: unknown[]) => {
    const id = takes.includes('id') ? [args[0]] : [];
    const options = (takes.includes('id') ? args[1] : args[0]) as Options;
    const calls = client()[name as keyof Tidegate] as unknown as Readonly<Record<string, Method>>;
    const fields = takes.includes('body') || takes.includes('query') ? [bodyOf(options.data)] : [];
    const key = options.idempotencyKey === undefined ? {} : { idempotencyKey: options.idempotencyKey };
    const made = calls[verb]?.(...id, ...fields, key);
    const json = options.json === true;
    if (made instanceof List) return show(io, await made.toArray({ limit: Number(options.limit) }), { json });
    const item = (await made) as { readonly id: string; readonly status: string };
    if (options.wait !== true) return show(io, item, { json });
    const ended = await untilEnded(io, () => calls.get?.(item.id) as Promise<typeof item>);
    show(io, ended, { json });
    requireSuccess(ended);
  });
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
