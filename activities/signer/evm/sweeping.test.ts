import { createTestClient, type Hex, http, publicActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { execute, one, select } from '../../../db/core/sql.ts';
import { changeStop } from '../../../db/payouts/emergency-stop.ts';
import { testPayoutSettings } from '../../../db/payouts/testing.fixture.ts';
import { upsertRates } from '../../../db/rates/rates.ts';
import { deriveAddress, deriveOwnAddress } from '../../../domain/assets/derivation.ts';
import { parseRate } from '../../../domain/money/rates.ts';
import { DEFAULT_FEE_BOUNDS } from '../../../domain/payouts/fee-bounds.ts';
import { useAnvil } from '../../../scripts/testing/nodes.ts';
import { openTestEvm, type TestEvm } from '../../chain/evm/node.fixture.ts';
import { paymentsOn } from '../../chain/testing.fixture.ts';
import { openEvmSending } from '../../sending/evm.ts';
import type { SendingPort } from '../../sending/port.ts';
import { openPayoutRig, type PayoutRig, testKeys, testXpub } from '../accounts.fixture.ts';
import type { SignerDeps } from '../sign.ts';
import { type Sweeping, sweepDeposits } from '../sweeping.ts';
import { openEvmSigning } from './family.ts';
import { openEvmSweeping } from './sweeping.ts';

const ETHER = 10n ** 18n;
const chain = { mode: 'sandbox', network: 'ETH' } as const;
const server = useAnvil({ args: ['--no-mining', '--slots-in-an-epoch', '10'] });
const accountXpub = testXpub('ETH');
const hot = deriveOwnAddress({ network: 'ETH', accountXpub, index: 0, chain: 'regtest' }).addressKey as Hex;
let evm: TestEvm;
let rig: PayoutRig;
let sending: SendingPort;
let sweeping: ReturnType<typeof openEvmSweeping>;
let family: ReturnType<typeof openEvmSigning>;
let signer: SignerDeps;
let later = 0;
let nextIndex = 7;

beforeAll(async () => {
  const { url } = server();
  evm = await openTestEvm(url);
  const usdtContract = evm.contracts.usdt.address.toLowerCase();
  const options = { mode: 'sandbox', url, usdtContract, accountXpub } as const;
  [family, sweeping, sending] = [openEvmSigning(options), openEvmSweeping(options), openEvmSending(options)];
  rig = await openPayoutRig({ db: evm.db, port: evm.port, family, sending });
  signer = {
    db: evm.db,
    settings: testPayoutSettings,
    nowMs: () => Date.now() + later,
    familyOf: () => Promise.reject(new Error('No payout is signed here.')) as never,
    keysOf: () => testKeys('ETH'),
    boundsOf: () => DEFAULT_FEE_BOUNDS.ETH,
  };
  const [sampledAt, expiresAt] = [new Date(), new Date(Date.now() + 3_600_000)];
  const rate = (asset: 'ETH' | 'USDT', value: string) =>
    parseRate(value, { asset, currency: 'EUR', source: 'test', sampledAt, expiresAt });
  await inTransaction(evm.db, (tx) => upsertRates(tx, 'sandbox', [rate('ETH', '3000'), rate('USDT', '0.9')]));
});
afterAll(async () => {
  await Promise.all([sweeping.close(), family.close(), sending.close()]);
  await evm.close();
});
afterEach(async () => expect(await rig.mismatches()).toEqual([]));

/** An invoice with an address that the gateway has the key of. */
async function deposit(gateId: 'ETH' | 'USDT_ERC20'): Promise<Hex> {
  nextIndex += 1;
  const index = nextIndex;
  const { address, addressKey } = deriveAddress({ network: 'ETH', accountXpub, index, chain: 'regtest' });
  await evm.invoice({ gateId, address, addressKey, dueMinor: 1_000n });
  await execute(evm.db, 'UPDATE watched_address SET derivation_index = $2 WHERE address_key = $1', [addressKey, index]);
  return addressKey as Hex;
}
const payUsdt = (to: Hex, minor: bigint) => {
  const { usdt } = evm.contracts;
  return evm.send({ to: usdt.address, data: usdt.call('transfer', [to, minor]) });
};
async function settle(): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    await evm.look();
    await rig.track();
    await evm.mine(13);
  }
  await evm.look();
  await rig.track();
}
async function sweep() {
  later += 120_000;
  return sweepDeposits(signer, chain, { sweeping: sweeping as Sweeping });
}
const node = () => createTestClient({ mode: 'anvil', transport: http(server().url) }).extend(publicActions);
const etherOf = (address: Hex) => node().getBalance({ address });
async function usdtOf(address: Hex): Promise<bigint> {
  const { usdt } = evm.contracts;
  const { data } = await node().call({ to: usdt.address, data: usdt.call('balanceOf', [address]) });
  return BigInt(data ?? '0x0');
}
const holdings = (address: Hex) =>
  select<{ state: string; amount: string; words: string | null }>(
    evm.db,
    'SELECT state, amount_minor::text AS amount, words FROM deposit_holding WHERE address_key = $1',
    [address],
  );
