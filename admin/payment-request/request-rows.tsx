import type { PaymentRequest } from '../../contract/payment-requests.ts';
import { Clip } from '../components/clip.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { Money } from '../components/money.tsx';
import { RowLink } from '../components/row-link.tsx';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { requestPath } from './request-path.ts';
import { RequestStatusChip } from './request-status-chip.tsx';

export function columns(): readonly TableColumn<PaymentRequest>[] {
  return [
    { key: 'recipient', label: t('paymentRequests.column.recipient'), cell: nameOf },
    {
      key: 'email',
      label: t('paymentRequests.column.email'),
      quiet: true,
      spare: 'narrow',
      cell: ({ recipient_email }) => <Clip text={recipient_email} />,
    },
    {
      key: 'status',
      width: [112, 128],
      label: t('history.column.status'),
      cell: ({ status }) => <RequestStatusChip status={status} />,
    },
    {
      key: 'amount',
      width: [112, 136],
      label: t('history.column.amount'),
      align: 'right',
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      key: 'created',
      width: [116, 136],
      label: t('paymentRequests.column.sent'),
      align: 'right',
      quiet: true,
      cell: ({ created_at }) => <time dateTime={created_at}>{formatMoment(created_at)}</time>,
    },
    {
      key: 'expires',
      width: [116, 136],
      label: t('paymentRequests.column.expires'),
      align: 'right',
      quiet: true,
      spare: true,
      cell: ({ expires_at }) => <time dateTime={expires_at}>{formatMoment(expires_at)}</time>,
    },
  ];
}

/** One request as a card of a narrow list. */
export function toCard(row: PaymentRequest) {
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

function nameOf({ id, recipient_name }: PaymentRequest) {
  return <RowLink to={requestPath(id)}>{recipient_name}</RowLink>;
}
