import InputAdornment from '@mui/material/InputAdornment';
import Link from '@mui/material/Link';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { AuditEntryView } from '../../api/contract/audit.ts';
import { AUDIT_AREAS } from '../../domain/audit.ts';
import { LogList } from '../account/log-list.tsx';
import { Card, CardBody } from '../components/card.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { SelectArrow } from '../components/select-arrow.tsx';
import { Turn } from '../components/turn.tsx';
import { useSettled } from '../components/use-settled.ts';
import { formatMoment } from '../i18n/format.ts';
import { isMessageKey, t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { teamCalls } from './team-calls.ts';
import { TEAM } from './use-refresh.ts';

const Filters = styled('search')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 8,
  padding: '0 16px 16px',
  borderBottom: `1px solid ${theme.palette.divider}`,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'minmax(0, 360px) 200px', paddingInline: 20 },
}));
const Place = styled('span')(({ theme }) => ({
  color: theme.palette.text.secondary,
  fontSize: 13,
  fontVariantNumeric: 'tabular-nums',
}));

const PER_PAGE = 10;

/** Who did what with the account, from where, to what (the merchant's chain of the audit log), newest first. */
export function AuditCard() {
  const [page, setPage] = useState(1);
  const [area, setArea] = useState('');
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim());
  const filter = { page, perPage: PER_PAGE, area, search };
  const { data, error, refetch } = useQuery({
    queryKey: [TEAM, 'audit', filter],
    queryFn: () => teamCalls.audit(filter),
    placeholderData: keepPreviousData,
  });
  const isFiltered = area !== '' || search !== '';
  return (
    <Card title={t('audit.title')}>
      <CardBody>
        <Typography sx={{ color: 'text.secondary' }}>{t('audit.lead')}</Typography>
      </CardBody>
      <Filters aria-label={t('audit.filters')}>
        <OutlinedInput
          type="search"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setPage(1);
          }}
          placeholder={t('audit.search')}
          inputProps={{ 'aria-label': t('audit.search'), maxLength: 200 }}
          startAdornment={
            <InputAdornment position="start" sx={{ mr: 0 }}>
              <Icon name="search" />
            </InputAdornment>
          }
        />
        <NativeSelect
          value={area}
          onChange={({ target }) => {
            setArea(target.value);
            setPage(1);
          }}
          IconComponent={SelectArrow}
          input={<OutlinedInput />}
          inputProps={{ 'aria-label': t('audit.area') }}
        >
          <option value="">{t('audit.area.all')}</option>
          {areas().map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect>
      </Filters>
      {data?.pagination.total === 0 && (
        <CardBody>
          <Typography role="status" sx={{ pt: 2, color: 'text.secondary' }}>
            {t(isFiltered ? 'audit.noneFiltered' : 'audit.none')}
          </Typography>
        </CardBody>
      )}
      {data && data.data.length > 0 && <Entries rows={data.data} />}
      {!data && error && <ListError title={t('audit.failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <ListLoading label={t('audit.loading')} rows={4} />}
      {data && <Turn page={page} perPage={PER_PAGE} total={data.pagination.total} onPage={setPage} />}
    </Card>
  );
}

function Entries({ rows }: { rows: readonly AuditEntryView[] }) {
  return (
    <LogList>
      {rows.map((row) => (
        <li key={row.number}>
          <div>
            <div style={{ overflowWrap: 'anywhere' }}>
              <strong>{row.actor_name}</strong> {row.sentence}
            </div>
            <small>{[formatMoment(row.at), row.browser, row.ip, row.location].filter(Boolean).join(' · ')}</small>
          </div>
          <Place>{target(row)}</Place>
        </li>
      ))}
    </LogList>
  );
}

/** The place in the log, which leads to the invoice where there is one. */
function target({ number, target_kind, target_id }: AuditEntryView) {
  const text = t('audit.number', { number });
  if (target_kind !== 'invoice' || target_id === null) return text;
  return (
    <Link component={RouterLink} to={`/history/details?id=${target_id}`}>
      {t('audit.openInvoice')}
    </Link>
  );
}

/** The areas that merchants have; those of the gateway's staff have no name here. */
function areas(): { value: string; label: string }[] {
  return AUDIT_AREAS.flatMap((value) => {
    const key = `audit.area.${value}`;
    return isMessageKey(key) ? [{ value, label: t(key) }] : [];
  });
}