async function custody(asset: string): Promise<bigint> {
  const sql = `SELECT coalesce(sum(e.amount), 0)::text AS total FROM entry e JOIN account a ON a.id = e.account_id
    WHERE a.kind = 'custody:ETH' AND a.asset = $1 AND e.layer = 'posted'`;
  return BigInt((await one<{ total: string }>(evm.db, sql, [asset])).total);
}

test('coins worth their fee are moved to the last unit, once; only the cost is booked', async () => {
  const address = await deposit('ETH');
  await evm.send({ to: address, value: ETHER });
  await settle();
  const before = await custody('ETH');
  const reports = await Promise.all([sweep(), sweep()]);
  expect(reports.reduce((sum, { moved }) => sum + moved, 0)).toBeGreaterThanOrEqual(1);
  await settle();
  expect(await etherOf(address)).toBe(0n);
  const cost = ETHER - (await etherOf(hot));
  expect(await rig.costs()).toEqual([String(cost)]);
  const moved = (await custody('ETH')) - before;
  expect(moved === cost || moved === -cost).toBe(true);
  await sweep();
  expect(await holdings(address)).toEqual([]);
  const { count } = await one<{ count: string }>(
    evm.db,
    `SELECT count(*) FROM outgoing_transaction WHERE kind = 'sweep'`,
  );
  expect(count).toBe('1');
});

test('dust is left and listed', async () => {
  const address = await deposit('ETH');
  await evm.send({ to: address, value: 10n ** 13n });
  await settle();
  expect(await sweep()).toMatchObject({ moved: 0, dust: 1 });
  expect(await holdings(address)).toEqual([{ state: 'dust', amount: '10000000000000', words: null }]);
  expect(await sweep()).toMatchObject({ dust: 0 });
});

test('tokens are moved after coins for their fee were sent ahead, which no invoice takes for a payment', async () => {
  const address = await deposit('USDT_ERC20');
  await payUsdt(address, 500_000_000n);
  await settle();
  const payments = (await paymentsOn(evm.db, 'ETH')).length;
  const before = await custody('USDT_ERC20');
  expect(await sweep()).toMatchObject({ moved: 1 });
  await settle();
  expect(await etherOf(address)).toBeGreaterThan(0n);
  expect(await usdtOf(address)).toBe(500_000_000n);
  await sweep();
  await settle();
  expect(await usdtOf(address)).toBe(0n);
  expect(await usdtOf(hot)).toBe(500_000_000n);
  expect(await paymentsOn(evm.db, 'ETH')).toHaveLength(payments);
  expect(await custody('USDT_ERC20')).toBe(before);
  const kinds = await select<{ kind: string }>(
    evm.db,
    `SELECT kind FROM outgoing_transaction WHERE status = 'confirmed' ORDER BY signed_at`,
  );
  expect(kinds.map(({ kind }) => kind)).toEqual(['sweep', 'gas', 'sweep']);
  await sweep();
  expect(await holdings(address)).toEqual([]);
});

