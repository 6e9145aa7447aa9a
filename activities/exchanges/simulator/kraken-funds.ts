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
import type { Answer, SimulatorContext } from './protocol.ts';

export interface FundsCall {
  readonly name: string;
  readonly params: URLSearchParams;
  readonly currencyOf: (id: string) => string;
}

const PROBLEMS: Readonly<Record<WithdrawalProblem, string>> = {
  no_funds: 'EFunding:Insufficient funds',
  too_small: 'EFunding:Too small',
  duplicate: 'EGeneral:Invalid arguments',
};

/** Kraken's funding: deposits and withdrawals. Null: another call. */
export async function krakenFunds(
  context: SimulatorContext,
  { name, params, currencyOf }: FundsCall,
  fault: ExchangeFault | undefined,
): Promise<Answer | null> {
  const id = params.get('asset') ?? '';
  const currency = currencyOf(id);
  const sinceMs = Number(params.get('start') ?? 0) * 1_000;
  switch (name) {
    case 'DepositMethods':
      return result([{ method: methodOf(gateOf(currency, '')), limit: false, 'gen-address': true }]);
    case 'DepositAddresses': {
      const { address, destinationTag } = simulatedDepositAddress(
        context.account,
        gate(gateOf(currency, params.get('method') ?? '')),
      );
      const tag = destinationTag === null ? {} : { tag: destinationTag.toString() };
      return result([{ address, expiretm: '0', new: false, ...tag }]);
    }
    case 'Withdraw': {
      if (!params.get('key')) return refused('EFunding:Unknown withdraw key');
      const [address, amount] = [params.get('address') ?? '', parseExact(params.get('amount') ?? '0')];
      const made = await withdrawSimulated(context, { clientId: null, currency, address, tag: null, amount }, fault);
      return typeof made === 'string' ? refused(PROBLEMS[made]) : result({ refid: made.id });
    }
    case 'WithdrawStatus': {
      await advanceFunds(context);
      return result((await listSimulatedWithdrawals(context, { currency, sinceMs })).map((row) => describe(id, row)));
    }
    case 'DepositStatus': {
      await advanceFunds(context);
      const rows = await simulatedDepositsTable.find(context.db, { ...context.account, currency });
      return result(
        rows.map(({ txid, amount, madeAt }) => ({
          method: methodOf(gateOf(currency, '')),
          aclass: 'currency',
          asset: id,
          refid: `D${txid.slice(0, 16)}`,
          txid,
          info: '',
          amount: formatExact(parseExact(amount)),
          fee: '0.0000000000',
          status: 'Success',
          time: Math.floor(madeAt.getTime() / 1_000),
        })),
      );
    }
    default:
      return null;
  }
}

const STATUSES = { pending: 'Pending', stuck: 'Pending', done: 'Success', failed: 'Failure' } as const;

/** The sent amount and the fee are listed apart. */
function describe(asset: string, row: SimulatedWithdrawalRow): object {
  const [amount, fee] = [parseExact(row.amount), parseExact(row.fee)];
  return {
    method: 'Simulated',
    aclass: 'currency',
    asset,
    refid: row.id,
    txid: row.txid ?? '',
    info: row.address,
    amount: formatExact(amount - fee),
    fee: formatExact(fee),
    status: STATUSES[row.status],
    key: 'ours',
    time: Math.floor(row.madeAt.getTime() / 1_000),
  };
}

function gateOf(currency: string, method: string): CryptoGateId {
  if (currency === 'USDT') return method.includes('TRC20') ? 'USDT_TRC20' : 'USDT_ERC20';
  return currency as CryptoGateId;
}

function methodOf(gateId: CryptoGateId): string {
  return gateId === 'USDT_ERC20' ? 'Tether USD (ERC20)' : gateId;
}

function result(found: unknown): Answer {
  return { status: 200, body: { error: [], result: found } };
}

function refused(error: string): Answer {
  return { status: 200, body: { error: [error] } };
}
