import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { type Fact, fact, type NumberWords } from './facts.ts';

/** The proceeds of a refund whose fees are deducted. */
export function offerFacts(view: CustomerInvoice, { t, format }: NumberWords): Fact[] {
  if (view.refund_offer === null) return [];
  const { amount, service_fee_percent, fees, net_amount } = view.refund_offer;
  const percent = format.percent(Number(service_fee_percent) / 100, 2);
  return [
    fact('most', t('fact.amount'), t('fact.most', { amount: format.coins(amount, view.gate_id) })),
    fact('refund_fee', t('fact.refund_fee', { percent }), format.coins(fees.service, view.gate_id)),
    fact('network_fee', t('order.network_fee'), format.coins(fees.network, view.gate_id)),
    fact('arrives', t('fact.arrives'), format.coins(net_amount, view.gate_id), 'strong'),
  ];
}
