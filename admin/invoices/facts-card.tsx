import Typography from '@mui/material/Typography';
import type { SpaInvoice } from '../../contract/spa-invoices.ts';
import { AssetLabel, gateName, tickerOf } from '../components/asset-label.tsx';
import { Card } from '../components/card.tsx';
import { CopyText } from '../components/copy-text.tsx';
import { type Fact, Facts } from '../components/facts.tsx';
import { linkText } from '../components/link-text.ts';
import { coinsText, Money } from '../components/money.tsx';
import { formatFiat, formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { priceText } from './amounts.ts';
import { isPositive } from './decimal.ts';

/** The invoice's properties. */
export function FactsCard({ invoice }: { invoice: SpaInvoice }) {
  return (
    <Card title={t('facts.title')}>
      <Facts
        facts={[
          ...whatFacts(invoice),
          ...howFacts(invoice),
          ...priceFacts(invoice),
          ...conversionFacts(invoice),
          ...restFacts(invoice),
        ]}
      />
    </Card>
  );
}

function whatFacts({ reference, id, checkout_url, description }: SpaInvoice): Fact[] {
  return [
    { label: t('facts.reference'), value: reference },
    { label: t('facts.id'), value: <CopyText value={id} label={t('facts.idLabel')} /> },
    {
      label: t('facts.link'),
      value: (
        <CopyText
          value={checkout_url}
          label={t('facts.linkLabel')}
          short={linkText(checkout_url)}
          href={checkout_url}
        />
      ),
    },
    { label: t('facts.description'), value: description },
  ];
}

function howFacts({ gate_id, address, destination_tag, rate, currency }: SpaInvoice): Fact[] {
  return [
    { label: t('facts.asset'), value: gate_id ? <AssetLabel gateId={gate_id} /> : t('facts.notChosen') },
    { label: t('facts.address'), value: address && <CopyText value={address} label={t('facts.addressLabel')} /> },
    {
      label: t('facts.tag'),
      value: destination_tag && <CopyText value={destination_tag} label={t('facts.tagLabel')} />,
    },
    { label: t('facts.rate'), value: rate && gate_id && `${priceText(rate.value, currency)} / ${tickerOf(gate_id)}` },
  ];
}

function priceFacts({ items, price, currency, taxes, fees }: SpaInvoice): Fact[] {
  const amount = (value: string) => <Money amount={value} currency={currency} />;
  return [
    {
      label: t('facts.items'),
      value:
        items.length === 0
          ? null
          : items.map(({ name, quantity, price: each }) => (
              <div key={name}>{t('facts.item', { name, quantity, price: formatFiat(each, currency) })}</div>
            )),
    },
    { label: t('facts.price'), value: amount(price) },
    ...taxes.map((tax) => ({
      label: t('facts.tax', { name: tax.name, rate: Number(tax.rate) }),
      value: amount(tax.amount),
    })),
    { label: t('facts.fee'), value: isPositive(fees.service) ? amount(fees.service) : null },
    { label: t('facts.networkFee'), value: isPositive(fees.network) ? amount(fees.network) : null },
    { label: t('facts.conversionFee'), value: isPositive(fees.conversion) ? amount(fees.conversion) : null },
    { label: t('facts.feePayer'), value: t(`facts.feePayer.${fees.payer}`) },
  ];
}

/** The conversion that is planned or done, or the reason why there is none. */
function conversionFacts({ autoconversion, conversion, status_reason }: SpaInvoice): Fact[] {
  const { type, gate_id, percent = 0 } = autoconversion;
  if (status_reason === 'conversion_waiting')
    return [{ label: t('facts.conversion'), value: t('facts.conversion.waiting') }];
  if (status_reason === 'conversion_not_possible' || status_reason === 'conversion_given_up')
    return [{ label: t('facts.conversion'), value: t('facts.conversion.failed') }];
  if (conversion !== null) {
    const { from, to, amount_from, amount_to, rate, at } = conversion;
    const amounts = { from: coinsText(amount_from, from), to: coinsText(amount_to, to) };
    return [
      { label: t('facts.converted'), value: t('facts.converted.amounts', amounts) },
      {
        label: t('facts.conversionRate'),
        value: t(`facts.conversionRate.${at}`, { from: tickerOf(from), amount: coinsText(rate, to) }),
      },
    ];
  }
  if (type === 'none' || gate_id === undefined) return [];
  return [
    { label: t('facts.conversion'), value: t(`facts.conversion.${type}`, { asset: gateName(gate_id), percent }) },
  ];
}

function restFacts({ customer, autocomplete, expires_at, completed_at, metadata }: SpaInvoice): Fact[] {
  const pairs = Object.entries(metadata);
  return [
    { label: t('facts.customer'), value: [customer.name, customer.email].filter(Boolean).join(', ') },
    { label: t('facts.late'), value: t(autocomplete ? 'facts.late.auto' : 'facts.late.manual') },
    { label: t('facts.expires'), value: formatMoment(expires_at) },
    { label: t('facts.completed'), value: completed_at && formatMoment(completed_at) },
    {
      label: t('facts.metadata'),
      value:
        pairs.length === 0
          ? null
          : pairs.map(([name, value]) => (
              <Typography key={name} variant="code" component="div">
                {name}: {value}
              </Typography>
            )),
    },
  ];
}
