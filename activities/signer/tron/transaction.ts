import { TronWeb, utils } from 'tronweb';
import type { TronBlock } from '../../chain/tron/rpc.ts';

/** The effects of a transaction. Addresses in hex, `41…`; amounts in sun. */
export type TronAction =
  | { readonly type: 'TransferContract'; readonly to: string; readonly sun: bigint }
  | { readonly type: 'TriggerSmartContract'; readonly contract: string; readonly data: string };

export interface TronDraft {
  readonly from: string;
  readonly action: TronAction;
  /** The block that it is made after; it is good on branches with this block only. */
  readonly reference: Pick<TronBlock, 'blockID' | 'block_header'>;
  readonly expirationMs: number;
  readonly timestampMs: number;
  /** The most sun that may be burnt for energy. */
  readonly feeLimitSun: bigint;
}

export interface SignedTron {
  readonly txid: string;
  /** The node's JSON. */
  readonly raw: string;
  readonly referenceHeight: number;
}

/** Builds and signs a transaction without a node. */
export function signTron(draft: TronDraft, privateKey: Uint8Array): SignedTron {
  const { blockID, block_header } = draft.reference;
  const referenceHeight = block_header.raw_data.number ?? 0;
  const height = referenceHeight.toString(16).padStart(16, '0');
  const { type } = draft.action;
  const raw_data = {
    contract: [{ type, parameter: { value: parameterOf(draft), type_url: `type.googleapis.com/protocol.${type}` } }],
    ref_block_bytes: height.slice(-4),
    ref_block_hash: blockID.slice(16, 32),
    expiration: draft.expirationMs,
    timestamp: draft.timestampMs,
    ...(type === 'TriggerSmartContract' ? { fee_limit: exact(draft.feeLimitSun) } : {}),
  };
  const bare = { visible: false, txID: '', raw_data, raw_data_hex: '' };
  const pb = utils.transaction.txJsonToPb(bare);
  const txid = utils.transaction.txPbToTxID(pb).replace(/^0x/, '');
  const whole = { ...bare, txID: txid, raw_data_hex: utils.transaction.txPbToRawDataHex(pb) };
  const signed = utils.crypto.signTransaction(Buffer.from(privateKey).toString('hex'), whole);
  return { txid, raw: JSON.stringify(signed), referenceHeight };
}

/** `balanceOf(holder)` of a token. */
export function balanceData(holder: string): string {
  return `70a08231${word(holder)}`;
}

export function hexOf(address: string): string {
  return TronWeb.address.toHex(address);
}

function word(hexAddress: string): string {
  return hexAddress.slice(2).padStart(64, '0');
}

function parameterOf({ from, action }: TronDraft): object {
  if (action.type === 'TransferContract')
    return { owner_address: from, to_address: action.to, amount: exact(action.sun) };
  return { owner_address: from, contract_address: action.contract, data: action.data };
}

/** @throws RangeError beyond what JSON numbers can say: nine thousand million TRX */
function exact(sun: bigint): number {
  const value = Number(sun);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${sun} sun cannot be written exactly.`);
  return value;
}
