import { parseAddress } from '../../domain/assets/addresses.ts';
import type { CryptoGate, Mode } from '../../domain/assets/assets.ts';
import type { Tx } from '../core/sequelize.ts';
import { notifyReadersAfterCommit } from './chain.ts';
import { simChainsTable } from './rows.ts';
import { newSpend, newTxid, sendSimulated } from './transactions.ts';

/** A payment by somebody outside, such as an exchange that a withdrawal was requested from. */
export interface OutsidePayment {
  readonly mode: Mode;
  readonly gate: CryptoGate;
  readonly address: string;
  readonly destinationTag: bigint | null;
  /** Zero: a transaction id, but no transaction. */
  readonly amountMinor: bigint;
}

/** Sends coins on a simulated chain. @returns the transaction id, or null if the network is not simulated */
export async function payOnSimulatedChain(
  tx: Tx,
  { mode, gate, address, destinationTag, amountMinor }: OutsidePayment,
): Promise<string | null> {
  const chain = { mode, network: gate.network };
  if ((await simChainsTable.count(tx, chain)) === 0) return null;
  const txid = newTxid(gate.network);
  if (amountMinor <= 0n) return txid;
  const movement = {
    assetRef: gate.id,
    gateId: gate.id,
    output: outputOf(gate),
    addressKey: parseAddress(gate.network, address, 'regtest').addressKey,
    amountMinor,
    coinbase: false,
    maturity: 0,
    destinationTag,
  };
  await sendSimulated(tx, chain, { txid, movements: [movement], spends: [newSpend(gate.network)], failed: false });
  notifyReadersAfterCommit(tx, chain);
  return txid;
}

/** Where in its transaction a payment is, as the networks number it. */
function outputOf({ family, id, network }: CryptoGate): string {
  if (family === 'utxo') return '0';
  if (family === 'xrp') return '';
  return id === network || id === 'TRX' ? 'trace:0' : 'log:0';
}
