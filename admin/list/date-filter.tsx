import { lazy, Suspense, useEffect } from 'react';
import { FilterButton } from '../components/filter-button.tsx';
import { formatDayRange } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import type { DatePanelProps } from './date-panel.tsx';

const load = () => import('./date-panel.tsx');
const DatePanel = lazy(load);

/** When something was created. */
export function DateFilter({ range, onRange }: DatePanelProps) {
  const { date_from, date_to } = range;
  // After the page, not with it: the panel is there when the filter opens.
  useEffect(() => void load().catch(() => undefined), []);
  const on = Boolean(date_from || date_to);
  const name = t('history.filter.date');
  return (
    <FilterButton name={name} label={on ? formatDayRange(date_from, date_to) : name} on={on} icon="calendar">
      {(close) => (
        <Suspense>
          <DatePanel
            range={range}
            onRange={(next) => {
              onRange(next);
              close();
            }}
          />
        </Suspense>
      )}
    </FilterButton>
  );
}
