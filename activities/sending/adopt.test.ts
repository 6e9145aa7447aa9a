import { TronWeb } from 'tronweb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { saveChainIdentity } from '../../db/chain/identity.ts';
import { connect } from '../../db/connect.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { makeRates } from '../../db/invoices/testing.fixture.ts';
import type { CryptoGateId } from '../../domain/assets/assets.ts';
import { deriveOwnAddress } from '../../domain/assets/derivation.ts';
import { createTestDatabase, type TestDatabase } from '../../scripts/testing/database.ts';
import { base58Of, tokenWithBalances } from '../chain/tron/chain.fixture.ts';
import { startTronNode, type TronNodeSimulator } from '../chain/tron/node.fixture.ts';
import { openTronChain } from '../chain/tron/port.ts';
import { openTronRpc, type TronRpc } from '../chain/tron/rpc.ts';
import { signTron } from '../chain/tron/wallet.fixture.ts';
import { openPayoutRig, type PayoutRig, testKeys, testXpub } from '../signer/accounts.fixture.ts';
import { openTronSigning } from '../signer/tron/family.ts';
import { type AdoptionDeps, adoptOutgoing } from './adopt.ts';
import { openTronSending } from './tron.ts';

const accountXpub = testXpub('TRON');
const own = deriveOwnAddress({ network: 'TRON', accountXpub, index: 0, chain: 'regtest' }).address;
const hot = TronWeb.address.toHex(own);
const hotKey = Buffer.from(testKeys('TRON').key(1, 0).privateKey).toString('hex');
const MILLION = 1_000_000n;
const accountOf = (number: number) =>
  TronWeb.address.toHex(String(TronWeb.address.fromPrivateKey(number.toString(16).padStart(64, '0'))));
const usdt = accountOf(2);
const payee = accountOf(500);

let database: TestDatabase;
let db: Db;
let node: TronNodeSimulator;
let rpc: TronRpc;
let rig: PayoutRig;
let deps: AdoptionDeps;
let tokens: Map<string, bigint>;
let nowMs: number;
let ways: {
  readonly port: ReturnType<typeof openTronChain>;
  readonly sending: ReturnType<typeof openTronSending>;
  readonly family: ReturnType<typeof openTronSigning>;
};

beforeEach(async () => {
  database = await createTestDatabase();
  db = connect(database.url);
  await makeRates(db);
  nowMs = Date.now() - 600_000;
  node = await startTronNode(() => nowMs);
  tokens = new Map([[hot, 10_000n * MILLION]]);
  node.chain.deploy(usdt, tokenWithBalances(usdt, tokens, { paused: false }));
  node.chain.give(hot, 1_000n * MILLION);
  produce(20);
  const options = { mode: 'sandbox', url: node.url, usdtContract: base58Of(usdt), nowMs: () => nowMs } as const;
  const [port, sending, family] = [
    openTronChain(options),
    openTronSending(options),
    openTronSigning({ ...options, accountXpub }),
  ];
  ways = { port, sending, family };
  rpc = openTronRpc(node.url);
  const chain = { mode: 'sandbox', network: 'TRON' } as const;
  await saveChainIdentity(db, chain, { chain: 'regtest', name: 'test', simulated: false });
  rig = await openPayoutRig({ db, ...ways, nowMs: () => nowMs });
  deps = {
    db,
    nowMs: () => nowMs,
    payingAccount: own,
    ownOutput: ({ addressKey }) => (addressKey === own ? { index: null } : null),
    rawOf: async (txid) => (await rpc.signedText(txid)) ?? '',
    paidFee: (txid) => sending.paidFee(txid),
  };
});
afterEach(async () => {
  expect(await rig.mismatches()).toEqual([]);
  await Promise.all([ways.family.close(), ways.sending.close(), ways.port.close(), rpc.close()]);
  await node.close();
  await db.close();
  await database.drop();
});

/** Blocks at their pace. */
function produce(count: number): void {
  for (let made = 0; made < count; made += 1) {
    nowMs += 3_000;
    node.chain.produce();
  }
}

/** The transactions that the signer sent after the moment that the database was restored to: no row knows of them. */
function sendUnknown(gateId: 'TRX' | 'USDT_TRC20', minor: bigint): string {
  const word = (hex: string) => hex.padStart(64, '0');
  const order =
    gateId === 'TRX'
      ? { type: 'TransferContract', value: { to_address: payee, amount: Number(minor) } }
      : {
          type: 'TriggerSmartContract',
          value: { contract_address: usdt, data: `a9059cbb${word(payee.slice(2))}${word(minor.toString(16))}` },
          more: { fee_limit: 100_000_000 },
        };
  const signed = signTron(hotKey, { head: node.chain.head, nowMs, ...order });
  expect(node.chain.broadcast(signed)).toMatchObject({ result: true });
  return signed.txID;
}

const paid = (gateId: CryptoGateId) => (gateId === 'TRX' ? node.chain.balance(payee) : (tokens.get(payee) ?? 0n));

test.each(['TRX', 'USDT_TRC20'] as const)(
  'a payout in %s on TRON that was signed after the restored moment is found, tracked to its end and not signed again',
  async (gateId) => {
    const id = await rig.ask(gateId, 25n * MILLION, { address: base58Of(payee) });
    const from = (await ways.port.tip()).height;
    const txid = sendUnknown(gateId, 25n * MILLION);
    produce(2);
    expect(await adoptOutgoing(deps, ways.port, from)).toEqual({ adopted: [{ txid, payouts: 1 }], problems: [] });
    expect((await rig.signed(id)).txid).toBe(txid);
    expect(await adoptOutgoing(deps, ways.port, from)).toEqual({ adopted: [], problems: [] });
    produce(42);
    await rig.track();
    expect(await rig.stateOf(id)).toMatchObject({ status: 'done', needsOperator: false });
    expect(paid(gateId)).toBe(25n * MILLION);
  },
);

test('on a branch that was left, what was found is sent again as the same bytes', async () => {
  const id = await rig.ask('USDT_TRC20', 25n * MILLION, { address: base58Of(payee) });
  const from = (await ways.port.tip()).height;
  const txid = sendUnknown('USDT_TRC20', 25n * MILLION);
  produce(2);
  await adoptOutgoing(deps, ways.port, from);
  tokens.set(payee, 0n);
  node.chain.fork(2, { lose: true });
  await rig.track();
  produce(42);
  await rig.track();
  expect((await rig.signed(id)).txid).toBe(txid);
  expect(await rig.stateOf(id)).toMatchObject({ status: 'done' });
  expect(paid('USDT_TRC20')).toBe(25n * MILLION);
});

test('what others send to our account is theirs', async () => {
  const from = (await ways.port.tip()).height;
  const stranger = '07'.padStart(64, '0');
  node.chain.give(accountOf(7), 100n * MILLION);
  const value = { to_address: hot, amount: 5_000_000 };
  node.chain.broadcast(signTron(stranger, { head: node.chain.head, nowMs, type: 'TransferContract', value }));
  produce(2);
  expect(await adoptOutgoing(deps, ways.port, from)).toEqual({ adopted: [], problems: [] });
});
