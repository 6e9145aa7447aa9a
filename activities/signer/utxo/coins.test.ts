import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { execute, select } from '../../../db/core/sql.ts';
import { type Coin, markReservedCoins, spendableCoins } from '../../../db/sending/coins.ts';
import { deriveAddress } from '../../../domain/assets/derivation.ts';
import { useLitecoind } from '../../../scripts/testing/nodes.ts';
import { openRpc } from '../../chain/json-rpc.ts';
import { openTestNode, type TestNode } from '../../chain/utxo/node.fixture.ts';
import { testKeys, testXpub } from '../accounts.fixture.ts';
import { openUtxoFamily } from './family.ts';
import { openTestGateway, strangerOf, type TestGateway } from './gateway.fixture.ts';

const COIN = 100_000_000n;
const CHAIN = { mode: 'sandbox', network: 'LTC' } as const;
// Litecoin Core replaces nothing unless it is configured to.
const server = useLitecoind({ args: ['-mempoolreplacement=1'] });
const unindexed = useLitecoind({ args: ['-txindex=0'] });
let node: TestNode;
let gateway: TestGateway;

beforeAll(async () => {
  node = await openTestNode('LTC', server().url);
  gateway = await openTestGateway(node, server().url, 6);
});
afterAll(async () => {
  await gateway.sending.close();
  await node.close();
});
afterEach(async () => expect(await gateway.mismatches()).toEqual([]));

const ask = (amountMinor: bigint) => gateway.ask('LTC', amountMinor, { address: strangerOf('LTC').address });
const offered = (): Promise<Coin[]> => spendableCoins(node.db, CHAIN, { aboveMinor: 5_460n, most: 100 });
const answerTo = (id: string) => gateway.signer.signPayouts({ version: 1, payoutIds: [id] });

test('hazard 16: coins mined to an address of ours are spent once they are ripe, and the node takes them', async () => {
  const { address, addressKey } = deriveAddress({
    network: 'LTC',
    accountXpub: testXpub('LTC'),
    index: 900,
    chain: 'regtest',
  });
  await execute(
    node.db,
    'INSERT INTO watched_address (mode, network, address_key, derivation_index) VALUES ($1, $2, $3, 900)',
    [CHAIN.mode, CHAIN.network, addressKey],
  );
  await node.rpc.call('generatetoaddress', [1, address]);
  await node.mine(98);
  await node.look();
  expect(await offered()).toEqual([]);
  const id = await ask(COIN);
  expect(await answerTo(id)).toMatchObject({ deferred: [{ payoutId: id, reason: 'no_funds' }] });
  await node.mine(1);
  await node.look();
  expect(await offered()).toHaveLength(1);
  const signed = await gateway.signTogether([id]);
  expect(await gateway.send(signed)).toBe('sent');
  await gateway.settle();
  expect(await gateway.stateOf(id)).toMatchObject({ status: 'done' });
});

test('a lot that the coins do not pay for is signed in part, and the rest when more has come', async () => {
  const [ids, all] = [[] as string[], await gateway.spendable()];
  const half = all.reduce((sum, each) => sum + each, 0n) / 2n;
  for (let count = 0; count < 3; count += 1) ids.push(await ask(half));
  const first = await gateway.signer.signPayouts({ version: 1, payoutIds: ids });
  expect(first.signed.length).toBeGreaterThan(0);
  expect(first.deferred.map(({ reason }) => reason)).toEqual(first.deferred.map(() => 'no_funds'));
  expect(first.signed.length + first.deferred.length).toBe(3);
  await gateway.deposit(...Array.from({ length: 2 }, () => half + COIN / 100n));
  const rest = await gateway.signer.signPayouts({ version: 1, payoutIds: ids });
  expect(rest.signed.toSorted()).toEqual(ids.toSorted());
  await gateway.track();
  await gateway.settle();
  for (const id of ids) expect(await gateway.stateOf(id)).toMatchObject({ status: 'done' });
});

test('hazards 5 and 17: dust, coins with tokens in them and what is not confirmed are not offered', async () => {
  await gateway.deposit(COIN, COIN, COIN, 5_000n);
  const before = await offered();
  expect(before.map(({ amountMinor }) => amountMinor)).not.toContain(5_000n);
  const [token, waiting] = before.filter(({ branch }) => branch === 0);
  const key = (coin?: Coin) => `LTC:${coin?.txid}:${coin?.n}`;
  await execute(node.db, 'UPDATE payment SET gate_id = NULL WHERE key = $1', [key(token)]);
  await execute(node.db, `UPDATE payment SET status = 'mined' WHERE key = $1`, [key(waiting)]);
  expect(await offered()).toEqual(before.filter((coin) => coin !== token && coin !== waiting));
  await execute(node.db, `UPDATE payment SET gate_id = 'LTC', status = 'confirmed' WHERE key = ANY($1::text[])`, [
    [key(token), key(waiting)],
  ]);
  expect(await offered()).toEqual(before);
});

test('setting reserved coins aside changes nothing of what is offered', async () => {
  const id = await ask(COIN / 3n);
  const signed = await gateway.signTogether([id]);
  const before = await offered();
  await markReservedCoins(node.db, CHAIN);
  await markReservedCoins(node.db, CHAIN);
  expect(await offered()).toEqual(before);
  expect(before.some(({ txid, n }) => signed.spends.includes(`${txid}:${n}`))).toBe(false);
  await gateway.track();
  await gateway.settle();
});

