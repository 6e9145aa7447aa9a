import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess } from '../process/managed.ts';
import type { Started } from '../start/announce.ts';
import { makeRunFolder } from './run-folder.ts';

/** How an API is tried. */
export interface FuzzOptions {
  /** The schemathesis program. */
  readonly program: string;
  readonly product: Started;
  readonly seconds: number;
  readonly seed?: number;
  readonly onLine?: (line: string) => void;
}

export interface FuzzOutcome {
  readonly passed: boolean;
  /** The printed failures, each with the call that reproduces it; the whole output if there is none. */
  readonly output: string;
}

/** A 5xx, a status or header the document does not know, a body that is not what it promises: each is a failure. */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

/** Streams do not end; signing in and out would end the session that is used, so that a visitor tries them. */
const streams = ['/customer/invoices/{id}/events', '/spa/{profile}/live', '/api/v1/events/live'];
const excluded = [...streams, '/auth/login', '/auth/logout'];

/**
 * Lets schemathesis loose on a running product: every call of `docs/openapi.json`, with a sandbox token and a session,
 * with data that the document allows and data that it does not, and calls one after the other, each with what the one
 * before answered; then every call of `/auth` as a visitor.
 */
export async function fuzzApi(options: FuzzOptions): Promise<FuzzOutcome> {
  const { product, seconds } = options;
  const folder = makeRunFolder();
  const session = await signIn(product);
  try {
    const document = join(folder.path, 'openapi.json');
    writeFileSync(document, JSON.stringify(await documentFor(product)));
    const config = join(folder.path, 'schemathesis.toml');
    // Requests that one pass keeps end the pass after it, of calls one after the other, by an error of schemathesis.
    writeFileSync(config, '[cache]\nenabled = false\n');
    const files = { folder: folder.path, document, config };
    const signedIn = [
      '--auth',
      `${product.api.key}:${product.api.secret}`,
      ...excluded.flatMap((path) => ['--exclude-path', path]),
    ];
    const quarter = Math.ceil(seconds / 4);
    // A pass of its own, since made-up calls take all the time that they are given.
    const passes: Pass[] = [
      { headers: session, seconds: quarter * 2, args: [...signedIn, '--phases', 'examples,coverage,fuzzing'] },
      { headers: session, seconds: quarter, args: [...signedIn, '--phases', 'stateful'] },
      {
        headers: await visit(product),
        seconds: quarter,
        args: ['--phases', 'examples,coverage,fuzzing', '--include-path-regex', '^/auth/'],
      },
    ];
    const outcomes: FuzzOutcome[] = [];
    for (const pass of passes) outcomes.push(await runPass(options, files, pass));
    const failed = outcomes.filter(({ passed }) => !passed);
    return {
      passed: failed.length === 0,
      output: (failed.length > 0 ? failed : outcomes).map(({ output }) => output).join('\n'),
    };
  } finally {
    await backToSandbox(product, session);
    folder.remove();
  }
}

interface Pass {
  readonly headers: Readonly<Record<string, string>>;
  readonly seconds: number;
  readonly args: readonly string[];
}

async function runPass(
  { program, product, seed, onLine }: FuzzOptions,
  { folder, document, config }: { readonly folder: string; readonly document: string; readonly config: string },
  { headers, seconds, args }: Pass,
): Promise<FuzzOutcome> {
  const lines: string[] = [];
  const run = await startProcess({
    name: 'schemathesis',
    command: program,
    args: [
      '--config-file',
      config,
      'run',
      document,
      '--url',
      product.url,
      '--checks',
      checks.join(','),
      '--max-time',
      String(seconds),
      '--continue-on-failure',
      '--no-color',
      '--request-timeout',
      '20',
      ...args,
      ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
      ...(seed === undefined ? [] : ['--seed', String(seed)]),
    ],
    cwd: folder,
    onLine: (line) => {
      lines.push(line);
      onLine?.(line);
    },
  });
  const { code } = await run.exited;
  const failuresAt = lines.findIndex((line) => /^=+ (FAILURES|ERRORS) =+$/.test(line));
  return { passed: code === 0, output: lines.slice(Math.max(0, failuresAt)).join('\n') };
}

/**
 * The document, narrowed twice: webhooks go to closed ports of this machine only, since the product sends to any given
 * address and a test must not reach strangers; and ids are existing ones, so that not every answer is a 404. Data that
 * the narrowed document does not allow is tried too. Only requests are narrowed: an answer may name an address from
 * earlier.
 */
