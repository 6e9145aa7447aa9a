import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Command } from 'commander';
import { afterAll, beforeAll, expect, test } from 'vitest';
import document from '../../../docs/openapi.public.json' with { type: 'json' };
import { INVOICE_STATUSES } from '../../../domain/state/invoice-status.ts';
import { MASS_PAYOUT_STATUSES } from '../../../domain/state/mass-payout.ts';
import { PAYOUT_STATUSES } from '../../../domain/state/payout-status.ts';
import { EXIT, type Io } from './io.ts';
import { programOf, runCli } from './program.ts';
import { ENDS } from './wait.ts';

const ID = '0199c1f2-7c3a-7d4e-8a51-5b0f3c9d2e10';

/** They start something else than one call, ask a person, or ask nobody. */
const OTHERS = new Set([
  'login',
  'logout',
  'listen',
  'trigger',
  'doctor',
  'verify-reserves',
  'mcp',
  'completion',
  'complete',
  'logs',
]);

let server: Server;
let url: string;
const called = new Set<string>();
beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://x');
    called.add(`${request.method} ${pathname.replace(ID, '{id}').replace('/networks/BTC/', '/networks/{network}/')}`);
    if (pathname.endsWith('/live')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`id: ${ID}\nevent: invoice.done\ndata: {"id":"${ID}","type":"invoice.done","data":{}}\n\n`);
      return;
    }
    const isList = !pathname.includes(ID) || pathname.endsWith('/lines');
    const delivery = { id: ID, event_id: ID };
    const data = pathname.endsWith('/deliveries')
      ? [delivery]
      : request.method === 'GET' && isList && !/\/(me|quote)$/.test(pathname)
        ? []
        : { id: ID, shop: { name: 'Shop' }, permissions: [] };
    const page = { pagination: { total: 0, page: 1, per_page: 25 }, has_more: false, next: ID };
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data, ...page }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('there is a command for every call of the public document', async () => {
  const tried = programOf(ioOf([])).commands.filter((each) => !OTHERS.has(each.name()));
  for (const path of pathsOf(tried)) {
    const lines: string[] = [];
    const code = await runCli(path, ioOf(lines));
    expect([path.join(' '), code, code === EXIT.done ? [] : lines]).toEqual([path.join(' '), EXIT.done, []]);
  }
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({
      operationId,
      call: `${method.toUpperCase()} ${path}`,
    })),
  );
  expect(calls.filter(({ call }) => !called.has(call)).map((each) => each.operationId)).toEqual([]);
  const known = calls.map(({ call }) => call);
  expect([...called].filter((call) => !known.includes(call))).toEqual([]);
});

/** Every command with the arguments that it needs. */
function pathsOf(commands: readonly Command[]): string[][] {
  return commands.flatMap((each): string[][] => {
    if (each.commands.length > 0) return pathsOf(each.commands).map((path) => [each.name(), ...path]);
    const args = each.registeredArguments.map((argument) => (argument.name() === 'network' ? 'BTC' : ID));
    return [[each.name(), ...args]];
  });
}

/** `events tail` ends with its first line, since it would never end by itself. */
function ioOf(lines: string[]): Io {
  const stop = new AbortController();
  const say = (line: string) => {
    lines.push(line);
    if (line.includes('invoice.done')) stop.abort();
  };
  const env = { TIDEGATE_URL: url, TIDEGATE_KEY: 'tg_test_1', TIDEGATE_SECRET: 'tgs_1', TIDEGATE_CONFIG: '/nowhere' };
  return { env, stdin: process.stdin, say, warn: (line) => void lines.push(line), signal: stop.signal };
}

test('--wait knows of every status whether something happens by itself', () => {
  const goesOn = [
    'new',
    'pending',
    'confirming',
    'partially_paid',
    'processing',
    'refund_requested',
    'queue',
    'validated',
  ];
  const all = new Set<string>([...INVOICE_STATUSES, ...PAYOUT_STATUSES, ...MASS_PAYOUT_STATUSES]);
  expect([...all].filter((status) => ENDS[status] === undefined).sort()).toEqual(goesOn.sort());
});
