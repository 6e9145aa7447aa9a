import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { OperationView, SubjectView } from '../../api/contract/staff-operations.ts';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { Field } from '../components/field.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { useSettled } from '../components/use-settled.ts';
import { toastSuccess } from '../data/toasts.ts';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { staffData } from './staff-call.ts';

const Rows = styled('ul')(({ theme }) => ({
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '2px 12px',
    alignItems: 'center',
    padding: '8px 0',
    borderTop: `1px solid ${theme.palette.divider}`,
  },
  '& b': { fontWeight: 500, overflowWrap: 'anywhere' },
  '& small': { display: 'block', color: theme.palette.text.secondary, fontSize: 13, lineHeight: '20px' },
}));

/** Finds an invoice or payout and suspends it with a reason. */
export function SuspendDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<SubjectView | null>(null);
  const search = useSettled(typed.trim());
  const query = search === '' ? '' : `?${new URLSearchParams({ search })}`;
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['staff', 'subjects', search],
    queryFn: () => staffData<readonly SubjectView[]>(`/staff/operations/subjects${query}`),
  });
  if (chosen) {
    return (
      <ReasonDialog
        title={t('suspend.reason.title', { label: chosen.label })}
        text={t('suspend.reason.text')}
        submit={t('suspend.submit')}
        danger
        send={async (reason) => {
          const body = { kind: chosen.kind, subject_id: chosen.id, reason };
          const made = await staffData<OperationView>('/staff/operations', { method: 'POST', body });
          toastSuccess(t('suspend.done'));
          await client.invalidateQueries({ queryKey: ['staff'] });
          await navigate(`/compliance/operations/${made.id}`);
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <DialogFrame
      title={t('suspend.title')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('action.cancel')}</Button>}
    >
      <Field
        name="search"
        label={t('suspend.search')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        autoFocus
      />
      {isPending && <ListLoading label={t('suspend.loading')} rows={3} />}
      {error && !data && <ListError title={t('suspend.error')} error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <Typography role="status" sx={{ color: 'text.secondary' }}>
          {t('suspend.none')}
        </Typography>
      )}
      <Rows aria-label={t('suspend.results')}>
        {data?.map((subject) => (
          <SubjectRow key={subject.id} subject={subject} onChoose={setChosen} />
        ))}
      </Rows>
    </DialogFrame>
  );
}

function SubjectRow({ subject, onChoose }: { subject: SubjectView; onChoose: (subject: SubjectView) => void }) {
  return (
    <li>
      <div>
        <b>
          {t(`operationKind.${subject.kind}`)} {subject.label}
        </b>
        <small>
          {[subject.company_name, subject.amount, subject.status.replaceAll('_', ' '), formatMoment(subject.created_at)]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </div>
      {subject.refusal === null ? (
        <Button
          color="error"
          aria-label={t('suspend.chooseOf', { label: subject.label })}
          onClick={() => onChoose(subject)}
        >
          {t('suspend.choose')}
        </Button>
      ) : (
        <small>{t(`suspend.refusal.${subject.refusal}`)}</small>
      )}
    </li>
  );
}
