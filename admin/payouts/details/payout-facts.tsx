import type { SpaPayout } from '../../../contract/payouts.ts';
import { AssetLabel } from '../../components/asset-label.tsx';
import { Card, CardBody } from '../../components/card.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { Facts } from '../../components/facts.tsx';
import { coinsText } from '../../components/money.tsx';
import { RowLink } from '../../components/row-link.tsx';
import { ValueLines } from '../../components/value-lines.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';

/** The requested amount, the fees, the amount received and the total debited. */
export function FeesCard({ payout }: { payout: SpaPayout }) {
  const { amount, net_amount, total, fees, gate_id } = payout;
  const coins = (text: string) => coinsText(text, gate_id);
  return (
    <Card title={t('payout.amounts')}>
      <CardBody>
        <ValueLines
          caption={t('payout.amounts')}
          lines={[
            { label: t('payout.asked'), value: coins(amount) },
            { label: t('quote.serviceFee'), value: coins(fees.service) },
            { label: t('quote.network'), value: coins(fees.network) },
            { label: t('quote.net'), value: coins(net_amount) },
            { label: t('quote.total'), value: coins(total), sum: true },
          ]}
        />
      </CardBody>
    </Card>
  );
}

/** Where it goes, and who is behind it. */
export function PayoutFacts({ payout }: { payout: SpaPayout }) {
  const { id, gate_id, address, address_url, destination_tag, fees, reference, description, method } = payout;
  const { created_by, approved_by, approved_at, approval_required } = payout;
  return (
    <Card title={t('payout.facts')}>
      <Facts
        facts={[
          { label: t('payouts.column.asset'), value: <AssetLabel gateId={gate_id} /> },
          {
            label: t('payouts.column.address'),
            value: <CopyText value={address} label={t('payout.addressLabel')} href={address_url || undefined} />,
          },
          {
            label: t('target.tag'),
            value: destination_tag && <CopyText value={destination_tag} label={t('payout.tagLabel')} />,
          },
          {
            label: t('payout.method'),
            value: method && <RowLink to={`/payouts/method?id=${method.id}`}>{method.title}</RowLink>,
          },
          { label: t('payouts.column.reference'), value: reference },
          { label: t('request.description'), value: description },
          { label: t('payout.feePayer'), value: t(`request.feePayer.${fees.payer}`) },
          { label: t('payout.askedBy'), value: personName(created_by) },
          {
            label: t('payout.approvedBy'),
            value:
              approved_by === null || approved_at === null
                ? approval_required && t('payout.approvedBy.none')
                : t('payout.approvedBy.at', { name: personName(approved_by), time: formatMoment(approved_at) }),
          },
          { label: t('payout.id'), value: <CopyText value={id} label={t('payout.idLabel')} /> },
        ]}
      />
    </Card>
  );
}

function personName({ kind, name }: SpaPayout['created_by']): string {
  if (kind === 'system') return t('payout.person.system');
  const fallback = t(`payout.person.${kind}`);
  return kind === 'token' && name ? t('payout.person.tokenOf', { name }) : name || fallback;
}
