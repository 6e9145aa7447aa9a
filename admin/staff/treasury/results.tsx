import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import type { StaffTreasury } from '../../../contract/staff-treasury.ts';
import { Card, CardBody } from '../../components/card.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { Rows } from '../../components/rows.tsx';
import { formatDay } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { cents, euros, sumOfEuros } from '../euros.ts';

type Result = StaffTreasury['results'][number];

/** Charts are loaded by who looks at one. */
const ResultsChart = lazy(() => import('./results-chart.tsx'));

/** One or two bars say no more than the sentence. */
const FEWEST_DRAWN = 3;

/** Daily profit and loss of hedging: a sentence, a chart and a table with the same data. */
export function Results({ rows }: { rows: readonly Result[] }) {
  if (rows.length === 0) {
    return (
      <Card title={t('treasury.results')}>
        <CardBody>{t('treasury.results.none')}</CardBody>
      </Card>
    );
  }
  return (
    <Card title={t('treasury.results')}>
      <CardBody>
        <Typography>{sentenceOf(rows)}</Typography>
        {rows.length >= FEWEST_DRAWN && (
          <Suspense fallback={null}>
            <ResultsChart rows={rows} />
          </Suspense>
        )}
      </CardBody>
      <Rows
        caption={t('treasury.results')}
        columns={COLUMNS}
        rows={rows}
        rowKey={({ day }) => day}
        card={(row) => ({
          key: row.day,
          primary: formatDay(row.day),
          value: euros(row.pnl),
          status: t('treasury.feesOf', { amount: euros(row.fees) }),
        })}
      />
    </Card>
  );
}

const COLUMNS: readonly TableColumn<Result>[] = [
  column('day', 'treasury.day', ({ day }) => formatDay(day)),
  column('fees', 'treasury.fees', ({ fees }) => euros(fees), { align: 'right' }),
  column('pnl', 'treasury.pnl', ({ pnl }) => euros(pnl), { align: 'right' }),
];

/** The total of all days, and the worst day. */
export function sentenceOf(rows: readonly Result[]): string {
  const [first, ...others] = rows;
  if (!first) return t('treasury.results.none');
  const worst = others.reduce((one, other) => (cents(other.pnl) < cents(one.pnl) ? other : one), first);
  return t('treasury.results.sentence', {
    smart_count: rows.length,
    pnl: euros(sumOfEuros(rows.map(({ pnl }) => pnl))),
    fees: euros(sumOfEuros(rows.map(({ fees }) => fees))),
    day: formatDay(worst.day),
    worst: euros(worst.pnl),
  });
}
