import { type CryptoGateId, gate } from '../domain/assets/assets.ts';
import { EXCHANGE_IDS, EXCHANGES, type ExchangeId } from '../domain/exchanges/exchanges.ts';
import type { FeeEntries } from '../domain/exchanges/fee-entries.ts';
import { isCurrentEntry, planWithdrawal } from '../domain/exchanges/withdrawal.ts';
import type { InvoiceRecord } from '../domain/invoices/record.ts';
import { formatTrimmed } from '../domain/money/money.ts';
import { rateEndMs } from '../domain/state/invoice-quote-lock.ts';
import type { PayFromExchange, PayingExchange } from './exchanges.ts';

/** How to pay what an invoice still lacks from each exchange; null while no coin is chosen. Pure. */
export function presentPayFromExchange(
  record: InvoiceRecord,
  { fees, nowMs }: { readonly fees: FeeEntries; readonly nowMs: number },
): PayFromExchange | null {
  const { quote, amountPaidMinor, autocomplete, expiresAt } = record;
  if (quote === null) return null;
  const { gateId } = quote;
  const missing = quote.amountDueMinor - amountPaidMinor;
  const dueMinor = missing > 0n ? missing : 0n;
  // After a first payment the rate is that payment's, and the rest has until the deadline.
  const lockedUntilMs = amountPaidMinor > 0n ? null : (quote.lockedUntil?.getTime() ?? null);
  return {
    gate_id: gateId,
    amount: coins(dueMinor, gateId),
    network: gate(gateId).networkTitle,
    arrive_by: new Date(rateEndMs(lockedUntilMs, expiresAt.getTime())).toISOString(),
    late: autocomplete ? 'completes' : 'shop_decides',
    exchanges: EXCHANGE_IDS.map((id) => presentExchange(id, { gateId, dueMinor, fees, nowMs })),
  };
}

function presentExchange(
  id: ExchangeId,
  of: {
    readonly gateId: CryptoGateId;
    readonly dueMinor: bigint;
    readonly fees: FeeEntries;
    readonly nowMs: number;
  },
): PayingExchange {
  const { gateId, dueMinor, fees, nowMs } = of;
  const { name, charge, networks, tagName } = EXCHANGES[id];
  const entry = fees.get(`${id}:${gateId}`) ?? null;
  const { typeMinor, isBelowMinimum } = planWithdrawal({ dueMinor, charge, entry, nowMs });
  return {
    id,
    name,
    network: networks[gateId] ?? gate(gateId).networkTitle,
    tag_name: gate(gateId).tag === 'required' ? tagName : null,
    charge,
    fee:
      entry === null
        ? null
        : {
            amount: coins(entry.feeMinor, gateId),
            minimum: coins(entry.minimumMinor, gateId),
            source: entry.source,
            as_of: entry.asOf,
            is_current: isCurrentEntry(entry, nowMs),
          },
    type_amount: typeMinor === null ? null : coins(typeMinor, gateId),
    is_below_minimum: isBelowMinimum,
  };
}

const coins = (minor: bigint, gateId: CryptoGateId): string => formatTrimmed(minor, gate(gateId).decimals);
