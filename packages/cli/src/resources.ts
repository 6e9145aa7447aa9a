import { type Command, InvalidArgumentError } from 'commander';
import { List, type Tidegate } from '../../node/src/index.ts';
import { bodyOf } from './fields.ts';
import { CliError, EXIT, type Io } from './io.ts';
import { show } from './show.ts';
import { RESOURCES, type Verb } from './verbs.ts';
import { isSuccess, untilEnded, type WithStatus } from './wait.ts';

interface Options {
  readonly data: readonly string[];
  readonly limit?: number;
  readonly wait?: boolean;
  readonly timeout?: number;
  readonly json?: boolean;
  readonly idempotencyKey?: string;
  readonly validateOnly?: boolean;
}

/** Adds `tidegate <resource> <verb>` for every call of the API but those about events. */
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
type Calls = Readonly<Record<string, Readonly<Record<string, Method>>>>;

function addVerb(resource: Command, io: Io, { name, verb, details, client }: NewVerb): void {
  const { about, takes, waitsIn, validates } = details;
  const named = takes.find((each) => each === 'id' || each === 'network');
  const command = resource.command(named === undefined ? verb : `${verb} <${named}>`).description(about);
  const hasFields = takes.includes('body') || takes.includes('query');
  if (hasFields) command.option('-d, --data <field...>', 'a field: name=value, name:=json, @file.json', []);
  command.option('--json', 'print JSON');
  if (isList(details)) command.option('--limit <count>', 'print at most so many', countOf, 100);
  if (takes.includes('body')) command.option('--idempotency-key <key>', 'the same key is carried out once');
  if (validates) command.option('--validate-only', 'check everything and do nothing');
  if (waitsIn !== undefined) {
    command.option('--wait', 'wait until it has ended; exit code 2 without success');
    command.option('--timeout <seconds>', 'with --wait: wait no longer; exit code 75', countOf);
  }
  command.action(async (...args: unknown[]) => {
    const options = (named === undefined ? args[0] : args[1]) as Options;
    if (options.validateOnly === true && options.wait === true)
      throw new CliError('With --validate-only nothing is made that --wait could wait for.', EXIT.usage);
    const calls = client() as unknown as Calls;
    const given = [
      ...(named === undefined ? [] : [args[0]]),
      ...(hasFields ? [bodyOf(options.data)] : []),
      requestOptions(options),
    ];
    await showResult(io, {
      made: calls[name]?.[details.method ?? verb]?.(...given),
      options,
      read: reader(calls, details),
    });
  });
}

function requestOptions({ idempotencyKey, validateOnly }: Options): object {
  return { idempotencyKey, validateOnly };
}

function reader(calls: Calls, { waitsIn = '' }: Verb) {
  return (id: string) => calls[waitsIn]?.get?.(id) as Promise<WithStatus>;
}

interface Result {
  readonly made: unknown;
  readonly options: Options;
  readonly read: (id: string) => Promise<WithStatus>;
}

async function showResult(io: Io, { made, options, read }: Result): Promise<void> {
  const json = options.json === true;
  if (made instanceof List) return show(io, await made.toArray({ limit: options.limit ?? 0 }), { json });
  if (isIterable(made)) return show(io, await firstOf(made, options.limit ?? 0), { json });
  const item = (await made) as undefined | { readonly id: string; readonly status?: string };
  // A deletion has no answer; the link of a refund has no status to wait for.
  if (item === undefined) return json ? undefined : io.say('Done.');
  if (options.wait !== true || item.status === undefined) return show(io, item, { json });
  const ended = await untilEnded(io, () => read(item.id), { timeoutSeconds: options.timeout });
  show(io, ended, { json });
  if (!isSuccess(ended)) throw new CliError(`It ended as ${ended.status}.`, EXIT.unsuccessful);
}

function isList({ call }: Verb): boolean {
  return call.startsWith('list');
}

function isIterable(made: unknown): made is AsyncIterable<unknown> {
  return typeof made === 'object' && made !== null && Symbol.asyncIterator in made;
}

async function firstOf(items: AsyncIterable<unknown>, limit: number): Promise<unknown[]> {
  const first: unknown[] = [];
  for await (const item of items) if (first.push(item) >= limit) break;
  return first;
}

/** @throws InvalidArgumentError, which is a mistake in the command line */
export function countOf(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Write a whole number from 1 to 999999.');
  return Number(text);
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
