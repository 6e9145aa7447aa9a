import type { Exchange as CcxtExchange, Transaction } from 'ccxt';
import type { GateId } from '../../domain/assets/assets.ts';
import { currencyOfGate } from '../../domain/transfers/places.ts';
import { type Exact, parseExact } from '../../domain/treasury/exact.ts';
import type { ExchangeName } from '../../domain/treasury/exchanges.ts';
import { translated } from './ccxt.ts';
import { asNumber, requireId } from './order-book.ts';
import {
  ExchangeRefusedError,
  ExchangeUnavailableError,
  type FoundDeposit,
  type FoundWithdrawal,
  type Funds,
  type VenueWithdrawal,
} from './port.ts';

/** The differences between exchanges. */
interface FundsProtocol {
  /** Our id, or the destination in the exchange's own list. */
  readonly withdrawParams: (withdrawal: VenueWithdrawal) => object;
  /** Finds the withdrawal with our id, if the exchange takes one. */
  readonly findParams: (withdrawal: VenueWithdrawal) => object;
  /** Whether withdrawals carry our id. */
  readonly takesIds: boolean;
}

const PROTOCOLS: Readonly<Record<ExchangeName, FundsProtocol>> = {
  kraken: {
    withdrawParams: ({ venueKey }) => {
      if (venueKey === null) throw new ExchangeRefusedError('The destination has no name at the exchange.');
      return { key: venueKey };
    },
    findParams: () => ({}),
    takesIds: false,
  },
  binance: {
    withdrawParams: ({ id, gateId }) => ({ withdrawOrderId: id, ...networkOf(gateId) }),
    findParams: ({ id }) => ({ withdrawOrderId: id }),
    takesIds: true,
  },
};

/** Clocks differ a little; the list of an exchange begins this much before a withdrawal was requested. */
const EARLIER_MS = 60_000;

/** Deposits and withdrawals through ccxt. */
export function openFunds(name: ExchangeName, open: () => Promise<CcxtExchange>): Funds {
  const protocol = PROTOCOLS[name];
  return {
    depositAddress: (gateId) =>
      translated(async () => {
        const { address, tag } = await (await open()).fetchDepositAddress(currencyOfGate(gateId), networkOf(gateId));
        if (address === undefined) throw new ExchangeUnavailableError('The exchange names no address.');
        return { address, destinationTag: tag === undefined ? null : BigInt(tag) };
      }),
    withdraw: (withdrawal) =>
      translated(async () => {
        const { gateId, amount, address, destinationTag } = withdrawal;
        const params = protocol.withdrawParams(withdrawal);
        const exchange = await open();
        const code = currencyOfGate(gateId);
        const tag = destinationTag?.toString();
        requireId((await exchange.withdraw(code, asNumber(amount), address ?? '', tag, params)).id);
      }),
    findWithdrawal: (withdrawal) =>
      translated(async () => {
        const since = withdrawal.sinceMs - EARLIER_MS;
        const code = currencyOfGate(withdrawal.gateId);
        const listed = await (await open()).fetchWithdrawals(code, since, undefined, protocol.findParams(withdrawal));
        const found = listed.flatMap((each) => readWithdrawal(each, withdrawal) ?? []);
        if (protocol.takesIds && found.length < listed.length) {
          throw new ExchangeUnavailableError(`The exchange lists the withdrawal ${withdrawal.id} with another amount.`);
        }
        const [first, ...others] = found;
        if (others.length > 0) throw new ExchangeUnavailableError(`Several withdrawals may be ${withdrawal.id}.`);
        return first ?? null;
      }),
    deposits: (gateId, sinceMs) =>
      translated(async () => {
        const listed = await (await open()).fetchDeposits(currencyOfGate(gateId), sinceMs - EARLIER_MS);
        return listed.flatMap((each) => (each.status === 'ok' ? [readDeposit(each)] : []));
      }),
  };
}

/** The network of a token; coins have one. */
function networkOf(gateId: GateId): { readonly network?: string } {
  if (gateId === 'USDT_ERC20') return { network: 'ERC20' };
  return gateId === 'USDT_TRC20' ? { network: 'TRC20' } : {};
}

/**
 * Null for another withdrawal. The debited amount is the amount; some list the sent amount beside their fee, some list
 * the requested amount.
 */
function readWithdrawal(listed: Transaction, { amount }: VenueWithdrawal): FoundWithdrawal | null {
  const { id, status, txid } = listed;
  const [said, fee] = [exact(listed.amount), exact(listed.fee?.cost)];
  if (said + fee !== amount && said !== amount) return null;
  if (id === undefined) throw new ExchangeUnavailableError('A withdrawal has no id.');
  return {
    venueId: id,
    state: status === 'ok' ? 'done' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending',
    net: amount - fee,
    txid: txid === undefined || txid === '' ? null : txid,
  };
}

function readDeposit({ id, txid, amount, fee }: Transaction): FoundDeposit {
  if (txid === undefined && id === undefined) throw new ExchangeUnavailableError('A deposit has no id.');
  // Binance names deposits by their transaction alone.
  const name = id ?? txid ?? '';
  return { id: name, txid: txid ?? null, amount: exact(amount) - exact(fee?.cost) };
}

function exact(value: unknown): Exact {
  return value === undefined || value === null ? 0n : parseExact(String(value));
}
