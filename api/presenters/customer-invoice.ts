import type { CustomerInvoice, RefundOffer } from '../../contract/customer-invoice.ts';
import { type GateOffer, presentCustomerInvoice } from '../../contract/customer-invoice.view.ts';
import { asDemo } from '../../contract/demo.view.ts';
import { coinText } from '../../contract/invoice.view.ts';
import type { Db, Tx } from '../../db/core/sequelize.ts';
import { readDemoWords } from '../../db/demo/invoices.ts';
import { type CustomerFacts, readCustomerFacts } from '../../db/invoices/customer-context.ts';
import { readInvoice } from '../../db/invoices/read.ts';
import { networkFee } from '../../db/payouts/network-fees.ts';
import { currentRates } from '../../db/rates/rates.ts';
import { openLink } from '../../db/refunds/granted-links.ts';
import { readRefundOverview } from '../../db/refunds/requests.ts';
import { type Asset, type CryptoGateId, gate, minimumMinor } from '../../domain/assets/assets.ts';
import { explorerUrl } from '../../domain/assets/explorers.ts';
import type { InvoiceRecord } from '../../domain/invoices/record.ts';
import { beforeGate, gateFees } from '../../domain/money/gate-fees.ts';
import { formatAmount, maxOf } from '../../domain/money/money.ts';
import { assetMinorFor, isCurrent, type Rate } from '../../domain/money/rates.ts';
import { refundOffer } from '../../domain/refunds/offer.ts';
import { refundAmountOfValue } from '../../domain/refunds/refund.ts';
import { type Config, isOpen, isSimulated } from '../../settings/config.ts';
import { canMailRefundLink, isRefundable } from './invoice-actions.ts';

export interface PayerView {
  readonly invoice: CustomerInvoice;
  /** The merchant's registered domain: who may embed the page. */
  readonly domain: string | null;
}

/** The payer's view of an invoice as it is now. @throws DomainError `not_found` */
export async function readPayerView(
  on: Db | Tx,
  config: Config,
  { invoiceId, nowMs }: { readonly invoiceId: string; readonly nowMs: number },
): Promise<PayerView> {
  return presentToPayer(on, config, await readInvoice(on, invoiceId), nowMs);
}

/** The same for an invoice that was read already. @throws DomainError `not_found` for a demo that has ended */
export async function presentToPayer(
  on: Db | Tx,
  config: Config,
  record: InvoiceRecord,
  nowMs: number,
): Promise<PayerView> {
  const facts = await readCustomerFacts(on, record);
  const words = facts.isDemo ? await readDemoWords(on, record.id, nowMs) : null;
  const standing = REFUNDABLE.has(record.status) ? await readRefundOverview(on, record) : undefined;
  const offer = standing === undefined ? null : await offerOf(on, config, record, standing.serviceFeeBps);
  const { quote, mode } = record;
  const networks = quote === null ? record.gates.map((id) => gate(id).network) : [quote.network];
  const invoice = presentCustomerInvoice(record, {
    merchant: {
      name: facts.name,
      logo_url: facts.logoUrl,
      support_email: facts.supportEmail,
      address: facts.address,
      phone: facts.phone,
      domain: facts.domain,
    },
    offers: offersOf(config, record, facts, nowMs),
    simulated: networks.some((network) => isSimulated(config, mode, network)),
    refundRequest: standing?.request ?? null,
    usedRefundLinks: standing?.usedLinks ?? [],
    isRefundLinkAvailable: offer !== null && canMailRefundLink(record, standing?.request?.status === 'open'),
    refundOffer: offer,
    explorerUrl: (network, txid) => (quote?.chain === 'main' ? explorerUrl(network, txid) : null),
    rateLockMinutes: Math.round(config.invoiceLifetimeSeconds / 60),
    now: new Date(nowMs),
  });
  return { invoice: words === null ? invoice : asDemo(invoice, words), domain: facts.domain };
}

