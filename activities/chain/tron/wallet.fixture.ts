import { TronWeb, utils } from 'tronweb';
import { referenceOf, type SignedTransaction } from './chain.fixture.ts';
import type { TronBlock } from './rpc.ts';

export interface TronOrder {
  /** The block that it is made after. */
  readonly head: TronBlock;
  readonly nowMs: number;
  readonly type: string;
  /** Of the contract; addresses in hex. */
  readonly value: object;
  readonly more?: { readonly fee_limit?: number };
}

/** A transaction of the account with this key, as a wallet signs it. It may enter a block for a minute. */
export function signTron(key: string, { head, nowMs, type, value, more = {} }: TronOrder): SignedTransaction {
  const raw_data = {
    ...referenceOf(head),
    expiration: nowMs + 60_000,
    timestamp: nowMs,
    contract: [
      {
        type,
        parameter: {
          value: { owner_address: hexOfKey(key), ...value },
          type_url: `type.googleapis.com/protocol.${type}`,
        },
      },
    ],
    ...more,
  };
  const bare = { visible: false, txID: '', raw_data, raw_data_hex: '' };
  const pb = utils.transaction.txJsonToPb(bare);
  const whole = {
    ...bare,
    txID: utils.transaction.txPbToTxID(pb).replace(/^0x/, ''),
    raw_data_hex: utils.transaction.txPbToRawDataHex(pb),
  };
  return utils.crypto.signTransaction(key, whole) as unknown as SignedTransaction;
}

/** The address of a key, in hex. */
export function hexOfKey(key: string): string {
  return TronWeb.address.toHex(String(TronWeb.address.fromPrivateKey(key)));
}
