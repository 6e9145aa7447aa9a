import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readCursor } from '../../../db/chain/cursor.ts';
import { readUntraced } from '../../../db/chain/untraced.ts';
import { select } from '../../../db/sql.ts';
import { useAnvil } from '../../../scripts/testing/nodes.ts';
import { createFollower, type Follower } from '../follower.ts';
import type { ChainPort } from '../port.ts';
import { paymentsOn } from '../testing.fixture.ts';
import { openTestEvm, type TestEvm } from './node.fixture.ts';
import { openEvmChain } from './port.ts';

const server = useAnvil({ args: ['--no-mining', '--slots-in-an-epoch', '10'] });
const chain = { mode: 'sandbox', network: 'ETH' } as const;
let evm: TestEvm;
let proxy: Server;
/** Which blocks the node does not trace: none, those that it has no state of any more, or all. */
let refuses: 'none' | 'old' | 'all' = 'all';
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
      const asked = JSON.parse(body) as Call | Call[];
      const forwarded = await fetch(server().url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      const answers = (await forwarded.json()) as { id: number } | { id: number }[];
      const calls = new Map([asked].flat().map((call) => [call.id, call]));
      const changed = [answers].flat().map((answer) => {
        const call = calls.get(answer.id);
        const isRefused = refuses === 'all' || (refuses === 'old' && call?.params[0] !== newest);
        if (call?.method !== 'debug_traceBlockByHash' || !isRefused) return answer;
        return {
          jsonrpc: '2.0',
          id: answer.id,
          error: { code: -32_601, message: 'required historical state unavailable' },
        };
      });
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(Array.isArray(answers) ? changed : changed[0]));
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await evm.close();
});
beforeEach(async () => {
  refuses = 'all';
  await openFollower();
});

async function openFollower(): Promise<void> {
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const usdtContract = evm.contracts.usdt.address.toLowerCase();
  port = openEvmChain({ mode: 'sandbox', url, usdtContract });
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
  // What was known already is as it was.
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

test('a node that does not trace the missed blocks holds up nothing, and an alert names them until they are read', async () => {
  const { invoiceId, addressKey } = await evm.invoice();
  await payByContract(addressKey);
  await evm.mine(14);
  await look();
  const missed = await readUntraced(evm.db, chain);
  await allowTraces('old');
  await look();
  expect(await alerts()).toMatchObject([
    {
      kind: 'traces_refused',
      message: expect.stringMatching(
        new RegExp(`^Blocks ${missed?.from} to ${missed?.to} were followed without traces`),
      ),
    },
  ]);
  expect(await readUntraced(evm.db, chain)).toEqual(missed);
  await allowTraces('none');
  await look();
  await look();
  expect(await paymentsOf(invoiceId)).toMatchObject([{ status: 'confirmed', amount: '7' }]);
  expect(await alerts()).toEqual([]);
});
