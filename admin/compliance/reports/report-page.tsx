import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { ReportView } from '../../api/contract/staff-operations.ts';
import { STAFF_ROLE_WORDS } from '../../domain/staff-permissions.ts';
import { Card, CardBody } from '../components/card.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { Facts } from '../components/facts.tsx';
import { Field } from '../components/field.tsx';
import { Column, Page, Split } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Rows } from '../components/rows.tsx';
import { save } from '../components/save-file.ts';
import { useAction } from '../components/use-action.ts';
import { toastSuccess } from '../data/toasts.ts';
import { clipMiddle, formatFiat, formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { ReportChip } from './chips.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { staffData, staffFetch } from './staff-call.ts';
import { RecordPending, useStaffPage } from './staff-record.tsx';
import { useStaffMay } from './staff-session.ts';

/** `/compliance/reports/:id`: a draft to finish, file and take as a file. */
export default function ReportPage() {
  const { data, error, refetch, take } = useStaffPage<ReportView>('report');
  if (!data) return <RecordPending title={t('reports.title')} error={error} onRetry={() => void refetch()} />;
  const title = `${t(`link.${data.link}`)} ${data.linked_by}`;
  return (
    <Page>
      <PageHead
        title={title}
        crumbs={[{ label: t('reports.title'), to: '/compliance/reports' }, { label: clipMiddle(title, 24, 8) }]}
        beside={<ReportChip status={data.status} />}
        sub={formatFiat(data.total_eur, 'EUR')}
      />
      <Split>
        <Column>
          <Text key={data.version} report={data} onChanged={take} />
          <Lines report={data} />
        </Column>
        <Column>
          <Closing report={data} onChanged={take} />
          <Card title={t('report.facts')}>
            <Facts
              facts={[
                { label: t('reports.linkedBy'), value: title },
                { label: t('reports.total'), value: formatFiat(data.total_eur, 'EUR') },
                { label: t('reports.operations'), value: String(data.operations) },
                { label: t('reports.period'), value: `${formatMoment(data.first_at)} – ${formatMoment(data.last_at)}` },
                {
                  label: t('operation.mode'),
                  value: t(data.mode === 'sandbox' ? 'shell.sandbox' : 'shell.production'),
                },
                { label: t('report.writtenBy'), value: data.written_by },
                { label: t('report.closedBy'), value: data.closed_by },
                { label: t('staff.reason'), value: data.closed_reason },
              ]}
            />
          </Card>
        </Column>
      </Split>
    </Page>
  );
}

interface ReportProps {
  report: ReportView;
  onChanged: (view: ReportView) => Promise<void>;
}

function Text({ report, onChanged }: ReportProps) {
  const may = useStaffMay('report_write') && report.status === 'draft';
  const [text, setText] = useState(report.text);
  const { busy, run } = useAction(async () => {
    const body = { version: report.version, text };
    await onChanged(await staffData<ReportView>(`/staff/reports/${report.id}`, { method: 'PUT', body }));
    toastSuccess(t('report.saved'));
  });
  return (
    <Card title={t('report.text')} titleHidden={may}>
      <CardBody sx={{ display: 'grid', gap: 2, ...(may ? { pt: '16px !important' } : {}) }}>
        {may ? (
          <>
            <Field
              name="text"
              label={t('report.text')}
              help={t('report.text.help')}
              value={text}
              onChange={({ target }) => setText(target.value)}
              multiline
              minRows={8}
            />
            <div>
              <Button variant="contained" disabled={busy || text === report.text} onClick={() => void run()}>
                {t('report.save')}
              </Button>
            </div>
          </>
        ) : (
          <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{report.text || '–'}</Typography>
        )}
      </CardBody>
    </Card>
  );
}

function Closing({ report, onChanged }: ReportProps) {
  const may = useStaffMay('report_file');
  const [act, setAct] = useState<'file' | 'dismiss' | null>(null);
  const take = useAction(async () => {
    const answer = await staffFetch(`/staff/reports/${report.id}/export`, { method: 'POST', body: {} });
    save(await answer.blob(), `linked-operations-${report.id}.txt`);
    toastSuccess(t('report.exported'));
  });
  if (!may) return null;
  const isDraft = report.status === 'draft';
  return (
    <Card title={t('operation.next')}>
      <CardBody sx={{ display: 'grid', gap: 1 }}>
        {isDraft && report.votes.length > 0 && <Votes votes={report.votes} />}
        {isDraft && <Typography sx={{ color: 'text.secondary' }}>{t('report.two')}</Typography>}
        {isDraft && report.text.trim() === '' && (
          <Typography sx={{ color: 'text.secondary' }}>{t('report.first')}</Typography>
        )}
        {isDraft && (
          <Button
            variant="contained"
            startIcon={<Icon name="check" />}
            disabled={report.text.trim() === ''}
            onClick={() => setAct('file')}
          >
            {t('report.file')}
          </Button>
        )}
        <Button startIcon={<Icon name="arrowDown" />} disabled={take.busy} onClick={() => void take.run()}>
          {t('report.export')}
        </Button>
        {isDraft && (
          <Button color="error" startIcon={<Icon name="slash" />} onClick={() => setAct('dismiss')}>
            {t('report.dismiss')}
          </Button>
        )}
      </CardBody>
      {act && (
        <ReasonDialog
          title={t(`report.${act}.title`)}
          text={act === 'file' ? t('report.file.text') : undefined}
          submit={t(`report.${act}`)}
          danger={act === 'dismiss'}
          optional={act === 'file'}
          send={async (reason) => {
            const body = { version: report.version, ...(reason === '' ? {} : { reason }) };
            const path = `/staff/reports/${report.id}/${act}`;
            const answer = await staffData<ReportView>(path, { method: 'POST', body });
            await onChanged(answer);
            toastSuccess(t(closing(act, answer)));
          }}
          onClose={() => setAct(null)}
        />
      )}
    </Card>
  );
}

function closing(act: 'file' | 'dismiss', { status }: ReportView) {
  if (status === 'draft') return 'report.agreed';
  return act === 'file' ? 'report.filed' : 'report.dismissed';
}

/** Who has said what about this version. */
function Votes({ votes }: Pick<ReportView, 'votes'>) {
  return (
    <ul>
      {votes.map(({ verdict, staff_name, staff_role, reason }) => (
        <li key={`${verdict}${staff_name}`}>
          {t(`report.vote.${verdict}`, { name: staff_name, role: STAFF_ROLE_WORDS[staff_role] })}
          {reason === null ? '' : ` ${reason}`}
        </li>
      ))}
    </ul>
  );
}

type Line = ReportView['lines'][number];

function Lines({ report: { lines } }: { report: ReportView }) {
  return (
    <Card title={t('report.lines')} ruled>
      <Rows
        caption={t('report.lines')}
        columns={COLUMNS}
        rows={lines}
        rowKey={({ payment_id }) => payment_id}
        card={(line) => ({
          key: line.payment_id,
          primary: line.company_name ?? t('cases.noName'),
          value: formatFiat(line.value_eur, 'EUR'),
          status: line.amount,
          secondary: formatMoment(line.at),
          meta: [line.customer, line.payer].filter(Boolean).join(' · '),
        })}
      />
    </Card>
  );
}

const COLUMNS: readonly TableColumn<Line>[] = [
  { key: 'at', label: t('report.at'), cell: ({ at }) => formatMoment(at) },
  { key: 'merchant', label: t('report.merchant'), cell: ({ company_name }) => company_name ?? t('cases.noName') },
  { key: 'customer', label: t('report.customer'), cell: ({ customer }) => customer ?? '–', quiet: true },
  {
    key: 'payer',
    label: t('report.payer'),
    cell: ({ payer }) => (payer ? clipMiddle(payer, 10, 6) : '–'),
    quiet: true,
    spare: true,
  },
  { key: 'amount', label: t('report.amount'), cell: ({ amount }) => amount, align: 'right' },
  { key: 'value', label: t('report.value'), cell: ({ value_eur }) => formatFiat(value_eur, 'EUR'), align: 'right' },
];
