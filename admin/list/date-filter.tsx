import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { Field } from '../components/field.tsx';
import { FilterButton } from '../components/filter-button.tsx';
import { formatDayRange } from '../i18n/format.ts';
import { type MessageKey, t } from '../i18n/translate.ts';
import { type DayRange, lastDays } from './days.ts';

const Panel = styled('form')({ display: 'grid', gap: 12, padding: '2px 14px', width: 344, maxWidth: '88vw' });
const Presets = styled('div')({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 8 });
const Pair = styled('div')({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 12 });

const PRESETS: readonly { label: MessageKey; days: number | null }[] = [
  { label: 'history.filter.any', days: null },
  { label: 'history.filter.today', days: 1 },
  { label: 'history.filter.week', days: 7 },
  { label: 'history.filter.month', days: 30 },
];

interface DateFilterProps {
  range: DayRange;
  onRange: (range: DayRange) => void;
}

/** When the invoices were created: a usual span in one click, or days of one's own. */
export function DateFilter({ range, onRange }: DateFilterProps) {
  const { date_from, date_to } = range;
  const on = Boolean(date_from || date_to);
  const name = t('history.filter.date');
  return (
    <FilterButton name={name} label={on ? formatDayRange(date_from, date_to) : name} on={on} icon="calendar">
      {(close) => (
        <DatePanel
          range={range}
          onRange={(next) => {
            onRange(next);
            close();
          }}
        />
      )}
    </FilterButton>
  );
}

function DatePanel({ range, onRange }: DateFilterProps) {
  const [from, setFrom] = useState(range.date_from ?? '');
  const [to, setTo] = useState(range.date_to ?? '');
  const submit = () => onRange({ ...(from ? { date_from: from } : {}), ...(to ? { date_to: to } : {}) });
  return (
    <Panel
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Presets>
        {PRESETS.map(({ label, days }) => (
          <Button key={label} size="small" onClick={() => onRange(days === null ? {} : lastDays(days))}>
            {t(label)}
          </Button>
        ))}
      </Presets>
      <Pair>
        <Field
          type="date"
          label={t('history.filter.from')}
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
        <Field type="date" label={t('history.filter.to')} value={to} onChange={(event) => setTo(event.target.value)} />
      </Pair>
      <Button type="submit" variant="contained" disabled={from !== '' && to !== '' && from > to}>
        {t('action.apply')}
      </Button>
    </Panel>
  );
}
