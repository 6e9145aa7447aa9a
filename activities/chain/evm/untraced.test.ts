import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readCursor } from '../../../db/chain/cursor.ts';
import { readRefused, readUntraced } from '../../../db/chain/untraced.ts';
import { select } from '../../../db/core/sql.ts';
import { useAnvil } from '../../../scripts/testing/nodes.ts';
import { createFollower, type Follower } from '../follower.ts';
import { type ChainPort, ChainUnavailableError } from '../port.ts';
import { paymentsOn } from '../testing.fixture.ts';
import { openTestEvm, type TestEvm } from './node.fixture.ts';
import { openEvmChain } from './port.ts';

const server = useAnvil({ args: ['--no-mining', '--slots-in-an-epoch', '10'] });
const chain = { mode: 'sandbox', network: 'ETH' } as const;
let evm: TestEvm;
let proxy: Server;
/** Which blocks the node does not trace: none, those that it has no state of any more, or all. */
let refuses: 'none' | 'old' | 'all' = 'all';
/** The transaction that the node cannot trace. */
let untraceable = '';
/** Whether the node begins to trace and never answers; `old`: only its newest block is traced. */
let hangs: 'never' | 'old' | 'all' = 'never';
let newest = '';
let port: ChainPort;
let follower: Follower;
let laterMs = 0;

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

