import type { SpaPaymentRequest } from '../../contract/payment-requests.ts';
import { Clip } from '../components/clip.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { Money } from '../components/money.tsx';
import { RowLink } from '../components/row-link.tsx';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { column, createdColumn, statusColumn, timeColumn } from '../list/columns.tsx';
import { requestPath } from './request-path.ts';
import { RequestStatusChip } from './request-status-chip.tsx';

export function columns(): readonly TableColumn<SpaPaymentRequest>[] {
  return [
    column('recipient', 'paymentRequests.column.recipient', nameOf),
    column('email', 'paymentRequests.column.email', ({ recipient_email }) => <Clip text={recipient_email} />, {
      quiet: true,
      spare: 'narrow',
    }),
    statusColumn(({ status }) => <RequestStatusChip status={status} />, { width: [112, 128] }),
    column('amount', 'history.column.amount', ({ amount, currency }) => <Money amount={amount} currency={currency} />, {
      width: [112, 136],
      align: 'right',
    }),
    createdColumn({ label: 'paymentRequests.column.sent' }),
    timeColumn('expires', 'paymentRequests.column.expires', ({ expires_at }) => expires_at, { spare: true }),
  ];
}

/** One request as a card of a narrow list. */
export function toCard(row: SpaPaymentRequest) {
  const { id, amount, currency, status, recipient_email, created_at, expires_at } = row;
  return {
    key: id,
    primary: nameOf(row),
    value: <Money amount={amount} currency={currency} />,
    status: <RequestStatusChip status={status} />,
    secondary: formatMoment(created_at),
    meta: t('paymentRequests.cardMeta', { email: recipient_email, time: formatMoment(expires_at) }),
  };
}

function nameOf({ id, recipient_name }: SpaPaymentRequest) {
  return <RowLink to={requestPath(id)}>{recipient_name}</RowLink>;
}
