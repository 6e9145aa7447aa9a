import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReportView } from '../../../contract/staff-operations.ts';
import { STAFF_ROLE_WORDS } from '../../../domain/accounts/staff-permissions.ts';
import { Card, CardBody } from '../../components/card.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { Facts } from '../../components/facts.tsx';
import { Column, Page, Split } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Rows } from '../../components/rows.tsx';
import { save } from '../../components/save-file.ts';
import { Wrapped } from '../../components/wrapped.ts';
import { bodyRules } from '../../forms/body-rules.ts';
import { Form } from '../../forms/form.tsx';
import { SubmitButton } from '../../forms/submit-button.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { clipMiddle, formatFiat, formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { Icon } from '../../look/icon.tsx';
import { amountText } from '../amount-text.ts';
import { ReportChip } from '../chips.tsx';
import { useStaffAct, useStaffSend } from '../data/use-staff-act.ts';
import { useStaffMay } from '../data/use-staff-may.ts';
import { modeWord } from '../mode-switch.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { RecordPending, useStaffRecord } from '../staff-record.tsx';

/** `/compliance/reports/:id`: a draft to finish, file and take as a file. */
export default function ReportPage() {
  const record = useStaffRecord<ReportView>('reports');
  const { data, key } = record;
  if (!data) return <RecordPending title={t('reports.title')} of={record} />;
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
          <Text key={data.version} report={data} into={key} />
        </Column>
        <Column>
          <Closing report={data} into={key} />
          <Card title={t('report.facts')}>
            <Facts
              facts={[
                { label: t('reports.linkedBy'), value: title },
                { label: t('reports.total'), value: formatFiat(data.total_eur, 'EUR') },
                { label: t('reports.operations'), value: String(data.operations) },
                { label: t('reports.period'), value: `${formatMoment(data.first_at)} – ${formatMoment(data.last_at)}` },
                { label: t('operation.mode'), value: modeWord(data.mode) },
                { label: t('report.writtenBy'), value: data.written_by },
                { label: t('report.closedBy'), value: data.closed_by },
                { label: t('staff.reason'), value: data.closed_reason },
              ]}
            />
          </Card>
        </Column>
      </Split>
      <Lines report={data} />
    </Page>
  );
}

interface ReportProps {
  report: ReportView;
  /** Where the page has it from. */
  into: QueryKey;
}

function Text({ report, into }: ReportProps) {
  const may = useStaffMay('report_write') && report.status === 'draft';
  const send = useStaffSend();
  const toBody = ({ text }: { text: string }) => ({ version: report.version, text });
  if (!may) {
    return (
      <Card title={t('report.text')}>
        <CardBody>
          <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{report.text || '–'}</Typography>
        </CardBody>
      </Card>
    );
  }
  return (
    <Card title={t('report.text')} titleHidden>
      <CardBody sx={{ pt: '16px !important', '& form': { display: 'grid', gap: 2, justifyItems: 'start' } }}>
        <Form
          defaultValues={{ text: report.text }}
          rules={bodyRules(async () => (await import('../../../contract/staff-operations.ts')).WriteReportBody, {
            toBody,
          })}
          warnWhenUnsavedChanges
          send={(draft) =>
            send((provider) => provider.writeReport(report.id, toBody(draft)), { into, done: t('report.saved') })
          }
        >
          <TextInput source="text" label={t('report.text')} help={t('report.text.help')} multiline minRows={8} />
          <SubmitButton label={t('report.save')} variant={report.text.trim() === '' ? 'contained' : 'outlined'} />
        </Form>
      </CardBody>
    </Card>
  );
}

function Closing({ report, into }: ReportProps) {
  const may = useStaffMay('report_file');
  const [act, setAct] = useState<'file' | 'dismiss' | null>(null);
  const send = useStaffSend();
  const take = useStaffAct((provider) => provider.exportReport(report.id), {
    done: t('report.exported'),
    onDone: (file) => save(file, `linked-operations-${report.id}.txt`),
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
        <Button startIcon={<Icon name="arrowDown" />} disabled={take.isPending} onClick={() => take.mutate()}>
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
          send={(reason) => {
            const body = { version: report.version, ...(reason === '' ? {} : { reason }) };
            return send(
              (provider) =>
                act === 'file' ? provider.fileReport(report.id, body) : provider.dismissReport(report.id, body),
              { into, done: (answer) => t(closing(act, answer)) },
            );
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

/** The votes on this version. */
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
        rowKey={({ id }) => id}
        card={(line) => ({
          key: line.id,
          primary: line.company_name ?? t('cases.noName'),
          value: formatFiat(line.value_eur, 'EUR'),
          status: amountText(line.amount),
          secondary: formatMoment(line.at),
          meta: [t(`report.kind.${line.kind}`), line.customer, line.payer].filter(Boolean).join(' · '),
        })}
      />
    </Card>
  );
}

const COLUMNS: readonly TableColumn<Line>[] = [
  column('at', 'report.at', ({ at }) => formatMoment(at)),
  column('kind', 'report.kind', ({ kind }) => t(`report.kind.${kind}`)),
  column('merchant', 'report.merchant', ({ company_name }) => <Wrapped>{company_name ?? t('cases.noName')}</Wrapped>),
  column('customer', 'report.customer', ({ customer }) => <Wrapped>{customer ?? '–'}</Wrapped>, { quiet: true }),
  column('payer', 'report.payer', ({ payer }) => (payer ? clipMiddle(payer, 10, 6) : '–'), {
    quiet: true,
    spare: true,
  }),
  column('amount', 'report.amount', ({ amount }) => amountText(amount), { align: 'right' }),
  column('value', 'report.value', ({ value_eur }) => formatFiat(value_eur, 'EUR'), { align: 'right' }),
];
