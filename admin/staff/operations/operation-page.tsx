import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import type { OperationView } from '../../../contract/staff-operations.ts';
import { STAFF_ROLE_WORDS } from '../../../domain/accounts/staff-permissions.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { Facts } from '../../components/facts.tsx';
import { Column, Page, Split } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { statusWord } from '../../components/status-word.ts';
import { Timeline } from '../../components/timeline.tsx';
import { formatFiat, formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { Icon } from '../../look/icon.tsx';
import { OperationChip } from '../chips.tsx';
import { useStaffSend } from '../data/use-staff-act.ts';
import { useStaffMay } from '../data/use-staff-may.ts';
import { modeWord } from '../mode-switch.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { RecordPending, useStaffRecord } from '../staff-record.tsx';

/** `/compliance/operations/:id`: what was suspended and why, its clock, and the ways on. */
export default function OperationPage() {
  const record = useStaffRecord<OperationView>('operations');
  const { data, key } = record;
  if (!data) return <RecordPending title={t('operations.title')} of={record} />;
  const title = `${t(`operationKind.${data.kind}`)} ${data.label}`;
  return (
    <Page>
      <PageHead
        title={title}
        crumbs={[{ label: t('operations.title'), to: '/compliance/operations' }, { label: title }]}
        beside={<OperationChip status={data.status} overdue={data.overdue} />}
      />
      <Split>
        <Column>
          <Card title={t('operation.about')}>
            <Facts
              facts={[
                { label: t('operations.merchant'), value: data.company_name ?? t('cases.noName') },
                { label: t('operations.value'), value: data.value_eur && formatFiat(data.value_eur, 'EUR') },
                { label: t('operation.together'), value: data.together_eur && formatFiat(data.together_eur, 'EUR') },
                { label: t('operation.mode'), value: modeWord(data.mode) },
                { label: t('operation.subjectStatus'), value: statusWord(data.subject_status) },
                { label: t('operation.suspendedAt'), value: formatMoment(data.suspended_at) },
                { label: t('operation.dueAt'), value: formatMoment(data.due_at) },
              ]}
            />
          </Card>
          <Card title={t('operation.history')}>
            <Timeline
              items={data.events.toReversed().map(({ event, staff_name, staff_role, words, at }) => ({
                key: `${at}${event}`,
                at,
                icon: event === 'suspended' ? 'lock' : event === 'reported' ? 'file' : 'checkCircle',
                tone: event === 'suspended' ? 'warning' : event === 'reported' ? 'primary' : 'success',
                title: `${staff_name} (${STAFF_ROLE_WORDS[staff_role]}) ${t(`operation.event.${event}`)}`,
                detail: `${words} · ${formatMoment(at)}`,
              }))}
            />
          </Card>
        </Column>
        <NextStep operation={data} into={key} />
      </Split>
    </Page>
  );
}

interface NextStepProps {
  operation: OperationView;
  /** Where the page has it from. */
  into: QueryKey;
}

function NextStep({ operation, into }: NextStepProps) {
  const send = useStaffSend();
  const mayReport = useStaffMay('operation_report') && operation.status === 'suspended';
  const mayRelease = useStaffMay('operation_release') && operation.may_agree;
  const [act, setAct] = useState<'report' | 'release' | null>(null);
  const isReleased = operation.status === 'released';
  return (
    <Card title={t('operation.next')}>
      <CardBody sx={{ display: 'grid', gap: 2 }}>
        {isReleased && <p>{t('operation.isReleased')}</p>}
        {operation.missing && (
          <Typography sx={{ color: 'text.secondary' }}>
            {t('operation.missing', { missing: operation.missing })}
          </Typography>
        )}
        {!isReleased && !operation.may_agree && <p>{t('operation.agreed')}</p>}
        {mayReport && (
          <Button variant="contained" startIcon={<Icon name="file" />} onClick={() => setAct('report')}>
            {t('operation.report')}
          </Button>
        )}
        {mayRelease && (
          <Button startIcon={<Icon name="check" />} onClick={() => setAct('release')}>
            {t('operation.release')}
          </Button>
        )}
      </CardBody>
      {act && (
        <ReasonDialog
          title={t(`operation.${act}.title`)}
          text={act === 'report' ? t('operation.report.text') : operation.missing}
          submit={t(`operation.${act}`)}
          send={(reason) =>
            send(
              (provider) =>
                act === 'report'
                  ? provider.reportOperation(operation.id, reason)
                  : provider.releaseOperation(operation.id, reason),
              { into, done: t(`operation.done.${act}`) },
            )
          }
          onClose={() => setAct(null)}
        />
      )}
    </Card>
  );
}