/** Statuses in which a payer may have requested a refund. */
const REFUNDABLE: ReadonlySet<InvoiceRecord['status']> = new Set([
  'done',
  'overpaid',
  'expired_paid',
  'invalid',
  'refund_requested',
  'partially_refunded',
  'refunded',
]);

/** An excess of which a refund left something is offered alone: the rest paid for the order. */
function isExcessOffered({ status, completedAt, unclaimedMinor }: InvoiceRecord, excessLeftMinor: bigint): boolean {
  return status === 'overpaid' || (completedAt !== null && unclaimedMinor > 0n && excessLeftMinor > 0n);
}

/** The amount that can be refunded now; null while a refund is under way, or where none could be sent. */
async function offerOf(
  on: Db | Tx,
  config: Config,
  record: InvoiceRecord,
  serviceFeeBps: number,
): Promise<RefundOffer | null> {
  const { quote, mode, merchantId, amountConfirmedMinor, amountRefundedMinor } = record;
  if (quote === null || !isRefundable(record) || !isOpen(config, mode, quote.network)) return null;
  const excessMinor = maxOf(0n, amountConfirmedMinor - quote.amountDueMinor);
  // The current fee of a refund, so that the payer is not promised more than arrives.
  const { chargedMinor } = await networkFee(
    on,
    { networkFeeBoundsOf: (network) => config.networkFeeBounds[network] },
    { mode, merchantId, gateId: quote.gateId },
  );
  const of = { confirmedMinor: amountConfirmedMinor, refundedMinor: amountRefundedMinor, excessMinor };
  const granted = await openLink(on, record.id);
  const rate = granted === null ? undefined : await rateNow(on, record, gate(quote.gateId).asset);
  // Without a rate nobody knows how many coins a granted value is.
  if (granted !== null && rate === undefined) return null;
  const offer = refundOffer(of, {
    grantedMinor:
      granted === null || rate === undefined ? undefined : refundAmountOfValue(of, granted.valueMinor, rate),
    networkFeeMinor: chargedMinor,
    serviceFeeBps,
    excessOnly: isExcessOffered(record, excessMinor - amountRefundedMinor),
  });
  if (offer === null) return null;
  const coins = (minor: bigint) => coinText(minor, quote.gateId);
  return {
    amount: coins(offer.amountMinor),
    service_fee_percent: formatAmount(BigInt(serviceFeeBps), 2),
    fees: { service: coins(offer.serviceFeeMinor), network: coins(offer.networkFeeMinor) },
    net_amount: coins(offer.netMinor),
  };
}

async function rateNow(on: Db | Tx, { mode, currency }: InvoiceRecord, asset: Asset): Promise<Rate | undefined> {
  const [rate] = await currentRates(on, { mode, assets: [asset], currencies: [currency] });
  return rate !== undefined && isCurrent(rate, Date.now()) ? rate : undefined;
}

/** The current price in each asset. One without a current rate, or that is worth too little to move, has no offer. */
function offersOf(
  config: Config,
  record: InvoiceRecord,
  { rates, customerPaysNetwork }: CustomerFacts,
  nowMs: number,
): ReadonlyMap<CryptoGateId, GateOffer> {
  const { totalBeforeGateMinor, ...terms } = beforeGate(record);
  const offers = record.gates.flatMap((id): [CryptoGateId, GateOffer][] => {
    const asset = gate(id);
    const rate = rates.find((each) => each.asset === asset.asset && isCurrent(each, nowMs));
    if (rate === undefined || !isOpen(config, record.mode, asset.network)) return [];
    const { networkFeeMinor, conversionFeeMinor } = gateFees(asset, rate, { ...terms, customerPaysNetwork });
    const amountMinor = assetMinorFor(totalBeforeGateMinor + networkFeeMinor + conversionFeeMinor, rate);
    if (amountMinor < minimumMinor(asset)) return [];
    return [[id, { rateValue: rate.value, expiresAt: rate.expiresAt, amountMinor }]];
  });
  return new Map(offers);
}
