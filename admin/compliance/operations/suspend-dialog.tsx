import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type SubjectView, SuspendBody } from '../../../api/contract/staff-operations.ts';
import { DialogFrame } from '../../components/dialog-frame.tsx';
import { Field } from '../../components/field.tsx';
import { useSettled } from '../../components/use-settled.ts';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { useStaffProvider } from '../data/staff-provider.ts';
import { useStaffSend } from '../data/use-staff-act.ts';
import { Loaded } from '../loaded.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';

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
  const provider = useStaffProvider();
  const send = useStaffSend();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<SubjectView | null>(null);
  const search = useSettled(typed.trim());
  const found = useQuery({ queryKey: ['subjects', search], queryFn: () => provider.subjects(search) });
  if (chosen) {
    return (
      <ReasonDialog
        title={t('suspend.reason.title', { label: chosen.label })}
        text={t('suspend.reason.text')}
        submit={t('suspend.submit')}
        danger
        schema={SuspendBody.properties.reason}
        send={(reason) =>
          send((api) => api.suspend({ kind: chosen.kind, subject_id: chosen.id, reason }), {
            done: t('suspend.done'),
            onDone: ({ id }) => navigate(`/compliance/operations/${id}`),
          })
        }
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
      <Loaded of={found} rows={3} loading={t('suspend.loading')} failed={t('suspend.error')}>
        {(subjects) =>
          subjects.length === 0 ? (
            <Typography role="status" sx={{ color: 'text.secondary' }}>
              {t('suspend.none')}
            </Typography>
          ) : (
            <Rows aria-label={t('suspend.results')}>
              {subjects.map((subject) => (
                <SubjectRow key={subject.id} subject={subject} onChoose={setChosen} />
              ))}
            </Rows>
          )
        }
      </Loaded>
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
