import './log-words.ts';
import Button from '@mui/material/Button';
import { useMemo, useState } from 'react';
import { useGetList } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import type { ApiTokenView } from '../../../contract/integration.ts';
import type { LoggedRequest } from '../../../contract/requests.ts';
import { METHODS } from '../../../domain/web/methods.ts';
import { ReceiptArt } from '../../components/art.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { MOST_IDS } from '../../data/list-query.ts';
import { useMay } from '../../data/use-may.ts';
import { useProvider } from '../../data/use-provider.ts';
import { t } from '../../i18n/translate.ts';
import { ChoicesFilter } from '../../list/choices-filter.tsx';
import { CursorList } from '../../list/cursor-list.tsx';
import { choicesFilter, dateFilter, searchFilter, useFilter } from '../../list/filters.tsx';
import { AS_THE_API } from '../../list/resource-list.tsx';
import { RequestDialog } from './request-dialog.tsx';
import { digitOf, requestCard, requestColumns, STATUS_CLASSES } from './request-rows.tsx';

const FILTERS = [
  searchFilter({ label: 'requests.search', hint: 'requests.searchHint' }),
  dateFilter(),
  choicesFilter({
    name: 'status',
    label: 'requests.status',
    all: STATUS_CLASSES,
    wordOf: (each) => t('requests.statusClass', { name: t(`requests.status.${digitOf(each)}`), digit: each[0] ?? '' }),
  }),
  choicesFilter({ name: 'method', label: 'requests.method', all: METHODS, wordOf: (method) => method }),
  { names: ['token'], field: <TokenFilter key="token" /> },
];

/** Requests of the shop's tokens in the last 30 days, and their answers. */
export default function RequestsTab() {
  const provider = useProvider();
  const [open, setOpen] = useState<LoggedRequest | null>(null);
  const columns = useMemo(() => requestColumns(setOpen), []);
  return (
    <CursorList<LoggedRequest>
      resource="requests"
      words="requests"
      filters={FILTERS}
      columns={columns}
      card={(row) => requestCard(row, setOpen)}
      read={provider.requests}
      empty={<NoRequests />}
    >
      {open && <RequestDialog request={open} onClose={() => setOpen(null)} />}
    </CursorList>
  );
}

function NoRequests() {
  const mayCreate = useMay('merchant_apiToken_create');
  return (
    <EmptyState
      art={<ReceiptArt />}
      title={t('requests.empty.title')}
      text={t('requests.empty.text')}
      actions={
        <>
          {mayCreate && (
            <Button component={RouterLink} to="/integration/api/create-new">
              {t('requests.newToken')}
            </Button>
          )}
          <Button href="/docs/api">{t('requests.docs')}</Button>
        </>
      }
    />
  );
}

/** The tokens of the shop, and a deleted one while the address names it. */
function TokenFilter() {
  const { values, change } = useFilter();
  const { data = [] } = useGetList<ApiTokenView>('api-tokens', {
    pagination: { page: 1, perPage: MOST_IDS },
    sort: AS_THE_API,
  });
  const chosen = values.token?.split(',') ?? [];
  const names = new Map(data.map(({ id, name }) => [id, name]));
  const all = [...names.keys(), ...chosen.filter((id) => !names.has(id))];
  if (all.length === 0) return null;
  return (
    <ChoicesFilter
      name={t('requests.token')}
      all={all}
      wordOf={(id) => names.get(id) ?? t('requests.token.deleted')}
      chosen={chosen}
      onChosen={(next) => change({ token: next.join() })}
    />
  );
}
