import Button from '@mui/material/Button';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import type { PartnerRooms } from '../../contract/partners.ts';
import { Card, CardBody } from '../components/card.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { Facts } from '../components/facts.tsx';
import { Rows } from '../components/rows.tsx';
import { formatFiat, formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { column } from '../list/columns.tsx';
import { Icon } from '../look/icon.tsx';

/** Charts are loaded by who looks at one. */
const EarningsChart = lazy(() => import('./earnings-chart.tsx'));

/** One bar says no more than its figure. */
const FEWEST_DRAWN = 2;

/** Shares by month: a chart, and the same figures. */
export function MonthsCard({ months }: { months: PartnerRooms['months'] }) {
  return (
    <Card title={t('partner.months')}>
      {months.length === 0 && <CardBody>{t('partner.months.none')}</CardBody>}
      {months.length >= FEWEST_DRAWN && (
        <CardBody>
          <Suspense fallback={<div style={{ height: 200 }} />}>
            <EarningsChart months={months} />
          </Suspense>
        </CardBody>
      )}
      {months.length > 0 && (
        <Facts facts={months.map(({ month, share }) => ({ label: month, value: formatFiat(share, 'EUR') }))} />
      )}
    </Card>
  );
}

type Statement = PartnerRooms['statements'][number];

/** The settled months, each with its signed PDF. */
export function StatementsCard({ statements }: { statements: readonly Statement[] }) {
  return (
    <Card
      title={t('partner.statements')}
      aside={
        statements.length > 0 && (
          <Button size="small" component={Link} to="/withdrawals">
            {t('partner.statements.withdraw')}
          </Button>
        )
      }
    >
      {statements.length === 0 ? (
        <CardBody>{t('partner.statements.none')}</CardBody>
      ) : (
        <Rows
          caption={t('partner.statements')}
          columns={COLUMNS}
          rows={statements}
          rowKey={({ month }) => month}
          card={(row) => ({
            key: row.month,
            primary: row.month,
            value: formatFiat(row.paid, 'EUR'),
            status: <Download statement={row} />,
          })}
        />
      )}
    </Card>
  );
}

const COLUMNS: readonly TableColumn<Statement>[] = [
  column('month', 'partner.statement.month', ({ month }) => month),
  column('number', 'partner.statement.number', ({ number }) => number),
  column('paid_at', 'partner.statement.settled', ({ paid_at }) => formatMoment(paid_at)),
  column('paid', 'partner.statement.amount', ({ paid }) => formatFiat(paid, 'EUR'), { align: 'right' }),
  column('pdf', 'partner.statement.document', (row) => <Download statement={row} />),
];

function Download({ statement: { month } }: { statement: Statement }) {
  return (
    <Button
      component="a"
      size="small"
      href={`/spa/partner/statements/${month}/statement.pdf`}
      download
      startIcon={<Icon name="arrowDown" />}
      aria-label={t('partner.statement.download', { month })}
    >
      PDF
    </Button>
  );
}