test('of many small coins a hundred become one, at a cost that is booked; of few, none', async () => {
  const sweep = () => gateway.signer.sweepDeposits({ version: 1, ...CHAIN });
  expect(await sweep()).toMatchObject({ moved: 0 });
  await gateway.deposit(...Array.from({ length: 205 }, (_, at) => 1_000_000n + BigInt(at)));
  const [before, beyond, costs] = [await gateway.spendable(), await gateway.beyondBooks(), await gateway.costs()];
  expect(await sweep()).toMatchObject({ moved: 100, complete: true });
  await gateway.track();
  await gateway.settle();
  const after = await gateway.spendable();
  expect(after).toHaveLength(before.length - 99);
  const sum = (list: readonly bigint[]) => list.reduce((all, each) => all + each, 0n);
  const [cost, ...others] = (await gateway.costs()).slice(costs.length);
  expect(others).toEqual([]);
  expect(sum(before) - sum(after)).toBe(BigInt(cost ?? 0));
  expect(await gateway.beyondBooks()).toBe(beyond);
  expect(await sweep()).toMatchObject({ moved: 0 });
});

test('a merge that waits for too long is signed again for a higher fee, of the same coins; one of both is mined and booked', async () => {
  await gateway.deposit(...Array.from({ length: 120 }, (_, at) => 1_000_000n + BigInt(at)));
  const sweep = () => gateway.signer.sweepDeposits({ version: 1, ...CHAIN });
  const [free, costs] = [await gateway.spendable(), await gateway.costs()];
  expect(await sweep()).toMatchObject({ moved: 100, raised: 0 });
  await gateway.track();
  expect(await sweep()).toMatchObject({ raised: 0 });
  await longAgo();
  expect(await sweep()).toMatchObject({ raised: 1 });
  expect(await sweep()).toMatchObject({ raised: 0 });
  const [second, first] = await merges();
  expect(second).toMatchObject({ status: 'signed', replaces: first?.id });
  expect(second?.spends.toSorted()).toEqual(first?.spends.toSorted());
  expect(BigInt(second?.fee ?? 0)).toBeGreaterThan(BigInt(first?.fee ?? 0));
  await gateway.track();
  expect(await node.port.transaction(first?.txid ?? '')).toBeNull();
  await gateway.settle();
  expect((await merges()).slice(0, 2).map(({ status }) => status)).toEqual(['confirmed', 'failed']);
  expect((await gateway.costs()).slice(costs.length)).toEqual([second?.fee]);
  expect(await gateway.spendable()).toHaveLength(free.length - 99);
});

test('hazard 50: the merge before is mined after all, and the other one counts as failed', async () => {
  await gateway.deposit(...Array.from({ length: 120 }, (_, at) => 1_000_000n + BigInt(at)));
  const sweep = () => gateway.signer.sweepDeposits({ version: 1, ...CHAIN });
  const free = await gateway.spendable();
  expect(await sweep()).toMatchObject({ moved: 100 });
  await gateway.track();
  await longAgo();
  expect(await sweep()).toMatchObject({ raised: 1 });
  await node.mine(1);
  await gateway.settle();
  expect((await merges()).slice(0, 2).map(({ status }) => status)).toEqual(['failed', 'confirmed']);
  expect(await gateway.spendable()).toHaveLength(free.length - 99);
});

/** The signed transactions, the last first. */
function merges() {
  return select<{ id: string; txid: string; status: string; replaces: string | null; spends: string[]; fee: string }>(
    node.db,
    `SELECT id, txid, status, replaces, spends, fee_minor::text AS fee FROM outgoing_transaction
     WHERE kind = 'sweep' ORDER BY id DESC`,
  );
}

/** The pending transaction has waited for three hours. */
async function longAgo(): Promise<void> {
  const waiting = `UPDATE outgoing_transaction SET signed_at = signed_at - interval '3 hours'
    WHERE status IN ('signed', 'sent')`;
  await execute(node.db, waiting);
}

test('by a node that could not find what was sent, nothing is signed', async () => {
  const { url } = unindexed();
  const rpc = openRpc({ url });
  await rpc.call('generatetoaddress', [2, strangerOf('LTC').address]);
  const family = openUtxoFamily({ ...CHAIN, url });
  await expect(family.conditions(node.db, [])).rejects.toThrow('start it with txindex');
  await Promise.all([family.close(), rpc.close()]);
});

test('above the largest fee rate, nothing is signed', async () => {
  const family = openUtxoFamily({ ...CHAIN, url: server().url });
  const answer = await inTransaction(node.db, (tx) =>
    family.sign(tx, {
      payments: [],
      conditions: { rateMinor: 51n, sound: new Set() },
      keys: testKeys('LTC'),
      replaces: null,
      bounds: { maxRateMinor: 50n, maxTotalMinor: COIN },
      onReserved: () => {},
      nowMs: Date.now(),
    }),
  );
  await family.close();
  expect(answer).toEqual({ retryLater: 'fee_too_high', words: 'The fee rate is 51 per byte, the most is 50.' });
});
