import type { SpaWithdrawal } from '../../../contract/withdrawals.ts';
import { AssetLabel } from '../../components/asset-label.tsx';
import { Card, CardBody } from '../../components/card.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { Facts } from '../../components/facts.tsx';
import { coinsText } from '../../components/money.tsx';
import { RowLink } from '../../components/row-link.tsx';
import { ValueLines } from '../../components/value-lines.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { methodPath } from '../withdrawal-paths.ts';

/** The requested amount, the fees, the amount received and the total debited. */
export function AmountsCard({
  withdrawal: { amount, net_amount, total, fees, gate_id },
}: {
  withdrawal: SpaWithdrawal;
}) {
  const coins = (text: string) => coinsText(text, gate_id);
  return (
    <Card title={t('withdrawal.amounts')}>
      <CardBody>
        <ValueLines
          caption={t('withdrawal.amounts')}
          lines={[
            { label: t('withdrawal.requested'), value: coins(amount) },
            { label: t('quote.serviceFee'), value: coins(fees.service) },
            ...(gate_id === 'EUR' ? [] : [{ label: t('quote.network'), value: coins(fees.network) }]),
            { label: t('withdraw.quote.net'), value: coins(net_amount) },
            { label: t('quote.total'), value: coins(total), sum: true },
          ]}
        />
      </CardBody>
    </Card>
  );
}

/** Where it goes, how the bank knows it, and who is behind it. */
export function WithdrawalFacts({ withdrawal }: { withdrawal: SpaWithdrawal }) {
  const { id, gate_id, method, recipient, bank_reference, txid, explorer_url, fees } = withdrawal;
  const { created_by, approved_by, approved_at, approval_required } = withdrawal;
  const copied = (value: string | null, label: string, href: string | null = null) =>
    value && <CopyText value={value} label={label} href={href || undefined} />;
  return (
    <Card title={t('withdrawal.facts')}>
      <Facts
        facts={[
          { label: t('payouts.column.asset'), value: <AssetLabel gateId={gate_id} /> },
          { label: t('withdraw.method'), value: <RowLink to={methodPath(method.id)}>{method.title}</RowLink> },
          { label: t('withdrawalMethod.accountName'), value: recipient.account_name },
          { label: t('withdrawalMethod.iban'), value: recipient.iban },
          { label: t('payouts.column.address'), value: copied(recipient.address, t('payout.addressLabel')) },
          { label: t('target.tag'), value: copied(recipient.destination_tag, t('payout.tagLabel')) },
          { label: t('withdrawal.bankReference'), value: copied(bank_reference, t('withdrawal.bankReferenceLabel')) },
          { label: t('withdrawal.txid'), value: copied(txid, t('payout.txid'), explorer_url) },
          { label: t('withdraw.feePayer'), value: t(`withdraw.feePayer.${fees.payer}`) },
          { label: t('withdrawal.requestedBy'), value: personName(created_by) },
          {
            label: t('payout.approvedBy'),
            value:
              approved_by === null || approved_at === null
                ? approval_required && t('payout.approvedBy.none')
                : t('payout.approvedBy.at', { name: personName(approved_by), time: formatMoment(approved_at) }),
          },
          { label: t('withdrawal.id'), value: <CopyText value={id} label={t('withdrawal.idLabel')} /> },
        ]}
      />
    </Card>
  );
}

function personName({ kind, name }: SpaWithdrawal['created_by']): string {
  return kind === 'system' ? t('payout.person.system') : name || t(`payout.person.${kind}`);
}