test('a payout is made of what was swept', async () => {
  const id = await rig.ask('USDT_ERC20', 100_000_000n, { address: '0x52908400098527886E0F7030069857D2E4169EE7' });
  await rig.send(await rig.signed(id));
  await settle();
  expect(await rig.stateOf(id)).toMatchObject({ status: 'done' });
});

describe('what waits for too long', () => {
  const HOURS_3 = 3 * 3_600_000;
  /** The transactions signed for an address, the last first. */
  const signedFor = (address: Hex) =>
    select<{ txid: string; kind: string; status: string; spends: string[]; fee: string; amount: string }>(
      evm.db,
      `SELECT t.txid, t.kind, t.status, t.spends, t.fee_minor::text AS fee, i.amount_minor::text AS amount
       FROM outgoing_transaction t
       JOIN outgoing_internal i ON i.transaction_id = t.id WHERE $1 IN (i.from_key, i.to_key)
       ORDER BY t.signed_at DESC, t.id DESC`,
      [address],
    );
  const statusesFor = async (address: Hex) => (await signedFor(address)).map(({ kind, status }) => `${kind} ${status}`);

  test('a sweep of coins goes out again with its number for a higher fee, which is taken from what arrives', async () => {
    const address = await deposit('ETH');
    await evm.send({ to: address, value: ETHER });
    await settle();
    expect(await sweep()).toMatchObject({ moved: 1, raised: 0 });
    await rig.track();
    later += HOURS_3;
    expect(await sweep()).toMatchObject({ raised: 1 });
    expect(await sweep()).toMatchObject({ raised: 0 });
    const [second, first] = await signedFor(address);
    expect(second?.spends).toEqual(first?.spends);
    expect(BigInt(second?.fee ?? 0) * 8n).toBeGreaterThanOrEqual(BigInt(first?.fee ?? 0) * 9n);
    expect(BigInt(second?.fee ?? 0) + BigInt(second?.amount ?? 0)).toBe(ETHER);
    const costs = await rig.costs();
    await settle();
    expect(await statusesFor(address)).toEqual(['sweep confirmed', 'sweep failed']);
    expect(await etherOf(address)).toBe(0n);
    expect((await rig.costs()).slice(costs.length)).toEqual([second?.fee]);
  });

  test('hazard 50: the one before is mined after all, and the other one counts as failed', async () => {
    const address = await deposit('ETH');
    await evm.send({ to: address, value: ETHER });
    await settle();
    await sweep();
    await rig.track();
    later += HOURS_3;
    expect(await sweep()).toMatchObject({ raised: 1 });
    // A block comes before the second is sent.
    await evm.mine(1);
    await settle();
    expect(await statusesFor(address)).toEqual(['sweep failed', 'sweep confirmed']);
    expect(await etherOf(address)).toBe(0n);
  });

  test('coins for a fee go out again, and the tokens’ sweep after more coins for its own', async () => {
    const address = await deposit('USDT_ERC20');
    await payUsdt(address, 500_000_000n);
    await settle();
    await sweep();
    await rig.track();
    later += HOURS_3;
    expect(await sweep()).toMatchObject({ raised: 1 });
    await settle();
    expect(await statusesFor(address)).toEqual(['gas confirmed', 'gas failed']);
    expect(await sweep()).toMatchObject({ moved: 1 });
    await rig.track();
    // The chain asks for more by now than the coins that were sent ahead pay for.
    const { baseFeePerGas } = await node().getBlock();
    await node().setNextBlockBaseFeePerGas({ baseFeePerGas: (baseFeePerGas ?? 0n) * 40n });
    await evm.mine(1);
    expect((await statusesFor(address))[0]).toBe('sweep sent');
    later += HOURS_3;
    expect(await sweep()).toMatchObject({ raised: 1 });
    expect((await statusesFor(address))[0]).toBe('gas signed');
    expect(await sweep()).toMatchObject({ raised: 0 });
    await rig.track();
    await evm.mine(1);
    await rig.track();
    await evm.mine(13);
    await rig.track();
    if ((await statusesFor(address)).includes('sweep sent')) {
      expect(await sweep()).toMatchObject({ raised: 1 });
    }
    await settle();
    expect(await usdtOf(address)).toBe(0n);
    expect((await statusesFor(address)).filter((each) => each === 'sweep confirmed')).toHaveLength(1);
  });
});

