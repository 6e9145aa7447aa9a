import type { RefundCoin } from '../../../contract/refunds.ts';
import type { Format } from '../i18n/format.ts';
import type { Translate } from '../i18n/translate.ts';
import { coins } from './coin.ts';
import { type Fact, fact } from './facts.ts';

/** The proceeds of a refund in one coin, whose fees are deducted. */
export function offerFacts(
  coin: RefundCoin,
  currency: string,
  { t, format }: { readonly t: Translate; readonly format: Format },
): Fact[] {
  const { gate_id: gateId, amount, service_fee_percent, fees, net_amount, rate, rate_expires_at: until } = coin;
  const percent = format.percent(Number(service_fee_percent) / 100, 2);
  const facts = [
    fact('most', t('fact.amount'), t('fact.most', { amount: format.coins(amount, gateId) })),
    fact('refund_fee', t('fact.refund_fee', { percent }), format.coins(fees.service, gateId)),
    fact('network_fee', t('order.network_fee'), format.coins(fees.network, gateId)),
    fact('arrives', t('fact.arrives'), format.coins(net_amount, gateId), 'strong'),
  ];
  if (rate === null || until === null) return facts;
  const price = `1 ${coins[gateId].asset} = ${format.price(rate, currency)}`;
  return [...facts, fact('rate', t('fact.rate'), t('refund.rate_until', { rate: price, time: format.time(until) }))];
}
