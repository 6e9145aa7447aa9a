import type { SpaCardOrderStory } from '../../contract/card-orders.ts';
import { countryName } from '../auth/countries.ts';
import { AssetLabel } from '../components/asset-label.tsx';
import { CopyText } from '../components/copy-text.tsx';
import type { Fact } from '../components/facts.tsx';
import { coinsText } from '../components/money.tsx';
import type { TimelineEntryProps } from '../components/timeline.tsx';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { CARD_LOOKS } from './card-chip.tsx';

/** The details of a purchase, for its shop and for staff. */
export function cardFacts(order: SpaCardOrderStory): Fact[] {
  const { gate_id, delivered_amount, delivered_at } = order;
  return [
    { label: t('history.column.asset'), value: <AssetLabel gateId={gate_id} /> },
    { label: t('card.coins'), value: coinsText(order.crypto_amount, gate_id) },
    { label: t('card.delivered'), value: delivered_amount && coinsText(delivered_amount, gate_id) },
    { label: t('card.deliveredAt'), value: delivered_at && formatMoment(delivered_at) },
    { label: t('card.method'), value: t(`cardMethod.${order.method}`) },
    { label: t('card.customer'), value: order.customer_email },
    { label: t('card.country'), value: countryName(order.country) },
    {
      label: t('card.address'),
      value: order.address && <CopyText value={order.address} label={t('card.addressLabel')} />,
    },
    {
      label: t('card.tag'),
      value: order.destination_tag && <CopyText value={order.destination_tag} label={t('card.tagLabel')} />,
    },
    {
      label: t('card.transaction'),
      value: order.txid && (
        <CopyText value={order.txid} label={t('card.transactionLabel')} clip href={order.explorer_url ?? undefined} />
      ),
    },
    { label: t('card.id'), value: <CopyText value={order.id} label={t('card.idLabel')} /> },
  ];
}

type Look = Pick<TimelineEntryProps, 'icon' | 'tone'>;

const MOMENT_LOOKS: Readonly<Record<Exclude<SpaCardOrderStory['timeline'][number]['kind'], 'ended'>, Look>> = {
  placed: { icon: 'plusCircle', tone: 'neutral' },
  paid: { icon: 'checkCircle', tone: 'neutral' },
  sent: { icon: 'payouts', tone: 'neutral' },
  delivered: { icon: 'checkCircle', tone: 'success' },
  earnings_available: { icon: 'balance', tone: 'success' },
  charged_back: { icon: 'back', tone: 'error' },
};

/** The timeline in words, newest first. */
export function cardTimeline({ timeline, status }: SpaCardOrderStory): TimelineEntryProps[] {
  return timeline
    .map(({ at, kind, status: ended = status }, index) => ({
      key: `${index}`,
      at,
      ...(kind === 'ended' ? CARD_LOOKS[ended] : MOMENT_LOOKS[kind]),
      title: kind === 'ended' ? t(`cardStatus.${ended}`) : t(`cardMoment.${kind}`),
    }))
    .reverse();
}
