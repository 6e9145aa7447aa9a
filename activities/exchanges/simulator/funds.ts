import { createHash, randomUUID } from 'node:crypto';
import { Op } from 'sequelize';
import { inTransaction, type Tx } from '../../../db/core/sequelize.ts';
import { select } from '../../../db/core/sql.ts';
import { payOnSimulatedChain } from '../../../db/simulator/payments.ts';
import {
  changeSimulatedBalance,
  openSimulatedAccount,
  receiveSimulated,
  type SimulatedAccount,
  takeBackSimulated,
} from '../../../db/treasury/simulated-exchange.ts';
import { type SimulatedWithdrawalRow, simulatedWithdrawalsTable } from '../../../db/treasury/simulated-rows.ts';
import { type CryptoGate, type CryptoGateId, gate, gateDecimals, gates } from '../../../domain/assets/assets.ts';
import { accountXpubOf, deriveAddress } from '../../../domain/assets/derivation.ts';
import { type Exact, exactOf, formatExact, minorOf, parseExact } from '../../../domain/treasury/exact.ts';
import type { ExchangeFault } from './faults.ts';
import { OPENING } from './market.ts';
import type { SimulatorContext } from './protocol.ts';

export interface RequestedWithdrawal {
  readonly clientId: string | null;
  readonly currency: string;
  /** Empty: a bank account. */
  readonly address: string;
  readonly tag: string | null;
  readonly amount: Exact;
}

export type WithdrawalProblem = 'no_funds' | 'too_small' | 'duplicate';

/** An exchange's fee for a withdrawal. */
const FEES: Readonly<Record<string, string>> = {
  BTC: '0.0001',
  LTC: '0.001',
  BCH: '0.001',
  ETH: '0.001',
  USDT: '2',
  XRP: '0.1',
  TRX: '1',
  EUR: '1',
};

/** Takes a withdrawal and the money for it; the coins follow when the account is looked at next. */
export async function withdrawSimulated(
  { db, account }: SimulatorContext,
  { clientId, currency, address, tag, amount: wanted }: RequestedWithdrawal,
  fault: ExchangeFault | undefined,
): Promise<WithdrawalProblem | SimulatedWithdrawalRow> {
  return inTransaction(db, async (tx) => {
    await openSimulatedAccount(tx, account, OPENING);
    const amount = fault === 'half' ? wanted / 2n : wanted;
    const fee = parseExact(FEES[currency] ?? '0');
    if (amount <= fee) return 'too_small';
    if (clientId !== null && (await simulatedWithdrawalsTable.count(tx, { ...account, clientId })) > 0)
      return 'duplicate';
    if (!(await changeSimulatedBalance(tx, account, { currency, amount: -amount }))) return 'no_funds';
    const paid = fault === 'never_arrives' ? 0n : fault === 'arrives_short' ? (amount - fee) / 2n : amount - fee;
    return simulatedWithdrawalsTable.create(tx, {
      id: randomUUID().replaceAll('-', ''),
      ...account,
      clientId,
      currency,
      address,
      tag,
      amount: formatExact(amount),
      fee: formatExact(fee),
      paid: formatExact(paid),
      status: fault === 'stuck' ? 'stuck' : fault === 'fails_later' ? 'failed' : 'pending',
    });
  });
}

/**
 * Lets time pass for an account: pending withdrawals are sent on the simulated chains, failed ones are paid back, and
 * what was mined to the account's addresses or paid by our bank is credited.
 */
export async function advanceFunds({ db, account }: SimulatorContext): Promise<void> {
  await inTransaction(db, async (tx) => {
    await openSimulatedAccount(tx, account, OPENING);
    const open = { ...account, status: { [Op.in]: ['pending', 'failed'] as const }, txid: null };
    for (const row of await simulatedWithdrawalsTable.find(tx, open)) await finish(tx, account, row);
    for (const gateId of Object.keys(gates) as CryptoGateId[]) await creditDeposits(tx, account, gate(gateId));
    for (const paid of await paidByBank(tx, account, 'booked')) await receiveSimulated(tx, account, paid);
    await takeBackReturned(tx, account);
  });
}

/** Euro that our bank has called back are not on the account any more. */
export async function takeBackReturned(tx: Tx, account: SimulatedAccount): Promise<void> {
  for (const returned of await paidByBank(tx, account, 'returned')) await takeBackSimulated(tx, account, returned);
}