test('nothing is moved while the stop is pulled, and what keeps it is written down', async () => {
  const address = await deposit('ETH');
  await evm.send({ to: address, value: ETHER });
  await settle();
  const stop = { modes: ['sandbox'], network: 'ETH', by: 'test', reason: 'test' } as const;
  await changeStop(evm.db, { ...stop, stopped: true });
  expect(await sweep()).toMatchObject({ moved: 0, waiting: 1 });
  expect(await holdings(address)).toMatchObject([{ state: 'waiting', words: 'The emergency stop is active.' }]);
  await changeStop(evm.db, { ...stop, stopped: false });
  expect(await sweep()).toMatchObject({ moved: 1 });
  await settle();
  expect(await etherOf(address)).toBe(0n);
});

describe('hazard 68: whatever rows say', () => {
  const thief = privateKeyToAccount(`0x${'7'.repeat(64)}`);

  test('no coins are sent ahead to an address that is listed and not of our keys, nor is anything signed for it', async () => {
    const [foreign, kept] = [await deposit('USDT_ERC20'), await deposit('ETH')];
    await payUsdt(foreign, 500_000_000n);
    await evm.send({ to: kept, value: ETHER });
    await settle();
    const move = 'UPDATE watched_address SET derivation_index = 99 WHERE address_key = ANY($1::text[])';
    await execute(evm.db, move, [[foreign, kept]]);
    const before = await etherOf(hot);
    expect(await sweep()).toMatchObject({ moved: 0, waiting: 2 });
    await settle();
    const words = 'The keystore does not hold the key of this address.';
    for (const each of [foreign, kept]) expect(await holdings(each)).toMatchObject([{ state: 'waiting', words }]);
    expect(await etherOf(hot)).toBe(before);
    await execute(evm.db, 'DELETE FROM deposit_holding');
  });

  test('what goes out again for a higher fee is the transfer, not the bytes that are stored, and to an account of ours', async () => {
    const address = await deposit('USDT_ERC20');
    await payUsdt(address, 500_000_000n);
    await settle();
    expect(await sweep()).toMatchObject({ moved: 1 });
    await rig.track();
    later += 3 * 3_600_000;
    const change = (sql: string, value: string) => execute(evm.db, `${sql} WHERE ${waiting}`, [value]);
    const waiting = `transaction_id = (SELECT id FROM outgoing_transaction WHERE kind = 'gas' AND status = 'sent')`;
    await change('UPDATE outgoing_internal SET to_key = $1', thief.address.toLowerCase());
    expect(await sweep()).toMatchObject({ raised: 0 });
    await change('UPDATE outgoing_internal SET to_key = $1', address);
    const fees = { gas: 21_000n, maxFeePerGas: 3_000_000_000n, maxPriorityFeePerGas: 1n };
    const call = { to: thief.address, value: ETHER / 2n, nonce: 0, chainId: 31_337 } as const;
    const raw = await thief.signTransaction({ type: 'eip1559', ...call, ...fees });
    await execute(evm.db, `UPDATE outgoing_transaction SET raw = $1 WHERE kind = 'gas' AND status = 'sent'`, [raw]);
    expect(await sweep()).toMatchObject({ raised: 1 });
    await settle();
    expect(await etherOf(thief.address)).toBe(0n);
    expect(await etherOf(address)).toBeGreaterThan(0n);
  });
});
