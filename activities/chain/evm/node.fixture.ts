import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Abi, createTestClient, encodeDeployData, encodeFunctionData, type Hex, http, publicActions } from 'viem';
import { type HDAccount, mnemonicToAccount, type PrivateKeyAccount } from 'viem/accounts';
import { connect } from '../../../db/connect.ts';
import type { Db } from '../../../db/core/sequelize.ts';
import { createTestDatabase } from '../../../scripts/testing/database.ts';
import { createFollower, type Follower } from '../follower.ts';
import type { ChainPort } from '../port.ts';
import { type RecordedEffects, recordEffects, type WatchedInvoiceOptions, watchInvoice } from '../testing.fixture.ts';
import { openEvmChain } from './port.ts';

/** Somebody with coins on a real node, and contracts of the tests, a USDT-like token among them. */
export interface EvmPayer {
  readonly contracts: { readonly usdt: Contract; readonly splitter: Contract; readonly foreign: Contract };
  readonly payer: HDAccount | PrivateKeyAccount;
  /** Signs and sends; gas is set, so that a call that will fail is sent too. Answers with the hash. */
  send(call: { to: Hex; value?: bigint; data?: Hex; nonce?: number; tip?: bigint }): Promise<Hex>;
  /** Sends the same bytes once more. */
  resend(hash: Hex): Promise<void>;
  mine(count: number): Promise<void>;
  /** Makes no more blocks by the clock. */
  stopClock(): Promise<void>;
  /** Replaces the last blocks by empty ones. */
  undo(depth: number): Promise<void>;
}

/** A payer on a real node, and a follower of the node on a database of its own. Blocks are made on request. */
export interface TestEvm extends EvmPayer {
  readonly db: Db;
  readonly port: ChainPort;
  readonly follower: Follower;
  readonly effects: RecordedEffects;
  invoice(more?: Partial<WatchedInvoiceOptions>): ReturnType<typeof watchInvoice>;
  look(): Promise<void>;
  close(): Promise<void>;
}

export interface Contract {
  readonly address: Hex;
  call(name: string, args: readonly unknown[]): Hex;
}

/** The key phrase that anvil funds; everyone knows it. */
const phrase = 'test test test test test test test test test test test junk';

/** Deploys the contracts, which makes blocks. */
export async function openEvmPayer(url: string): Promise<EvmPayer> {
  const payer = mnemonicToAccount(phrase);
  const client = createTestClient({ mode: 'anvil', transport: http(url) }).extend(publicActions);
  const sent = new Map<Hex, Hex>();

  const send: EvmPayer['send'] = async ({ to, value = 0n, data = '0x', nonce, tip = 1_000_000_000n }) =>
    broadcast({ to, value, data, nonce: nonce ?? (await nextNonce()), tip });
  const nextNonce = () => client.getTransactionCount({ address: payer.address, blockTag: 'pending' });

  async function broadcast(call: { to?: Hex; value?: bigint; data: Hex; nonce: number; tip: bigint }): Promise<Hex> {
    const { tip, ...rest } = call;
    const bytes = await payer.signTransaction({
      ...rest,
      type: 'eip1559',
      chainId: 31337,
      gas: 3_000_000n,
      maxFeePerGas: tip + 10_000_000_000n,
      maxPriorityFeePerGas: tip,
    });
    const hash = await client.sendRawTransaction({ serializedTransaction: bytes });
    sent.set(hash, bytes);
    return hash;
  }

  async function deploy(name: 'TetherLike' | 'Splitter'): Promise<Contract> {
    const { abi, bytecode } = compiled()[name];
    const data = encodeDeployData({ abi, bytecode, args: [] });
    const hash = await broadcast({ data, nonce: await nextNonce(), tip: 1_000_000_000n });
    await client.mine({ blocks: 1 });
    const { contractAddress } = await client.getTransactionReceipt({ hash });
    if (!contractAddress) throw new Error(`${name} was not deployed.`);
    return { address: contractAddress, call: (functionName, args) => encodeFunctionData({ abi, functionName, args }) };
  }

  const contracts = {
    usdt: await deploy('TetherLike'),
    splitter: await deploy('Splitter'),
    foreign: await deploy('TetherLike'),
  };
  for (const token of [contracts.usdt, contracts.foreign]) {
    await send({ to: token.address, data: token.call('issue', [1_000_000_000_000n]) });
    await client.mine({ blocks: 1 });
  }
  return {
    contracts,
    payer,
    send,
    async resend(hash) {
      const bytes = sent.get(hash);
      if (bytes) await client.sendRawTransaction({ serializedTransaction: bytes });
    },
    mine: (count) => client.mine({ blocks: count }),
    stopClock: () => client.setIntervalMining({ interval: 0 }),
    undo: (depth) => client.request({ method: 'anvil_reorg' as never, params: [depth, []] as never }),
  };
}

export async function openTestEvm(url: string): Promise<TestEvm> {
  const payer = await openEvmPayer(url);
  const { usdt } = payer.contracts;
  const database = await createTestDatabase();
  const db = connect(database.url);
  const effects = recordEffects();
  const port = openEvmChain({ mode: 'sandbox', url, usdtContract: usdt.address.toLowerCase() });
  await port.identify();
  const follower = createFollower({ db, effects, nowMs: Date.now }, port, { dropAfterMs: 0 });
  const test: TestEvm = {
    ...payer,
    db,
    port,
    follower,
    effects,
    invoice(more = {}) {
      const address = `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(20))).toString('hex')}`;
      return watchInvoice(db, { gateId: 'ETH', address, addressKey: address, dueMinor: 1_000n, ...more });
    },
    async look() {
      while (!(await follower.poll()).complete);
    },
    async close() {
      await port.close();
      await db.close();
      await database.drop();
    },
  };
  await test.look();
  return test;
}

type Compiled = Record<'TetherLike' | 'Splitter', { readonly abi: Abi; readonly bytecode: Hex }>;
let cache: Compiled | undefined;

/** Compiles the contracts of the tests, once per process. */
function compiled(): Compiled {
  cache ??= compile();
  return cache;
}

function compile(): Compiled {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string };
  const file = 'contracts.fixture.sol';
  const content = readFileSync(new URL(file, import.meta.url), 'utf8');
  const input = {
    language: 'Solidity',
    sources: { [file]: { content } },
    settings: { outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as {
    errors?: { severity: string; formattedMessage: string }[];
    contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>;
  };
  const wrong = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (wrong.length > 0) throw new Error(wrong.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const read = (name: string) => {
    const contract = output.contracts[file]?.[name];
    if (contract === undefined) throw new Error(`${name} was not compiled.`);
    return { abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` as const };
  };
  return { TetherLike: read('TetherLike'), Splitter: read('Splitter') };
}
