import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import type { UpdateView } from '../../../contract/staff-updates.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { type Fact, Facts } from '../../components/facts.tsx';
import { Column, Page, Split } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { useStaffAct, useStaffSend } from '../data/use-staff-act.ts';
import { useStaffMay } from '../data/use-staff-may.ts';
import { RecordPending, useStaffRecord } from '../staff-record.tsx';
import { TextDialog } from './text-dialog.tsx';
import { UpdateChip } from './update-chip.tsx';

const Text = styled('p')({ margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });

/** `/compliance/updates/:id`: the text, how far it is sent, and what comes next. */
export default function UpdatePage() {
  const record = useStaffRecord<UpdateView>('updates', { refetchInterval: 10_000 });
  const { data, key } = record;
  if (!data) return <RecordPending title={t('updates.title')} of={record} />;
  return (
    <Page>
      <PageHead
        title={data.subject}
        crumbs={[{ label: t('updates.title'), to: '/compliance/updates' }, { label: data.subject }]}
        beside={<UpdateChip status={data.status} />}
      />
      <Split>
        <Column>
          <Card title={t('updates.body')}>
            <CardBody>
              <Text>{data.body}</Text>
            </CardBody>
          </Card>
        </Column>
        <Column>
          <Next update={data} into={key} />
          <Card title={t('updates.about')}>
            <Facts facts={factsOf(data)} />
          </Card>
        </Column>
      </Split>
    </Page>
  );
}

function factsOf({ written_by, approved_by, tested_at, approved_at, counts, readers, created_at }: UpdateView): Fact[] {
  const count = (number: number) => (number === 0 ? null : number.toLocaleString('en'));
  return [
    { label: t('updates.writer'), value: written_by },
    { label: t('updates.created'), value: formatMoment(created_at) },
    { label: t('updates.tested'), value: tested_at && formatMoment(tested_at) },
    { label: t('updates.approver'), value: approved_by },
    { label: t('updates.approved'), value: approved_at && formatMoment(approved_at) },
    { label: t('updates.readers'), value: readers.toLocaleString('en') },
    { label: t('updates.queued'), value: count(counts.queued) },
    { label: t('updates.sent'), value: count(counts.sent) },
    { label: t('updates.refused'), value: count(counts.refused) },
    { label: t('updates.skipped'), value: count(counts.skipped) },
    { label: t('updates.unknown'), value: count(counts.unknown) },
  ];
}

type DialogName = 'edit' | 'discard' | 'approve' | 'stop';

interface NextProps {
  update: UpdateView;
  into: QueryKey;
}

function Next({ update, into }: NextProps) {
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const [mayWrite, maySend] = [useStaffMay('update_write'), useStaffMay('update_send')];
  const { id, status, missing } = update;
  const test = useStaffAct((provider) => provider.testUpdate(id), { into, done: t('updates.done.tested') });
  const isDraft = status === 'draft';
  const isSending = status === 'sending' || (status === 'sent' && update.counts.queued > 0);
  if (!(isDraft && (mayWrite || maySend)) && !(isSending && maySend)) return null;
  return (
    <Card title={t('updates.next')}>
      <CardBody sx={{ display: 'grid', gap: 1.5 }}>
        {isDraft && maySend && missing !== null && <Typography sx={{ color: 'text.secondary' }}>{missing}</Typography>}
        {isDraft && maySend && (
          <Button variant="contained" disabled={missing !== null} onClick={() => setDialog('approve')}>
            {t('updates.approve')}
          </Button>
        )}
        {isDraft && mayWrite && (
          <>
            <Button variant="outlined" disabled={test.isPending} onClick={() => test.mutate()}>
              {t('updates.test')}
            </Button>
            <Button variant="outlined" onClick={() => setDialog('edit')}>
              {t('updates.edit')}
            </Button>
            <Button color="error" onClick={() => setDialog('discard')}>
              {t('updates.discard')}
            </Button>
          </>
        )}
        {isSending && maySend && (
          <Button color="error" variant="outlined" onClick={() => setDialog('stop')}>
            {t('updates.stop')}
          </Button>
        )}
      </CardBody>
      {dialog && <ActDialog act={dialog} update={update} into={into} onClose={() => setDialog(null)} />}
    </Card>
  );
}

function ActDialog({ act, update, into, onClose }: NextProps & { act: DialogName; onClose: () => void }) {
  const send = useStaffSend();
  const { id, version, subject, body, readers } = update;
  const options = { into, list: 'updates', done: t(`updates.done.${act}`) };
  if (act === 'edit') {
    return (
      <TextDialog
        title={t('updates.edit')}
        submit={t('updates.save')}
        initial={{ subject, body }}
        send={(text) => send((provider) => provider.changeUpdate(id, { ...text, version }), options)}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      title={t(`updates.${act}.title`, { subject })}
      lines={[t(`updates.${act}.text`, { smart_count: readers })]}
      submit={t(`updates.${act}`)}
      danger={act !== 'approve'}
      send={() =>
        send((provider) => {
          if (act === 'approve') return provider.approveUpdate(id, version);
          return act === 'stop' ? provider.stopUpdate(id) : provider.discardUpdate(id);
        }, options)
      }
      onClose={onClose}
    />
  );
}
