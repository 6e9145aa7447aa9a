import type { Movement } from '../../../db/chain/movement.ts';
import { parseTronAddress } from '../../../domain/address/tron.ts';
import { type ChainTransaction, ChainUnavailableError } from '../port.ts';
import type { TronInternalTransaction, TronLog, TronOutcome, TronTransaction } from './rpc.ts';

/**
 * The payments of a transaction.
 *
 * - One that was included and failed (`REVERT`, `OUT_OF_ENERGY`, …) gave nothing (hazard 31).
 * - Tokens by the logs of the contract, never by what a call returned: Tether's `transfer` here returns false although
 *   it pays (hazards 32, 34).
 * - TRX also by what contracts sent on the way (hazard 32).
 * - Tokens of the older kind, TRC-10, may bear any name: they are not looked at (hazard 33).
 *
 * @param usdt the contract whose tokens are USDT, in base58; undefined where there is none
 */
export function describeTron(
  transaction: TronTransaction,
  outcome: TronOutcome,
  usdt: string | undefined,
): ChainTransaction {
  const failed = hasFailed(transaction, outcome);
  const movements = failed
    ? []
    : [
        ...coinsSent(transaction),
        ...coinsSentByContracts(outcome.internal_transactions ?? []),
        ...tokensMoved(outcome.log ?? [], usdt),
      ];
  return { txid: transaction.txID, movements, spends: spendOf(transaction), failed, seenAtMs: null };
}

/**
 * Its sender and its own ID, as our own transactions are stored: nothing that two transactions share, because an
 * account here has no numbers.
 */
function spendOf({ txID, raw_data }: TronTransaction): string[] {
  const owner = raw_data.contract[0]?.parameter?.value?.owner_address;
  const sender = owner === undefined ? undefined : addressOf(owner);
  return sender === undefined ? [] : [`${sender}:${txID}`];
}

const SUCCESS = 'SUCCESS';

function hasFailed({ ret, raw_data }: TronTransaction, { result, receipt }: TronOutcome): boolean {
  const said = [ret?.[0]?.contractRet, receipt?.result].filter((each) => each !== undefined);
  const isCall = raw_data.contract[0]?.type === 'TriggerSmartContract';
  // A plain transfer has no result in its receipt; a call must say that it went well.
  return result === 'FAILED' || said.some((each) => each !== SUCCESS) || (isCall && receipt?.result !== SUCCESS);
}

function coinsSent({ raw_data }: TronTransaction): Movement[] {
  return raw_data.contract.flatMap(({ type, parameter }) => {
    const { owner_address: from, to_address: to, amount } = parameter?.value ?? {};
    if (type !== 'TransferContract' || to === undefined) return [];
    return movement('TRX', { from, to, amountMinor: minorOf(amount), output: 'trace:0' });
  });
}

function coinsSentByContracts(internal: readonly TronInternalTransaction[]): Movement[] {
  return internal.flatMap(({ transferTo_address: to, rejected, callValueInfo = [] }, index) => {
    if (rejected === true || to === undefined) return [];
    const coins = callValueInfo.filter(({ tokenId }) => tokenId === undefined || tokenId === '');
    const amountMinor = coins.reduce((sum, { callValue }) => sum + minorOf(callValue), 0n);
    return movement('TRX', { to, amountMinor, output: `trace:0.${index}` });
  });
}

const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

function tokensMoved(logs: readonly TronLog[], usdt: string | undefined): Movement[] {
  if (usdt === undefined) return [];
  return logs.flatMap(({ address, topics = [], data = '' }, index) => {
    const [topic, owner, recipient] = topics;
    if (addressOf(`41${address}`) !== usdt || topic !== transferTopic) return [];
    if (owner?.length !== 64 || recipient?.length !== 64 || topics.length !== 3 || !/^[0-9a-fA-F]{64}$/.test(data))
      return [];
    const to = `41${recipient.slice(24)}`;
    const from = `41${owner.slice(24)}`;
    return movement('USDT_TRC20', { from, to, amountMinor: BigInt(`0x${data}`), output: `log:${index}` });
  });
}

interface Moved {
  /** The account that owned the money; missing for a contract's. */
  readonly from?: string | undefined;
  readonly to: string;
  readonly amountMinor: bigint;
  readonly output: string;
}

/**
 * Nothing for an amount of zero, which strangers send to poison address books, or for a recipient that is not an
 * address.
 */
function movement(gateId: 'TRX' | 'USDT_TRC20', { from, to, amountMinor, output }: Moved): Movement[] {
  const addressKey = addressOf(to);
  if (amountMinor === 0n || addressKey === undefined) return [];
  const sender = from === undefined ? undefined : addressOf(from);
  const place = { output, addressKey, destinationTag: null, ...(sender === undefined ? {} : { sender }) };
  return [{ gateId, assetRef: gateId, ...place, amountMinor, coinbase: false, maturity: 0 }];
}

function addressOf(text: string): string | undefined {
  try {
    return parseTronAddress(text);
  } catch {
    return undefined;
  }
}

/** One that is not exact is not guessed at. */
function minorOf(value: number | bigint = 0n): bigint {
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new ChainUnavailableError(`The node names an amount that cannot be read exactly: ${value}.`);
  return BigInt(value);
}
