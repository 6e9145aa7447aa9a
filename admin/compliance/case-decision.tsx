import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CaseFileView } from '../../api/contract/staff-cases.ts';
import { DOCUMENT_KINDS, type DocumentKind, type Verdict } from '../../domain/compliance/case.ts';
import { Card, CardBody } from '../components/card.tsx';
import { CheckField } from '../components/check-field.tsx';
import { DialogForm } from '../components/dialog-form.tsx';
import { Field } from '../components/field.tsx';
import { Column } from '../components/page.tsx';
import { useForm } from '../components/use-form.ts';
import { toastSuccess } from '../data/toasts.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { ReasonField } from './reason-field.tsx';
import { staffData } from './staff-call.ts';
import { useStaffMay } from './staff-session.ts';

export interface CaseDecisionProps {
  file: CaseFileView;
  onDecided: () => void;
}

/** What the person may decide now, and what an approval still needs. */
export function CaseDecision({ file, onDecided }: CaseDecisionProps) {
  const may = useStaffMay('case_decide');
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const waits = file.status === 'review' || file.status === 'rechecking';
  const words = !may
    ? t('case.noPermission')
    : !waits
      ? t('case.wait')
      : file.may_decide
        ? file.missing
        : t('case.decided');
  return (
    <Card title={t('case.decide')}>
      <CardBody sx={{ display: 'grid', gap: 2 }}>
        {words && <Typography sx={{ color: 'text.secondary' }}>{words}</Typography>}
        {may && waits && (
          <Column sx={{ gap: '8px !important' }}>
            {file.may_decide && (
              <Button variant="contained" startIcon={<Icon name="check" />} onClick={() => setVerdict('approve')}>
                {t('case.approve')}
              </Button>
            )}
            <Button startIcon={<Icon name="back" />} onClick={() => setVerdict('more')}>
              {t('case.more')}
            </Button>
            <Button color="error" startIcon={<Icon name="crossCircle" />} onClick={() => setVerdict('refuse')}>
              {t('case.refuse')}
            </Button>
          </Column>
        )}
      </CardBody>
      {verdict && (
        <DecisionDialog
          file={file}
          verdict={verdict}
          onClose={() => setVerdict(null)}
          onDecided={() => {
            setVerdict(null);
            onDecided();
          }}
        />
      )}
    </Card>
  );
}

interface DecisionDialogProps extends CaseDecisionProps {
  verdict: Verdict;
  onClose: () => void;
}

function DecisionDialog({ file, verdict, onClose, onDecided }: DecisionDialogProps) {
  const client = useQueryClient();
  // One id for one decision, however often it is sent.
  const [decision_id] = useState(() => crypto.randomUUID());
  const [kinds, setKinds] = useState<readonly DocumentKind[]>([]);
  const needsWords = verdict !== 'approve';
  const form = useForm({
    initial: { reason: '', words: '', requested: '' },
    check: ({ reason, words }) => ({
      words: needsWords && words === '' ? t('case.words.required') : undefined,
      requested: verdict === 'more' && kinds.length === 0 ? t('case.requested.required') : undefined,
      reason: reason === '' ? t('staff.reason.required') : undefined,
    }),
    async send({ reason, words }) {
      await staffData(`/staff/cases/${file.id}/decisions`, {
        method: 'POST',
        body: {
          decision_id,
          verdict,
          reason,
          ...(needsWords ? { words } : {}),
          ...(verdict === 'more' ? { requested: kinds.map((kind) => ({ kind, person_id: null, note: null })) } : {}),
        },
      });
      toastSuccess(t(`case.done.${verdict}`));
      await client.invalidateQueries({ queryKey: ['staff', 'overview'] });
      onDecided();
    },
  });
  const toggle = (kind: DocumentKind) =>
    setKinds((chosen) => (chosen.includes(kind) ? chosen.filter((each) => each !== kind) : [...chosen, kind]));
  return (
    <DialogForm
      title={t(`case.${verdict}.title`)}
      form={form}
      submit={t(`case.${verdict}`)}
      danger={verdict === 'refuse'}
      onClose={onClose}
    >
      {verdict === 'approve' && <p>{t('case.approve.text')}</p>}
      {needsWords && (
        <Field
          {...form.text('words')}
          label={t('case.words')}
          help={t('case.words.help')}
          multiline
          minRows={3}
          autoFocus
        />
      )}
      {verdict === 'more' && (
        <fieldset>
          <Typography component="legend" sx={{ fontWeight: 500 }}>
            {t('case.requested')}
          </Typography>
          {DOCUMENT_KINDS.map((kind, index) => (
            <div key={kind}>
              <CheckField
                name="requested"
                label={t(`document.${kind}`)}
                checked={kinds.includes(kind)}
                error={index === DOCUMENT_KINDS.length - 1 ? form.errorOf('requested') : undefined}
                onChange={() => toggle(kind)}
              />
            </div>
          ))}
        </fieldset>
      )}
      <ReasonField {...form.text('reason')} autoFocus={!needsWords} />
    </DialogForm>
  );
}
