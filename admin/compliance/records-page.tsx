import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { LogList } from '../account/log-list.tsx';
import { Card, CardBody } from '../components/card.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { Page } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Turn } from '../components/turn.tsx';
import { useSettled } from '../components/use-settled.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { Filters } from './filters.tsx';
import { useStaffList } from './use-staff-list.ts';

const Aside = styled('span')(({ theme }) => ({
  color: theme.palette.text.secondary,
  fontSize: 13,
  fontVariantNumeric: 'tabular-nums',
}));

export interface RecordsPageProps<Row> {
  path: string;
  title: string;
  sub: string;
  none: string;
  entry: (row: Row) => { key: string; who: string; what: string; where: string; aside: string };
}

/** A log that is searched by name and read from the newest on. */
export function RecordsPage<Row>({ path, title, sub, none, entry }: RecordsPageProps<Row>) {
  const list = useStaffList<Row>(path, { search: '' });
  const [typed, setTyped] = useState(list.values.search ?? '');
  const settled = useSettled(typed.trim());
  const { change } = list;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed moves the address
  useEffect(() => {
    if (settled !== list.values.search) change('search', settled);
  }, [settled]);
  const { data, error, page } = list;
  return (
    <Page>
      <PageHead title={title} sub={sub} />
      <Card title={title} titleHidden>
        <Filters>
          <OutlinedInput
            type="search"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            placeholder={t('staff.search')}
            inputProps={{ 'aria-label': t('staff.search'), maxLength: 200 }}
            startAdornment={
              <InputAdornment position="start" sx={{ mr: 0 }}>
                <Icon name="search" />
              </InputAdornment>
            }
          />
        </Filters>
        {!data && error && <ListError title={t('staff.failed')} error={error} onRetry={() => void list.refetch()} />}
        {!data && !error && <ListLoading label={t('staff.loading')} rows={6} />}
        {data?.data.length === 0 && (
          <CardBody>
            <Typography role="status" sx={{ pt: 2, color: 'text.secondary' }}>
              {settled === '' ? none : t('staff.none')}
            </Typography>
          </CardBody>
        )}
        {data && (
          <LogList>
            {data.data.map(entry).map(({ key, who, what, where, aside }) => (
              <li key={key}>
                <div>
                  <div style={{ overflowWrap: 'anywhere' }}>
                    <strong>{who}</strong> {what}
                  </div>
                  <small>{where}</small>
                </div>
                <Aside>{aside}</Aside>
              </li>
            ))}
          </LogList>
        )}
        {data && (
          <Turn page={page} perPage={data.pagination.per_page} total={data.pagination.total} onPage={list.turn} />
        )}
      </Card>
    </Page>
  );
}
