import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import type { NumberFormat } from '../i18n/format.ts';
import type { Translate } from '../i18n/translate.ts';
import { compare, isPositive, sum } from './decimal.ts';

export interface OrderLine {
  readonly key: string;
  readonly label: string;
  readonly quantity: number;
  readonly amount: string;
  readonly kind: 'item' | 'extra' | 'total' | 'included';
}

/** The summary: items, what is added to them, the total, and taxes that the prices already hold. */
export function orderLines(view: CustomerInvoice, { t, format }: { t: Translate; format: NumberFormat }): OrderLine[] {
  const money = (amount: string) => format.fiat(amount, view.currency);
  const items: OrderLine[] = view.items.map((item, index) => ({
    key: `item:${index}`,
    label: item.name,
    quantity: item.quantity,
    amount: money(item.amount),
    kind: 'item',
  }));
  const added = view.taxes.length > 0 && !taxesIncluded(view);
  const taxes: OrderLine[] = view.taxes.map((tax, index) => ({
    key: `tax:${index}`,
    label: t(added ? 'order.tax' : 'order.tax_included', {
      name: tax.name,
      rate: format.percent(Number(tax.rate) / 100, 2),
    }),
    quantity: 1,
    amount: money(tax.amount),
    kind: added ? 'extra' : 'included',
  }));
  const fees = feeLines(view, t, money);
  const extras = [...(added ? taxes : []), ...fees];
  const body = items.length > 0 ? items : descriptionLine(view, money);
  const subtotal: OrderLine[] =
    extras.length > 0 && body.length > 1
      ? [{ key: 'subtotal', label: t('order.subtotal'), quantity: 1, amount: money(view.price), kind: 'extra' }]
      : [];
  const total: OrderLine = {
    key: 'total',
    label: t('order.total'),
    quantity: 1,
    amount: money(view.total),
    kind: 'total',
  };
  return [...body, ...subtotal, ...extras, total, ...(added ? [] : taxes)];
}

/** Taxes are in the prices when price and customer's fees alone make the total. */
function taxesIncluded(view: CustomerInvoice): boolean {
  const { service, network, conversion } = view.fees;
  return compare(sum([view.price, service, network, conversion]), view.total) === 0;
}

/** The view contains only the fees that the payer pays. */
function feeLines(view: CustomerInvoice, t: Translate, money: (amount: string) => string): OrderLine[] {
  const line = (key: 'service' | 'network' | 'conversion'): OrderLine[] =>
    isPositive(view.fees[key])
      ? [{ key, label: t(`order.${key}_fee`), quantity: 1, amount: money(view.fees[key]), kind: 'extra' }]
      : [];
  return [...line('service'), ...line('network'), ...line('conversion')];
}

function descriptionLine(view: CustomerInvoice, money: (amount: string) => string): OrderLine[] {
  if (view.description === null || view.description === '') return [];
  return [{ key: 'description', label: view.description, quantity: 1, amount: money(view.price), kind: 'item' }];
}
