import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CaseFileView } from '../../api/contract/staff-cases.ts';
import type { Verdict } from '../../domain/compliance/case.ts';
import { Card, CardBody } from '../components/card.tsx';
import { CheckField } from '../components/check-field.tsx';
import { DialogForm } from '../components/dialog-form.tsx';
import { Field } from '../components/field.tsx';
import { Column } from '../components/page.tsx';
import { useForm } from '../components/use-form.ts';
import { toastSuccess } from '../data/toasts.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { type Askable, type AskableGroup, askableOf } from './document-requests.ts';
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
  const [wanted, setWanted] = useState<readonly Askable[]>([]);
  const needsWords = verdict !== 'approve';
  const form = useForm({
    initial: { reason: '', words: '', requested: '' },
    check: ({ reason, words }) => ({
      words: needsWords && words === '' ? t('case.words.required') : undefined,
      requested: verdict === 'more' && wanted.length === 0 ? t('case.requested.required') : undefined,
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
          ...(verdict === 'more' ? { requested: wanted.map((each) => ({ ...each, note: null })) } : {}),
        },
      });
      toastSuccess(t(`case.done.${verdict}`));
      await client.invalidateQueries({ queryKey: ['staff', 'overview'] });
      onDecided();
    },
  });
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
          {askableOf(file.people).map((group) => (
            <AskFor key={group.person?.id ?? ''} group={group} wanted={wanted} onWanted={setWanted} />
          ))}
          {form.errorOf('requested') && (
            <Typography role="alert" sx={{ color: 'error.main', fontSize: 13 }}>
              {form.errorOf('requested')}
            </Typography>
          )}
        </fieldset>
      )}
      <ReasonField {...form.text('reason')} autoFocus={!needsWords} />
    </DialogForm>
  );
}

interface AskForProps {
  group: AskableGroup;
  wanted: readonly Askable[];
  onWanted: (wanted: readonly Askable[]) => void;
}

/** The documents of the business or of one person. */
function AskFor({ group: { person, documents }, wanted, onWanted }: AskForProps) {
  const isSame = (one: Askable, other: Askable) => one.kind === other.kind && one.person_id === other.person_id;
  const toggle = (document: Askable) => {
    const others = wanted.filter((each) => !isSame(each, document));
    onWanted(others.length < wanted.length ? others : [...wanted, document]);
  };
  return (
    <>
      <Typography variant="caption" component="p" sx={{ mt: 1, color: 'text.secondary' }}>
        {person ? t('case.requested.person', { name: person.full_name }) : t('case.requested.business')}
      </Typography>
      {documents.map((document) => (
        <div key={document.kind}>
          <CheckField
            name="requested"
            label={nameOf(document, person)}
            checked={wanted.some((each) => isSame(each, document))}
            onChange={() => toggle(document)}
          />
        </div>
      ))}
    </>
  );
}

function nameOf({ kind }: Askable, person: AskableGroup['person']): string {
  const document = t(`document.${kind}`);
  return person ? t('case.requested.ofPerson', { document, name: person.full_name }) : document;
}
