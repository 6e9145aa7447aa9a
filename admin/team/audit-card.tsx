import Link from '@mui/material/Link';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { styled } from '@mui/material/styles';
import { Link as RouterLink } from 'react-router';
import type { AuditEntryView } from '../../contract/audit.ts';
import { AUDIT_AREAS } from '../../domain/accounts/audit.ts';
import { SearchField } from '../components/search-field.tsx';
import { SelectArrow } from '../components/select-arrow.tsx';
import { formatMoment } from '../i18n/format.ts';
import { isMessageKey, t } from '../i18n/translate.ts';
import { useFilter } from '../list/filters.tsx';
import { LogCard } from '../list/log-card.tsx';

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

/** react-admin's id of an entry is its number. */
type Entry = AuditEntryView & { readonly id: string };

/** The merchant's audit log, newest first: user, action, object and place. */
export function AuditCard() {
  return (
    <LogCard<Entry>
      resource="audit"
      perPage={PER_PAGE}
      title={t('audit.title')}
      lead={t('audit.lead')}
      loading={t('audit.loading')}
      failed={t('audit.failed')}
      none={t('audit.none')}
      noneFound={t('audit.noneFiltered')}
      filters={<AuditFilters />}
      entry={(row) => (
        <li key={row.id}>
          <div>
            <div style={{ overflowWrap: 'anywhere' }}>
              <strong>{row.actor_name}</strong> {row.sentence}
            </div>
            <small>{[formatMoment(row.at), row.browser, row.ip, row.location].filter(Boolean).join(' · ')}</small>
          </div>
          <Place>{target(row)}</Place>
        </li>
      )}
    />
  );
}

function AuditFilters() {
  const { values, change } = useFilter();
  return (
    <Filters aria-label={t('audit.filters')}>
      <SearchField
        value={values.search ?? ''}
        label={t('audit.search')}
        hint={t('audit.search')}
        onSearch={(search) => change({ search })}
      />
      <NativeSelect
        value={values.area ?? ''}
        onChange={({ target: { value } }) => change({ area: value })}
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
