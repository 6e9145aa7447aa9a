import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { MassPayoutLine, SpaMassPayout } from '../../contract/mass-payouts.ts';
import { CardBody } from '../components/card.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { Pager } from '../components/pager.tsx';
import { Rows, type RowsProps } from '../components/rows.tsx';
import { useProvider } from '../data/use-provider.ts';
import { t } from '../i18n/translate.ts';
import type { LinesShown } from './mass-calls.ts';

export interface LinePagesProps extends Pick<RowsProps<MassPayoutLine>, 'caption' | 'columns' | 'card'> {
  mass: SpaMassPayout;
  show: LinesShown;
  bones?: number;
}

/** Lines of a mass payout page by page; a new `key` begins at the first one. */
export function LinePages({ mass: { id, version }, show, bones = 9, ...rows }: LinePagesProps): ReactNode {
  const [page, setPage] = useState(1);
  const [perPage, setPerPage] = useState(15);
  const provider = useProvider();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['mass-payout-lines', id, version, show, page, perPage],
    queryFn: () => provider.massLines(id, { show, page, perPage }),
    // The previous page stays until the next one is loaded: the table does not flicker while lines are sent.
    placeholderData: keepPreviousData,
  });
  if (isPending) return <ListLoading label={t('mass.lines.loading')} rows={bones} />;
  if (error) return <ListError title={t('mass.lines.error')} error={error} onRetry={() => void refetch()} />;
  if (data.data.length === 0) return <CardBody>{t('mass.lines.none')}</CardBody>;
  return (
    <>
      <Rows {...rows} rows={data.data} rowKey={({ line }) => String(line)} />
      <Pager
        page={page}
        perPage={perPage}
        total={data.total}
        onPage={setPage}
        onPerPage={(size) => {
          setPerPage(size);
          setPage(1);
        }}
      />
    </>
  );
}