/** Withdrawals of a currency since then, the oldest first. */
export function listSimulatedWithdrawals(
  { db, account }: SimulatorContext,
  by: { readonly currency: string; readonly sinceMs: number; readonly clientId?: string | undefined },
): Promise<SimulatedWithdrawalRow[]> {
  const { currency, sinceMs, clientId } = by;
  const only = clientId === undefined ? {} : { clientId };
  return simulatedWithdrawalsTable.find(
    db,
    { ...account, currency, ...only, madeAt: { [Op.gte]: new Date(sinceMs) } },
    { order: [['madeAt', 'ASC']] },
  );
}

/** The address of the account for a gate; always the same one. */
export function simulatedDepositAddress({ mode, exchange }: SimulatedAccount, { network }: CryptoGate) {
  const seed = createHash('sha512').update(`simulated exchange ${mode} ${exchange}`).digest();
  const accountXpub = accountXpubOf({ seed, network, chain: 'regtest' });
  return deriveAddress({ network, accountXpub, index: 0, chain: 'regtest' });
}

/** The gate that a currency is withdrawn through, by the look of the address. */
export function gateOfWithdrawal(currency: string, address: string): CryptoGate {
  if (currency !== 'USDT') return gate(currency as CryptoGateId);
  return gate(address.startsWith('0x') ? 'USDT_ERC20' : 'USDT_TRC20');
}

async function finish(tx: Tx, account: SimulatedAccount, row: SimulatedWithdrawalRow): Promise<void> {
  const { id, currency, address, tag } = row;
  if (row.status === 'failed') {
    await changeSimulatedBalance(tx, account, { currency, amount: parseExact(row.amount) });
    await simulatedWithdrawalsTable.update(tx, { txid: '' }, { id });
    return;
  }
  if (address === '') {
    const reference = `SW${id.slice(0, 12).toUpperCase()}`;
    await simulatedWithdrawalsTable.update(tx, { status: 'done', txid: reference }, { id });
    return;
  }
  const of = gateOfWithdrawal(currency, address);
  const txid = await payOnSimulatedChain(tx, {
    mode: account.mode,
    gate: of,
    address,
    destinationTag: tag === null ? null : BigInt(tag),
    amountMinor: minorOf(parseExact(row.paid), of.decimals),
  });
  if (txid === null) return;
  await simulatedWithdrawalsTable.update(tx, { status: 'done', txid }, { id });
}

/** Payments of our bank to this account that are booked and not credited yet; or returned, and still credited. */
async function paidByBank(tx: Tx, { mode, exchange }: SimulatedAccount, status: 'booked' | 'returned') {
  const rows = await select<{ txid: string; minor: string }>(tx, paidSql, [mode, exchange, status]);
  return rows.map(({ txid, minor }) => ({ currency: 'EUR', amount: exactOf(BigInt(minor), 2), txid }));
}

async function creditDeposits(tx: Tx, account: SimulatedAccount, of: CryptoGate): Promise<void> {
  const { addressKey } = simulatedDepositAddress(account, of);
  const found = await select<{ txid: string; minor: string }>(tx, minedSql, [
    account.mode,
    of.network,
    JSON.stringify([{ addressKey, gateId: of.id }]),
    addressKey,
    of.id,
  ]);
  for (const { txid, minor } of found) {
    const amount = exactOf(BigInt(minor), gateDecimals(of.id));
    await receiveSimulated(tx, account, { currency: of.asset, amount, txid });
  }
}

const paidSql = `
  SELECT p.end_to_end_id AS txid, p.amount_minor::text AS minor
  FROM treasury_transfer t JOIN bank_payment p ON p.id = t.id
  WHERE t.mode = $1 AND t.from_place = 'bank:main' AND t.to_place = 'exchange:' || $2 AND p.status = $3
    AND EXISTS (SELECT FROM simulated_exchange_deposit d
      WHERE d.mode = $1 AND d.exchange = $2 AND d.currency = 'EUR' AND d.txid = p.end_to_end_id) = ($3 = 'returned')`;

const minedSql = `
  SELECT t.txid, sum((m->>'amountMinor')::numeric)::text AS minor
  FROM sim_transaction t, jsonb_array_elements(t.movements) AS m
  WHERE t.mode = $1 AND t.network = $2 AND t.state = 'mined' AND NOT t.failed AND t.movements @> $3::jsonb
    AND m->>'addressKey' = $4 AND m->>'gateId' = $5
  GROUP BY t.txid`;