beforeAll(async () => {
  evm = await openTestEvm(server().url);
  proxy = createServer((request, response) => {
    void text(request).then(async (body) => {
      const requested = JSON.parse(body) as Call | Call[];
      if ([requested].flat().some((call) => isTrace(call) && isAmong(hangs, call))) return;
      const forwarded = await fetch(server().url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      const answers = (await forwarded.json()) as Answer | Answer[];
      const calls = new Map([requested].flat().map((call) => [call.id, call]));
      const changed = [answers].flat().map((answer) => {
        const call = calls.get(answer.id);
        return call !== undefined && isTrace(call) ? traceAnswer(call, answer) : answer;
      });
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(Array.isArray(answers) ? changed : changed[0]));
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});

interface Answer {
  readonly id: number;
  readonly result?: readonly { readonly txHash: string }[];
}

const isTrace = ({ method }: Call) => method === 'debug_traceBlockByHash';
const isAmong = (which: 'none' | 'never' | 'old' | 'all', { params }: Call) =>
  which === 'all' || (which === 'old' && params[0] !== newest);

function traceAnswer(call: Call, answer: Answer): object {
  if (isAmong(refuses, call)) {
    const error = { code: -32_601, message: 'required historical state unavailable' };
    return { jsonrpc: '2.0', id: answer.id, error };
  }
  const result = answer.result?.map((trace) =>
    trace.txHash === untraceable ? { txHash: trace.txHash, error: 'execution timeout' } : trace,
  );
  return { ...answer, result };
}
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await evm.close();
});
beforeEach(async () => {
  refuses = 'all';
  hangs = 'never';
  untraceable = '';
  await openFollower();
});

async function openFollower(timeoutMs?: number): Promise<void> {
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const usdtContract = evm.contracts.usdt.address.toLowerCase();
  port = openEvmChain({ mode: 'sandbox', url, usdtContract, timeoutMs });
  await port.identify();
  const nowMs = () => Date.now() + laterMs;
  follower = createFollower({ db: evm.db, effects: evm.effects, nowMs }, port, { dropAfterMs: 0 });
}
afterEach(() => port.close());

const payByContract = (to: string) => {
  const { splitter } = evm.contracts;
  return evm.send({ to: splitter.address, data: splitter.call('sendEach', [[to], 7n]), value: 7n });
};
const paymentsOf = async (invoiceId: string) =>
  (await paymentsOn(evm.db, 'ETH')).filter((row) => row.invoice_id === invoiceId);
const alerts = async () =>
  await select<{ kind: string; message: string }>(
    evm.db,
    `SELECT kind, message FROM alert WHERE kind LIKE 'traces%' AND resolved_at IS NULL ORDER BY kind`,
  );
async function look(): Promise<void> {
  while (!(await follower.poll()).complete);
}
async function allowTraces(which: 'none' | 'old'): Promise<void> {
  newest = (await port.tip()).hash;
  refuses = which;
  laterMs += 61_000;
}

test('without traces an alert says that ETH from contracts is not seen; with them the missed blocks are read and it is credited', async () => {
  const { invoiceId, addressKey } = await evm.invoice();
  const plain = await evm.invoice();
  await evm.send({ to: plain.addressKey as `0x${string}`, value: 5n });
  const txid = await payByContract(addressKey);
  await evm.mine(14);
  await look();
  expect(await paymentsOf(invoiceId)).toEqual([]);
  expect(await alerts()).toMatchObject([
    { kind: 'traces_missing', message: expect.stringContaining('ETH that contracts send to invoices is not detected') },
  ]);
  const before = await paymentsOf(plain.invoiceId);
  expect(before).toMatchObject([{ status: 'confirmed', amount: '5' }]);
  await allowTraces('none');
  await look();
  const [paid, ...others] = await paymentsOf(invoiceId);
  expect(others).toEqual([]);
  expect(paid).toMatchObject({ txid, key: `${txid}:trace:0.0`, status: 'confirmed', amount: '7' });
  expect(evm.effects.steps.filter((step) => step.id === invoiceId)).toMatchObject([{ payments: 'confirmed' }]);
  // Known rows are unchanged.
  expect(await paymentsOf(plain.invoiceId)).toEqual(before);
  await look();
  expect(await alerts()).toEqual([]);
  expect(await readUntraced(evm.db, chain)).toBeNull();
  expect(await paymentsOf(invoiceId)).toEqual([paid]);
});

test('a node that loses its traces while it is followed stops nothing: an alert says so, and with them the missed blocks are read', async () => {
  await port.close();
  refuses = 'none';
  await openFollower();
  const traced = await evm.invoice();
  await payByContract(traced.addressKey);
  await evm.mine(14);
  await look();
  await look();
  expect(await paymentsOf(traced.invoiceId)).toMatchObject([{ status: 'confirmed', amount: '7' }]);
  expect(await alerts()).toEqual([]);

  refuses = 'all';
  const [byContract, plain] = [await evm.invoice(), await evm.invoice()];
  await payByContract(byContract.addressKey);
  await evm.send({ to: plain.addressKey as `0x${string}`, value: 5n });
  await evm.mine(14);
  await look();
  expect((await readCursor(evm.db, chain))?.hash).toBe((await port.tip()).hash);
  expect(await paymentsOf(plain.invoiceId)).toMatchObject([{ status: 'confirmed', amount: '5' }]);
  expect(await paymentsOf(byContract.invoiceId)).toEqual([]);
  expect(await alerts()).toMatchObject([{ kind: 'traces_missing' }]);
  const missed = await readUntraced(evm.db, chain);
  expect(missed).not.toBeNull();

  await allowTraces('none');
  await look();
  await look();
  expect(await paymentsOf(byContract.invoiceId)).toMatchObject([{ status: 'confirmed', amount: '7' }]);
  expect(await alerts()).toEqual([]);
  expect(await readUntraced(evm.db, chain)).toBeNull();
  // And once more: the check does not end with the first time.
  refuses = 'all';
  await evm.mine(1);
  await look();
  expect(await alerts()).toMatchObject([{ kind: 'traces_missing' }]);
  await allowTraces('none');
  await look();
  await look();
  expect(await alerts()).toEqual([]);
});

test('missed blocks are read some at a look, and the follower goes on beside them', async () => {
  const { invoiceId, addressKey } = await evm.invoice();
  await evm.mine(30);
  await payByContract(addressKey);
  await evm.mine(20);
  await look();
  const missed = await readUntraced(evm.db, chain);
  expect(missed).not.toBeNull();
  await allowTraces('none');
  await follower.poll();
  expect(await readUntraced(evm.db, chain)).toEqual({ from: (missed?.from ?? 0) + 20, to: missed?.to });
  expect(await paymentsOf(invoiceId)).toEqual([]);
  await evm.mine(1);
  await follower.poll();
  expect((await readCursor(evm.db, chain))?.hash).toBe((await port.tip()).hash);
  expect(await paymentsOf(invoiceId)).toMatchObject([{ status: 'confirmed', amount: '7' }]);
  await look();
  expect(await readUntraced(evm.db, chain)).toBeNull();
});

test('a node that does not trace the missed blocks holds up nothing, and an alert says so until they are read', async () => {
  const { invoiceId, addressKey } = await evm.invoice();
  await payByContract(addressKey);
  await evm.mine(14);
  await look();
  const missed = await readUntraced(evm.db, chain);
  await allowTraces('old');
  await lookUntil(async () => (await readUntraced(evm.db, chain)) === null);
  expect(await alerts()).toMatchObject([
    {
      kind: 'traces_refused',
      message: expect.stringContaining(`Block ${missed?.from} was followed without traces`),
    },
  ]);
  expect(await refused()).toMatchObject({ count: (missed?.to ?? 0) - (missed?.from ?? 0) });
  expect(await paymentsOf(invoiceId)).toEqual([]);
  await allowTraces('none');
  laterMs += 600_000;
  await lookUntil(async () => (await refused()).count === 0);
  await look();
  expect(await paymentsOf(invoiceId)).toMatchObject([{ status: 'confirmed', amount: '7' }]);
  expect(await alerts()).toEqual([]);
});

const refused = () => readRefused(evm.db, chain, { beforeMs: 0 });
async function lookUntil(isOver: () => Promise<boolean>): Promise<void> {
  for (let left = 50; left > 0 && !(await isOver()); left -= 1) await look();
  expect(await isOver()).toBe(true);
}

test('one transaction that the node cannot trace delays nothing but what its contracts sent, which is credited later', async () => {
  await port.close();
  refuses = 'none';
  await openFollower();
  const [hit, beside, plain, later] = [
    await evm.invoice(),
    await evm.invoice(),
    await evm.invoice(),
    await evm.invoice(),
  ];
  untraceable = await payByContract(hit.addressKey);
  await payByContract(beside.addressKey);
  await evm.send({ to: plain.addressKey as `0x${string}`, value: 5n });
  await evm.mine(14);
  await look();
  expect((await readCursor(evm.db, chain))?.hash).toBe((await port.tip()).hash);
  expect(await paymentsOf(plain.invoiceId)).toMatchObject([{ status: 'confirmed', amount: '5' }]);
  expect(await paymentsOf(beside.invoiceId)).toMatchObject([{ status: 'confirmed', amount: '7' }]);
  expect(await paymentsOf(hit.invoiceId)).toEqual([]);
  await look();
  expect(await alerts()).toMatchObject([
    { kind: 'traces_refused', message: expect.stringContaining(`does not trace ${untraceable}: execution timeout`) },
  ]);
  // Blocks that are missed afterwards are read again, although this one still is not traced.
  refuses = 'all';
  await payByContract(later.addressKey);
  await evm.mine(14);
  await look();
  await allowTraces('none');
  await lookUntil(async () => (await readUntraced(evm.db, chain)) === null);
  expect(await paymentsOf(later.invoiceId)).toMatchObject([{ status: 'confirmed', amount: '7' }]);
  expect(await refused()).toMatchObject({ count: 1 });

  untraceable = '';
  laterMs += 660_000;
  await lookUntil(async () => (await refused()).count === 0);
  expect(await paymentsOf(hit.invoiceId)).toMatchObject([{ status: 'confirmed', amount: '7' }]);
  await look();
  expect(await alerts()).toEqual([]);
});

test('a node that never finishes its traces stops nothing; one that is away as a whole does', async () => {
  await port.close();
  hangs = 'all';
  refuses = 'none';
  await openFollower(500);
  const [byContract, plain] = [await evm.invoice(), await evm.invoice()];
  await payByContract(byContract.addressKey);
  await evm.send({ to: plain.addressKey as `0x${string}`, value: 5n });
  await evm.mine(14);
  await look();
  expect(await paymentsOf(plain.invoiceId)).toMatchObject([{ status: 'confirmed', amount: '5' }]);
  expect(await paymentsOf(byContract.invoiceId)).toEqual([]);
  expect(await alerts()).toMatchObject([{ kind: 'traces_missing' }]);
  // It finishes for its newest block only: the others do not keep what is new from being traced.
  newest = (await port.tip()).hash;
  hangs = 'old';
  laterMs += 61_000;
  await look();
  await look();
  expect(await alerts()).toMatchObject([{ kind: 'traces_refused' }]);
  hangs = 'never';
  laterMs += 660_000;
  await lookUntil(async () => (await readUntraced(evm.db, chain)) === null && (await refused()).count === 0);
  expect(await paymentsOf(byContract.invoiceId)).toMatchObject([{ status: 'confirmed', amount: '7' }]);

  const away = openEvmChain({ mode: 'sandbox', url: 'http://127.0.0.1:1', usdtContract: undefined });
  await expect(away.makesTraces?.()).rejects.toThrow(ChainUnavailableError);
  await expect(away.blockAt(1)).rejects.toThrow(ChainUnavailableError);
  await away.close();
});
