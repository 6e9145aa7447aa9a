import type { CustomerInvoice } from '../../contract/customer-invoice.ts';
import { type GateOffer, presentCustomerInvoice } from '../../contract/customer-invoice.view.ts';
import { asDemo } from '../../contract/demo.view.ts';
import { readCardOffer } from '../../db/card-orders/offers.ts';
import type { Db, Tx } from '../../db/core/sequelize.ts';
import { readDemoWords } from '../../db/demo/invoices.ts';
import { type CustomerFacts, readCustomerFacts } from '../../db/invoices/customer-context.ts';
import { readInvoice } from '../../db/invoices/read.ts';
import { readRefundOverview } from '../../db/refunds/requests.ts';
import { findSoleSender } from '../../db/refunds/signed-requests.ts';
import { type CryptoGateId, gate, minimumMinor } from '../../domain/assets/assets.ts';
import { explorerUrl } from '../../domain/assets/explorers.ts';
import { paysByCard } from '../../domain/card-orders/invoice-offer.ts';
import type { InvoiceRecord } from '../../domain/invoices/record.ts';
import { beforeGate, gateFees } from '../../domain/money/gate-fees.ts';
import { estimateNetworkFee, usualSeconds } from '../../domain/money/payer-cost.ts';
import { assetMinorFor, isCurrent } from '../../domain/money/rates.ts';
import { type Config, isOpen, isSimulated } from '../../settings/config.ts';
import { canMailRefundLink, canPayerRequestRefund } from './invoice-actions.ts';
import { offerOf } from './refund-offer.ts';

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
      website: facts.website,
    },
    offers: offersOf(config, record, facts, nowMs),
    simulated: networks.some((network) => isSimulated(config, mode, network)),
    isCardAvailable: await isCardAvailable(on, config, record, nowMs),
    refundRequest: standing?.request ?? null,
    usedRefundLinks: standing?.usedLinks ?? [],
    isRefundLinkAvailable: offer !== null && canMailRefundLink(record, standing?.request?.status === 'open'),
    isSignedRefundAvailable:
      offer !== null &&
      !facts.isDemo &&
      canPayerRequestRefund(record, standing?.request?.status === 'open') &&
      (await findSoleSender(on, record.id)) !== undefined,
    refundOffer: offer,
    payerEmail: config.smtpUrl === undefined ? undefined : facts.payerEmail,
    isHelpAvailable: config.smtpUrl !== undefined,
    explorerUrl: (network, txid) => (quote?.chain === 'main' ? explorerUrl(network, txid) : null),
    rateLockMinutes: Math.round(config.invoiceLifetimeSeconds / 60),
    now: new Date(nowMs),
  });
  return { invoice: words === null ? invoice : asDemo(invoice, words), domain: facts.domain };
}

/** Whether the choice of coins has a row for cards. It is drawn before the seller has named a price. */
async function isCardAvailable(on: Db | Tx, config: Config, record: InvoiceRecord, nowMs: number): Promise<boolean> {
  const { status, expiresAt, mode, currency, totalMinor } = record;
  if ((status !== 'new' && status !== 'pending') || nowMs > expiresAt.getTime()) return false;
  const offer = await readCardOffer(on, mode, nowMs);
  const gates = record.gates.filter((id) => isOpen(config, mode, gate(id).network));
  return offer !== null && paysByCard(offer, { gates, currency, totalMinor });
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

/** The current price in each asset. One without a current rate, or that is worth too little to move, has no offer. */
function offersOf(
  config: Config,
  record: InvoiceRecord,
  { rates, costs, customerPaysNetwork }: CustomerFacts,
  nowMs: number,
): ReadonlyMap<CryptoGateId, GateOffer> {
  const { totalBeforeGateMinor, ...terms } = beforeGate(record);
  const current = rates.filter((each) => isCurrent(each, nowMs));
  const offers = record.gates.flatMap((id): [CryptoGateId, GateOffer][] => {
    const asset = gate(id);
    const rate = current.find((each) => each.asset === asset.asset);
    if (rate === undefined || !isOpen(config, record.mode, asset.network)) return [];
    const { networkFeeMinor, conversionFeeMinor } = gateFees(asset, rate, { ...terms, customerPaysNetwork });
    const totalMinor = totalBeforeGateMinor + networkFeeMinor + conversionFeeMinor;
    const amountMinor = assetMinorFor(totalMinor, rate);
    if (amountMinor < minimumMinor(asset)) return [];
    const report = costs.find(({ gateId }) => gateId === id);
    const fee = estimateNetworkFee(asset, { report, rates: current, nowMs })?.minor ?? null;
    const offer = {
      rateValue: rate.value,
      expiresAt: rate.expiresAt,
      amountMinor,
      networkFeeMinor: fee,
      costMinor: fee === null ? null : totalMinor + fee,
      seconds: usualSeconds(asset, amountMinor),
    };
    return [[id, offer]];
  });
  return new Map(offers);
}