async function documentFor(product: Started): Promise<unknown> {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'openapi.json'), 'utf8');
  const ids = await knownIds(product);
  const document = JSON.parse(text) as OpenApiDocument;
  const { schemas } = document.components;
  for (const name of sentSchemas(document)) schemas[name] = withAddressesOfNobody(schemas[name]);
  for (const [path, operations] of Object.entries(document.paths)) {
    const known = ids[KINDS.find((each) => path.includes(`/${each}/`)) ?? 'invoices'];
    if (known.length === 0) continue;
    for (const { parameters = [] } of Object.values(operations)) {
      for (const parameter of parameters) {
        if (parameter.in === 'path' && parameter.name === 'id') parameter.schema = { type: 'string', enum: known };
      }
    }
  }
  return document;
}

/** The names of the schemas that a request's body is made of. */
function sentSchemas({ paths, components: { schemas } }: OpenApiDocument): Set<string> {
  const found = new Set<string>();
  const collect = (part: unknown) => {
    for (const [, name = ''] of (JSON.stringify(part) ?? '').matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      collect(schemas[name]);
    }
  };
  for (const operations of Object.values(paths)) {
    for (const { requestBody } of Object.values(operations)) collect(requestBody);
  }
  return found;
}

function withAddressesOfNobody(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    isText(value) && (key === 'notification_url' || key === 'url')
      ? { ...value, pattern: '^http://127\\.0\\.0\\.1:9/[a-z]{0,20}$' }
      : value,
  );
}

interface OpenApiDocument {
  readonly components: { readonly schemas: Record<string, unknown> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly parameters?: Parameter[];
  readonly requestBody?: unknown;
}

interface Parameter {
  readonly in: string;
  readonly name: string;
  schema?: object;
}

function isText(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'string';
}

/** The objects that ids belong to, by the part of the path before them. */
const KINDS = ['invoices', 'payouts', 'mass-payouts', 'refunds', 'deliveries'] as const;

async function knownIds({ url, api }: Started): Promise<Record<(typeof KINDS)[number], string[]>> {
  const authorization = `Basic ${btoa(`${api.key}:${api.secret}`)}`;
  const list = async (path: string) => {
    const answer = await fetch(`${url}/api/v1/${path}?per_page=20`, { headers: { authorization } });
    const { data } = (await answer.json()) as { data: { id: string }[] };
    return data.map(({ id }) => id);
  };
  // Nobody has paid out yet on a fresh start; where the demo shop has no bitcoin, there is none to try.
  const body = {
    gate_id: 'BTC',
    amount: '0.00005',
    fee_payer: 'merchant',
    address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  };
  const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': 'one to be tried' };
  const post = (path: string, tried: object) =>
    fetch(`${url}/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(tried) });
  const { fee_payer, ...line } = body;
  await post('payouts', body);
  await post('mass-payouts', { fee_payer, lines: [line] });
  const [invoices, payouts, massPayouts, refunds, deliveries] = await Promise.all([
    list('invoices'),
    list('payouts'),
    list('mass-payouts'),
    list('refunds'),
    list('webhooks/deliveries'),
  ]);
  return { invoices, payouts, 'mass-payouts': massPayouts, refunds, deliveries };
}

/** The headers of a browser in which nobody is signed in. */
async function visit({ url }: Started): Promise<Record<string, string>> {
  const visitor = { 'X-VISITOR-ID': '1'.repeat(64) };
  return { ...visitor, ...headersFor(cookiesOf(await fetch(`${url}/auth/csrf-cookie`, { headers: visitor }))) };
}

/** The headers of a signed-in user of the back office. */
async function signIn({ url, login }: Started): Promise<Record<string, string>> {
  const visitor = { 'X-VISITOR-ID': '0'.repeat(64) };
  const first = await fetch(`${url}/auth/csrf-cookie`, { headers: visitor });
  const before = cookiesOf(first);
  const answer = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { ...visitor, ...headersFor(before), 'content-type': 'application/json' },
    body: JSON.stringify({ email: login.email, password: login.password }),
  });
  if (!answer.ok) throw new Error(`Signing in failed: ${answer.status} ${await answer.text()}`);
  return { ...visitor, ...headersFor(new Map([...before, ...cookiesOf(answer)])) };
}

/** Earlier calls may have switched the account to production. */
async function backToSandbox({ url }: Started, session: Record<string, string>): Promise<void> {
  await fetch(`${url}/spa/profile/activate/sandbox`, { method: 'POST', headers: session });
}

function cookiesOf(answer: Response): Map<string, string> {
  return new Map(
    answer.headers.getSetCookie().map((line): [string, string] => {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

function headersFor(cookies: ReadonlyMap<string, string>): Record<string, string> {
  const token = cookies.get('XSRF-TOKEN');
  return {
    Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    ...(token === undefined ? {} : { 'X-XSRF-TOKEN': decodeURIComponent(token) }),
  };
}
