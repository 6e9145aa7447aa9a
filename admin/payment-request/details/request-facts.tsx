import type { SpaPaymentRequest } from '../../../contract/payment-requests.ts';
import { AssetLabel } from '../../components/asset-label.tsx';
import { Card } from '../../components/card.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { type Fact, Facts } from '../../components/facts.tsx';
import { linkText } from '../../components/link-text.ts';
import { Money } from '../../components/money.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';

/** The requested amount, its recipient and the terms. */
export function RequestFacts({ request }: { request: SpaPaymentRequest }) {
  const { id, canceled_at, expires_at } = request;
  return (
    <Card title={t('paymentRequest.facts')}>
      <Facts
        facts={[
          ...whatFacts(request),
          { label: t('paymentRequest.validUntil'), value: formatMoment(expires_at) },
          { label: t('paymentRequest.canceledAt'), value: canceled_at && formatMoment(canceled_at) },
          ...termFacts(request),
          { label: t('paymentRequest.id'), value: <CopyText value={id} label={t('paymentRequest.idLabel')} /> },
        ]}
      />
    </Card>
  );
}

function whatFacts(request: SpaPaymentRequest): Fact[] {
  const { recipient_name, recipient_email, amount, currency, description, url, gates } = request;
  return [
    { label: t('paymentRequest.recipient'), value: recipient_name },
    { label: t('paymentRequest.email'), value: recipient_email },
    { label: t('paymentRequest.amount'), value: <Money amount={amount} currency={currency} /> },
    { label: t('paymentRequest.description'), value: <span style={LINES}>{description}</span> },
    {
      label: t('paymentRequest.link'),
      value: <CopyText value={url} label={t('paymentRequest.linkLabel')} short={linkText(url)} href={url} />,
    },
    {
      label: t('paymentRequest.gates'),
      value:
        gates === null
          ? t('paymentRequest.gates.profile')
          : gates.map((gateId) => (
              <div key={gateId}>
                <AssetLabel gateId={gateId} />
              </div>
            )),
    },
  ];
}

const LINES = { whiteSpace: 'pre-line' } as const;

/** The terms that differ from the profile; all others follow it. */
function termFacts(request: SpaPaymentRequest): Fact[] {
  const { service_fee_payer, network_fee_payer, autocomplete, success_url } = request;
  const { conversion_fee_payer, refund_fee_payer, underpaid_tolerance, overpaid_tolerance } = request;
  const terms: Fact[] = [
    {
      label: t('paymentRequest.serviceFee'),
      value: service_fee_payer && t(`paymentRequest.payer.${service_fee_payer}`),
    },
    {
      label: t('paymentRequest.networkFee'),
      value: network_fee_payer && t(`paymentRequest.payer.${network_fee_payer}`),
    },
    {
      label: t('paymentRequest.conversionFee'),
      value: conversion_fee_payer && t(`paymentRequest.payer.${conversion_fee_payer}`),
    },
    {
      label: t('paymentRequest.refundFee'),
      value: refund_fee_payer && t(`paymentRequest.payer.${refund_fee_payer}`),
    },
    {
      label: t('facts.late'),
      value: autocomplete === null ? null : t(`facts.late.${autocomplete ? 'auto' : 'manual'}`),
    },
    { label: t('create.tolerance.underpaid'), value: underpaid_tolerance && percentText(underpaid_tolerance) },
    { label: t('create.tolerance.overpaid'), value: overpaid_tolerance && percentText(overpaid_tolerance) },
  ];
  const followsProfile = terms.some(({ value }) => value === null);
  return [
    ...terms,
    { label: t('paymentRequest.otherwise'), value: followsProfile ? t('paymentRequest.asProfile') : null },
    { label: t('paymentRequest.successUrl'), value: success_url },
  ];
}

function percentText(percent: string): string {
  return t('paymentRequest.percent', { percent });
}
