import type { Wallet } from 'xrpl';
import { saveChainIdentity } from '../../../db/chain/identity.ts';
import { connect } from '../../../db/connect.ts';
import type { Db } from '../../../db/core/sequelize.ts';
import { deriveOwnAddress } from '../../../domain/assets/derivation.ts';
import { createTestDatabase } from '../../../scripts/testing/database.ts';
import type { ChainPort } from '../../chain/port.ts';
import { treasury } from '../../chain/xrp/ledger.fixture.ts';
import { openXrpChain } from '../../chain/xrp/port.ts';
import { closeLedgerWith, type RippledSimulator, startRippled } from '../../chain/xrp/rippled.fixture.ts';
import type { SendingPort } from '../../sending/port.ts';
import { openXrpSending } from '../../sending/xrp.ts';
import { openPayoutRig, type PayoutRig, testXpub } from '../accounts.fixture.ts';
import { openXrpSigning } from './family.ts';

export const accountXpub = testXpub('XRP');
/** The account that pays. */
export const hot = deriveOwnAddress({ network: 'XRP', accountXpub, index: 0, chain: 'regtest' }).address;
/** In drops. */
export const XRP = 1_000_000n;

/** A rippled simulator with 100 XRP on the account that pays, and a database of its own that follows it. */
export interface XrpBench {
  readonly db: Db;
  readonly server: RippledSimulator;
  readonly node: { readonly mode: 'sandbox'; readonly url: string };
  readonly port: ChainPort;
  readonly sending: SendingPort;
  readonly family: ReturnType<typeof openXrpSigning>;
  readonly rig: PayoutRig;
  /** Pays from the account to the address, in a ledger of its own. */
  pay(from: Wallet, address: string, drops: bigint, more?: object): void;
  close(): Promise<void>;
}

export async function openXrpBench(): Promise<XrpBench> {
  const database = await createTestDatabase();
  const db = connect(database.url);
  const server = await startRippled();
  const node = { mode: 'sandbox', url: server.url } as const;
  const port = openXrpChain(node);
  const sending = openXrpSending(node);
  const family = openXrpSigning({ ...node, accountXpub });
  const pay: XrpBench['pay'] = (from, Destination, drops, more = {}) => {
    const payment = { TransactionType: 'Payment', Destination, Amount: drops.toString(), ...more };
    closeLedgerWith(server, from, payment);
  };
  pay(treasury, hot, 100n * XRP);
  const identity = { chain: 'regtest', name: 'test', simulated: false } as const;
  await saveChainIdentity(db, { mode: 'sandbox', network: 'XRP' }, identity);
  const rig = await openPayoutRig({ db, port, family, sending });
  return {
    db,
    server,
    node,
    port,
    sending,
    family,
    rig,
    pay,
    async close() {
      await Promise.all([family.close(), sending.close(), port.close()]);
      await server.close();
      await db.close();
      await database.drop();
    },
  };
}
