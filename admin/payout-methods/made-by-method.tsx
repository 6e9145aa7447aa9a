import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { useGetList } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import type { SpaPayoutRow } from '../../contract/payouts.ts';
import type { SpaWithdrawalRow } from '../../contract/withdrawals.ts';
import { Card } from '../components/card.tsx';
import { CardList } from '../components/card-list.tsx';
import { Coins } from '../components/money.tsx';
import { RowLink } from '../components/row-link.tsx';
import { formatMoment } from '../i18n/format.ts';
import { type MessageKey, t } from '../i18n/translate.ts';

type Made = SpaPayoutRow | SpaWithdrawalRow;

/** The payments of a method: the collection, its list and the page of one. */
export interface MadeBy {
  readonly resource: 'payouts' | 'withdrawals';
  readonly title: MessageKey;
  readonly list: string;
  readonly pathOf: (id: string) => string;
  readonly status: (row: Made) => ReactNode;
}

/** The latest payouts or withdrawals by one method (spec §7), and the way to all; nothing where there are none. */
export function MadeByMethod({ methodId, made }: { methodId: string; made: MadeBy }) {
  const { resource, title, list, pathOf, status } = made;
  const { data = [], total = 0 } = useGetList<Made>(resource, {
    filter: { method_id: methodId },
    pagination: { page: 1, perPage: 5 },
    sort: { field: 'created_at', order: 'DESC' },
  });
  if (data.length === 0) return null;
  return (
    <Card
      title={t(title)}
      aside={
        <Link component={RouterLink} to={`${list}?method_id=${encodeURIComponent(methodId)}`}>
          {t('method.made.all', { total })}
        </Link>
      }
    >
      <CardList
        label={t(title)}
        items={data.map((row) => ({
          key: row.id,
          primary: <RowLink to={pathOf(row.id)}>{formatMoment(row.created_at)}</RowLink>,
          value: <Coins amount={row.net_amount} gateId={row.gate_id} />,
          status: status(row),
        }))}
      />
    </Card>
  );
}
