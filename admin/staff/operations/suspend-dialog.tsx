import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { SubjectView } from '../../../contract/staff-operations.ts';
import { DialogFrame } from '../../components/dialog-frame.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { LogList } from '../../components/log-list.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { statusWord } from '../../components/status-word.ts';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { amountText } from '../amount-text.ts';
import { useStaffProvider } from '../data/staff-provider.ts';
import { useStaffSend } from '../data/use-staff-act.ts';
import { ReasonDialog } from '../reason-dialog.tsx';

/** Finds an invoice or payout and suspends it with a reason. */
export function SuspendDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const provider = useStaffProvider();
  const send = useStaffSend();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<SubjectView | null>(null);
  const found = useQuery({ queryKey: ['subjects', search], queryFn: () => provider.subjects(search) });
  if (chosen) {
    return (
      <ReasonDialog
        title={t('suspend.reason.title', { label: chosen.label })}
        text={t('suspend.reason.text')}
        submit={t('suspend.submit')}
        danger
        schema={async () => (await import('../../../contract/staff-operations.ts')).SuspendBody.properties.reason}
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
      <SearchField
        value={search}
        label={t('suspend.search')}
        hint={t('suspend.search')}
        onSearch={setSearch}
        autoFocus
      />
      <Loaded of={found} rows={3} loading={t('suspend.loading')} failed={t('suspend.error')}>
        {(subjects) =>
          subjects.length === 0 ? (
            <Typography role="status" sx={{ color: 'text.secondary' }}>
              {t('suspend.none')}
            </Typography>
          ) : (
            <LogList data-flush aria-label={t('suspend.results')}>
              {subjects.map((subject) => (
                <SubjectRow key={subject.id} subject={subject} onChoose={setChosen} />
              ))}
            </LogList>
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
          {[
            subject.company_name,
            amountText(subject.amount),
            statusWord(subject.status),
            formatMoment(subject.created_at),
          ]
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
