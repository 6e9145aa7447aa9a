import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useCallback } from 'react';
import { useListController } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import type { SpaInvoiceRow } from '../../api/contract/spa-invoices.ts';
import { INVOICE_STATUSES, type InvoiceStatus } from '../../domain/state/invoice-status.ts';
import { ReceiptArt } from '../components/art.tsx';
import { Card } from '../components/card.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { DECISION_STATUSES } from '../components/invoice-status.ts';
import { ListError, ListLoading, ListNone } from '../components/list-state.tsx';
import { NewRowsPill } from '../components/new-rows-pill.tsx';
import { Pager } from '../components/pager.tsx';
import { t } from '../i18n/translate.ts';
import { type HistoryFilter, isFiltered, tidyFilter } from './history-filter.ts';
import { HistoryFilters } from './history-filters.tsx';
import { InvoiceRows } from './invoice-rows.tsx';
import { isNew } from './live-rows.ts';
import { useLiveRows } from './use-live-rows.ts';

const Head = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr auto',
  alignItems: 'center',
  gap: 12,
  minHeight: 32,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '1fr auto 1fr' },
}));

const STATUSES = { all: INVOICE_STATUSES, wordOf: (status: InvoiceStatus) => t(`status.${status}`) };

export type HistoryTab = 'all' | 'decide';

/** One list of invoices. Only the list of all keeps its filters in the address: `?tab=` must not leak into them. */
export function InvoiceList({ tab }: { tab: HistoryTab }) {
  const list = useListController<SpaInvoiceRow>({
    resource: 'invoices',
    perPage: 15,
    sort: { field: 'created_at', order: 'DESC' },
    storeKey: `history-${tab}`,
    queryOptions: { meta: { still: true } },
    ...(tab === 'decide' ? { filter: { status: DECISION_STATUSES }, disableSyncWithLocation: true } : {}),
  });
  const filter = list.filterValues as HistoryFilter;
  const { setFilters } = list;
  const onFilter = useCallback((next: HistoryFilter) => setFilters(tidyFilter(next), undefined), [setFilters]);
  const fresh = useLiveRows({
    entity: 'invoice',
    resource: 'invoices',
    rows: list.data,
    isFetching: list.isFetching ?? false,
    isNew,
  });
  const rows = list.data ?? [];
  const settled = !list.isPending && !list.error && rows.length > 0;

  return (
    <>
      <HistoryFilters
        filter={filter}
        onFilter={onFilter}
        searchLabel={t('history.search')}
        searchHint={t('history.searchHint')}
        {...(tab === 'all' ? { statuses: STATUSES } : {})}
      />
      {settled && (
        <Head>
          <Typography sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {t('history.count', { count: list.total ?? 0 })}
          </Typography>
          <NewRowsPill count={tab === 'all' ? fresh : 0} onShow={() => void list.refetch()} />
        </Head>
      )}
      <Card title={t('history.title')} titleHidden>
        {body()}
      </Card>
    </>
  );

  function body(): ReactNode {
    if (list.isPending) return <ListLoading label={t('history.loading')} />;
    if (list.error)
      return <ListError title={t('history.error')} error={list.error} onRetry={() => void list.refetch()} />;
    if (rows.length === 0 && isFiltered(filter)) {
      const text = filter.search ? t('history.noneSearch', { search: filter.search }) : t('history.noneText');
      return <ListNone text={text} onClear={() => onFilter({})} />;
    }
    if (rows.length === 0) return <Empty tab={tab} />;
    return (
      <>
        <InvoiceRows list={list} rows={rows} />
        <Pager
          page={list.page}
          perPage={list.perPage}
          total={list.total ?? 0}
          onPage={list.setPage}
          onPerPage={list.setPerPage}
        />
      </>
    );
  }
}

function Empty({ tab }: { tab: HistoryTab }) {
  if (tab === 'decide') {
    return (
      <EmptyState art={<ReceiptArt />} title={t('history.decide.empty.title')} text={t('history.decide.empty.text')} />
    );
  }
  return (
    <EmptyState
      art={<ReceiptArt />}
      title={t('history.empty.title')}
      text={t('history.empty.text')}
      actions={
        <Button variant="contained" component={RouterLink} to="/payment-request/create-invoice">
          {t('history.create')}
        </Button>
      }
      steps={[
        { icon: 'request', title: t('history.empty.step1.title'), text: t('history.empty.step1.text') },
        { icon: 'lock', title: t('history.empty.step2.title'), text: t('history.empty.step2.text') },
        { icon: 'checkCircle', title: t('history.empty.step3.title'), text: t('history.empty.step3.text') },
      ]}
    />
  );
}
