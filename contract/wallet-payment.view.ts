import { gate } from '../domain/assets/assets.ts';
import { EVM_CHAIN_IDS } from '../domain/assets/payment-uri.ts';
import { hasTokenContract, type TokenGateId, tokenContract } from '../domain/assets/token-contracts.ts';
import type { InvoiceRecord } from '../domain/invoices/record.ts';
import { formatTrimmed } from '../domain/money/money.ts';
import { OPEN_STATUSES } from '../domain/state/invoice-status.ts';
import type { WalletPayment } from './wallet-payment.ts';

/** TIP-474: the last four bytes of the first block's ID. */
const MAIN_TRON_CHAIN_ID = 0x2b6653dc;

/** The networks whose wallets live in browsers. */
const IN_BROWSERS: ReadonlySet<string> = new Set(['ETH', 'TRON']);

/**
 * The payment of the amount that an invoice still lacks, for a wallet; null while no coin is chosen, where the coin has
 * no wallets in browsers, and where the invoice does not wait for money. Pure.
 */
export function presentWalletPayment(
  { status, quote, amountPaidMinor }: Pick<InvoiceRecord, 'status' | 'quote' | 'amountPaidMinor'>,
  configured: (gateId: TokenGateId) => string | undefined,
): WalletPayment | null {
  if (quote === null || !OPEN_STATUSES.has(status) || !IN_BROWSERS.has(quote.network)) return null;
  const { gateId, network, chain, address, amountDueMinor } = quote;
  const minor = amountDueMinor - amountPaidMinor;
  if (minor <= 0n) return null;
  const token = hasTokenContract(gateId)
    ? tokenContract(gateId, { isMain: chain === 'main', configured: configured(gateId) })
    : null;
  if (token === undefined) return null;
  return {
    gate_id: gateId,
    network,
    amount: formatTrimmed(minor, gate(gateId).decimals),
    minor: minor.toString(),
    address,
    chain_id: network === 'ETH' ? EVM_CHAIN_IDS[chain] : chain === 'main' ? MAIN_TRON_CHAIN_ID : null,
    token,
  };
}
