import { type SimulatedWithdrawalRow, simulatedDepositsTable } from '../../../db/treasury/simulated-rows.ts';
import { type CryptoGateId, gate } from '../../../domain/assets/assets.ts';
import { formatExact, parseExact } from '../../../domain/treasury/exact.ts';
import type { ExchangeFault } from './faults.ts';
import {
  advanceFunds,
  listSimulatedWithdrawals,
  simulatedDepositAddress,
  type WithdrawalProblem,
  withdrawSimulated,
} from './funds.ts';
import type { Answer, Call, SimulatorContext } from './protocol.ts';

const PROBLEMS: Readonly<Record<WithdrawalProblem, readonly [code: number, msg: string]>> = {
  no_funds: [-4026, 'The user has insufficient balance available'],
  too_small: [-4028, 'This amount is less than the minimum withdrawal amount'],
  duplicate: [-4013, 'The withdrawOrderId exists already.'],
};

/** Binance's wallet (`/sapi/v1/capital/`): deposits and withdrawals. Null: another call. */
export async function binanceFunds(
  context: SimulatorContext,
  { method, path, params }: Call,
  fault: ExchangeFault | undefined,
): Promise<Answer | null> {
  const currency = params.get('coin') ?? '';
  const sinceMs = Number(params.get('startTime') ?? 0);
  switch (`${method} ${path}`) {
    case 'GET /sapi/v1/capital/deposit/address': {
      const of = gate(gateOf(currency, params.get('network') ?? ''));
      const { address, destinationTag } = simulatedDepositAddress(context.account, of);
      return ok({ coin: currency, address, tag: destinationTag?.toString() ?? '', url: '' });
    }
    case 'POST /sapi/v1/capital/withdraw/apply': {
      const [address, amount] = [params.get('address') ?? '', parseExact(params.get('amount') ?? '0')];
      const [clientId, tag] = [params.get('withdrawOrderId'), params.get('addressTag')];
      const made = await withdrawSimulated(context, { clientId, currency, address, tag, amount }, fault);
      if (typeof made !== 'string') return ok({ id: made.id });
      const [code, msg] = PROBLEMS[made];
      return { status: 400, body: { code, msg } };
    }
    case 'GET /sapi/v1/capital/withdraw/history': {
      await advanceFunds(context);
      const clientId = params.get('withdrawOrderId') ?? undefined;
      return ok((await listSimulatedWithdrawals(context, { currency, sinceMs, clientId })).map(describe));
    }
    case 'GET /sapi/v1/capital/deposit/hisrec': {
      await advanceFunds(context);
      const rows = await simulatedDepositsTable.find(context.db, { ...context.account, currency });
      return ok(
        rows.map(({ txid, amount, madeAt }) => ({
          id: `D${txid.slice(0, 16)}`,
          amount: formatExact(parseExact(amount)),
          coin: currency,
          network: currency,
          status: 1,
          address: '',
          addressTag: '',
          txId: txid,
          insertTime: madeAt.getTime(),
          transferType: 0,
        })),
      );
    }
    default:
      return null;
  }
}

const STATUSES = { pending: 4, stuck: 2, done: 6, failed: 5 } as const;

function describe(row: SimulatedWithdrawalRow): object {
  const [amount, fee] = [parseExact(row.amount), parseExact(row.fee)];
  return {
    id: row.id,
    withdrawOrderId: row.clientId,
    coin: row.currency,
    network: row.currency,
    transferType: 0,
    amount: formatExact(amount - fee),
    transactionFee: formatExact(fee),
    status: STATUSES[row.status],
    address: row.address,
    addressTag: row.tag ?? '',
    txId: row.txid ?? '',
    applyTime: row.madeAt.toISOString().slice(0, 19).replace('T', ' '),
  };
}

function gateOf(currency: string, network: string): CryptoGateId {
  if (currency !== 'USDT') return currency as CryptoGateId;
  return network === 'TRX' ? 'USDT_TRC20' : 'USDT_ERC20';
}

function ok(body: unknown): Answer {
  return { status: 200, body };
}
