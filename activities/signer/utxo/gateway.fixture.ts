import { randomBytes } from 'node:crypto';
import { saveChainIdentity } from '../../../db/chain/identity.ts';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { execute, select } from '../../../db/core/sql.ts';
import { readCustodyBooks } from '../../../db/custody/books.ts';
import { coinsAt, spendableCoins } from '../../../db/sending/coins.ts';
import { liveOutgoingOf, type Outgoing } from '../../../db/sending/transactions.ts';
import { testEncryptionKey } from '../../../db/testing.fixture.ts';
import { utxoAddressOfKeyHash } from '../../../domain/address/bitcoin.ts';
import type { UtxoNetwork } from '../../../domain/assets/assets.ts';
import { deriveAddress } from '../../../domain/assets/derivation.ts';
import { testConfig } from '../../../settings/config.fixture.ts';
import { decodeTransaction, type RawTransaction } from '../../chain/utxo/decode.ts';
import { paymentOf, type TestNode, walletFor } from '../../chain/utxo/node.fixture.ts';
import { makeCashWallet, makeWallet } from '../../chain/utxo/wallet.fixture.ts';
import type { OwnHolding } from '../../custody/holdings.ts';
import { openUtxoHoldings } from '../../custody/utxo.ts';
import { openSending } from '../../sending/open-sending.ts';
import type { SendingPort } from '../../sending/port.ts';
import { openPayoutRig, type PayoutRig, testKeys, testXpub } from '../accounts.fixture.ts';
import { createSignerActivities } from '../activities.ts';
import { openFamily } from '../open-family.ts';
import type { SigningFaultPoint } from '../sign.ts';

/** The gateway on a real node: its coins, its signer, and the way of its payouts. */
export interface TestGateway extends PayoutRig {
  readonly signer: ReturnType<typeof createSignerActivities>;
  readonly sending: SendingPort;
  /** Called at each step of the signer. */
  onFault: (point: SigningFaultPoint) => void;
  /** The script of a new address for a payer. */
  newScript(): Promise<string>;
  /** Coins of these amounts on new addresses of payers, ripe to spend. */
  deposit(...amounts: readonly bigint[]): Promise<void>;
  /** Signs payouts in one transaction and gives it. */
  signTogether(payoutIds: readonly string[]): Promise<Outgoing>;
  /** The coins of a transaction of ours, spent by someone else who has the keys. */
  stolen(outgoing: Outgoing): Promise<string>;
  /** Mines until what was sent is at its confirmations, and looks. */
  settle(): Promise<void>;
  /** The amounts of coins that are not reserved, the biggest first. */
  spendable(): Promise<bigint[]>;
  /**
   * The chain's surplus over the books: tests fund merchants out of nothing, so it is not zero, and no payout may
   * change it.
   */
  beyondBooks(): Promise<bigint>;
  /** The coins on addresses of the gateway's own, as the proof of reserves counts them. */
  ownHoldings(): Promise<readonly OwnHolding[]>;
}

export async function openTestGateway(node: TestNode, url: string, confirmations: number): Promise<TestGateway> {
  const { db, network } = node;
  const chain = { mode: 'sandbox', network } as const;
  await saveChainIdentity(db, chain, { chain: 'regtest', name: 'test', simulated: false });
  const config = { ...testConfig({ [`SANDBOX_CHAIN_${network}_URL`]: url }), encryptionKey: testEncryptionKey };
  const keys = testKeys(network);
  const sending = openSending(config, db, chain, Date.now);
  if (sending === null) throw new Error(`Nothing can be sent on ${network}.`);
  const rig = await openPayoutRig({ db, port: node.port, family: openFamily(config, chain), sending });
  let index = 0;
  const gateway: TestGateway = {
    ...rig,
    sending,
    onFault: () => {},
    signer: createSignerActivities({
      db,
      config,
      keyRing: { of: () => keys },
      nowMs: Date.now,
      faultPoint: (point) => gateway.onFault(point),
    }),
    async newScript() {
      const { addressKey } = deriveAddress({ network, accountXpub: testXpub(network), index, chain: 'regtest' });
      await execute(
        db,
        'INSERT INTO watched_address (mode, network, address_key, derivation_index) VALUES ($1, $2, $3, $4)',
        [...Object.values(chain), addressKey, index],
      );
      index += 1;
      return addressKey;
    },
    async deposit(...amounts) {
      const outputs: { script: string; valueMinor: bigint }[] = [];
      for (const valueMinor of amounts) outputs.push({ script: await gateway.newScript(), valueMinor });
      await node.pay(outputs);
      await node.mine(confirmations);
      await node.look();
    },
    async signTogether(payoutIds) {
      const { signed, deferred, refused } = await gateway.signer.signPayouts({ version: 1, payoutIds });
      const [first] = signed;
      const outgoing = first === undefined ? null : await liveOutgoingOf(db, first);
      if (outgoing === null) throw new Error(JSON.stringify({ deferred, refused }));
      return outgoing;
    },
    async stolen({ spends }) {
      const [coin] = await inTransaction(db, (tx) => coinsAt(tx, chain, spends));
      if (coin === undefined) throw new Error('It spends nothing.');
      const { privateKey } = keys.key(coin.branch, coin.index);
      const thief =
        network === 'BCH' ? makeCashWallet(privateKey) : makeWallet(network === 'BTC' ? 'bcrt' : 'rltc', privateKey);
      const outputs = [{ script: strangerOf(network).script, valueMinor: coin.amountMinor / 2n }];
      return thief.sign(paymentOf(walletFor(network), { ...coin, valueMinor: coin.amountMinor }, outputs));
    },
    async settle() {
      await node.mine(confirmations);
      await node.look();
      await rig.track();
    },
    async beyondBooks() {
      const holdings = openUtxoHoldings(chain, url);
      const held = (await holdings.holdings(db)).amounts[network] ?? 0n;
      await holdings.close();
      return held - ((await readCustodyBooks(db, chain)).custody[network] ?? 0n);
    },
    async ownHoldings() {
      const holdings = openUtxoHoldings(chain, url);
      const own = await holdings.ownHoldings(db);
      await holdings.close();
      return own;
    },
    async spendable() {
      return (await spendableCoins(db, chain, { aboveMinor: 0n, most: 10_000 })).map(({ amountMinor }) => amountMinor);
    },
  };
  return gateway;
}

/** An address of a stranger that is paid for the first time, with its script. */
export function strangerOf(network: UtxoNetwork): { readonly address: string; readonly script: string } {
  const { canonical: address, script } = utxoAddressOfKeyHash(network, randomBytes(20), 'regtest');
  return { address, script };
}

export function outputsOf({ raw }: Outgoing): RawTransaction['outputs'] {
  return decodeTransaction(raw).outputs;
}

/** The output of a transaction that pays a payout, as it was written down. */
export async function linesOf(node: TestNode, { id }: Outgoing): Promise<Map<string, number>> {
  const sql = 'SELECT payout_id, output FROM outgoing_line WHERE transaction_id = $1 AND live';
  const rows = await select<{ payout_id: string; output: string }>(node.db, sql, [id]);
  return new Map(rows.map((row) => [row.payout_id, Number(row.output)]));
}
