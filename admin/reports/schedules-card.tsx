import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ReportSchedule } from '../../contract/report-schedules.ts';
import { isGateId } from '../../domain/assets/assets.ts';
import { ReceiptArt } from '../components/art.tsx';
import { networkOf, tickerOf } from '../components/asset-label.tsx';
import { Card, VisuallyHidden } from '../components/card.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { Rows } from '../components/rows.tsx';
import { useAct } from '../components/use-act.ts';
import { useProvider } from '../data/use-provider.ts';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { column } from '../list/columns.tsx';
import { Icon } from '../look/icon.tsx';
import { NewScheduleDialog } from './new-schedule-dialog.tsx';

/** Reports that are mailed each day, week or month; one click stops one. */
export function SchedulesCard() {
  const provider = useProvider();
  const [isNew, setNew] = useState(false);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['report-schedules'],
    queryFn: () => provider.listReportSchedules(),
  });
  const stop = useAct((of, { id }: ReportSchedule) => of.stopReportSchedule(id), {
    done: t('schedules.stopped'),
    onDone: () => void refetch(),
  });
  const add = (
    <Button startIcon={<Icon name="plusCircle" />} onClick={() => setNew(true)}>
      {t('schedules.new')}
    </Button>
  );
  const stopOf = (schedule: ReportSchedule) => (
    <Button color="error" disabled={stop.isPending} onClick={() => stop.mutate(schedule)}>
      {t('schedules.stop')}
      <VisuallyHidden> {nameOf(schedule)}</VisuallyHidden>
    </Button>
  );
  return (
    <>
      <Card title={t('schedules.title')} ruled aside={data && data.length > 0 ? add : undefined}>
        {body()}
      </Card>
      {isNew && (
        <NewScheduleDialog
          onClose={() => setNew(false)}
          onAdded={() => {
            setNew(false);
            void refetch();
          }}
        />
      )}
    </>
  );

  function body(): ReactNode {
    if (isPending) return <ListLoading label={t('schedules.loading')} rows={2} />;
    if (error) return <ListError title={t('schedules.error')} error={error} onRetry={() => void refetch()} />;
    if (data.length === 0) {
      const text = t('schedules.empty.text');
      return <EmptyState art={<ReceiptArt />} title={t('schedules.empty.title')} text={text} actions={add} />;
    }
    return (
      <Rows
        caption={t('schedules.title')}
        columns={columnsOf(stopOf)}
        rows={data}
        rowKey={({ id }) => id}
        card={(schedule) => ({
          key: schedule.id,
          primary: nameOf(schedule),
          status: null,
          value: t(`schedules.period.${schedule.period}`),
          secondary: schedule.recipient.name,
          meta: (
            <>
              {t('schedules.nextAt', { time: formatMoment(schedule.next_at) })} {stopOf(schedule)}
            </>
          ),
        })}
      />
    );
  }
}

function columnsOf(stopOf: (schedule: ReportSchedule) => ReactNode): readonly TableColumn<ReportSchedule>[] {
  return [
    column('report', 'reports.kind', nameOf),
    column('period', 'schedules.period', ({ period }) => t(`schedules.period.${period}`)),
    column('to', 'schedules.to', ({ recipient }) => recipient.name),
    column('next', 'schedules.next', ({ next_at }) => formatMoment(next_at), { quiet: true }),
    column('stop', 'schedules.stop', stopOf, { labelHidden: true, align: 'right' }),
  ];
}

/** `Balance statement, BTC (Bitcoin)` */
function nameOf({ kind, gate_id }: ReportSchedule): string {
  const asset = gate_id !== null && isGateId(gate_id) ? `, ${tickerOf(gate_id)} (${networkOf(gate_id)})` : '';
  return `${t(`schedules.kind.${kind}`)}${asset}`;
}
