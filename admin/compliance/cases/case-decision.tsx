import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CaseFileView } from '../../api/contract/staff-cases.ts';
import { RESTRICTIONS, type Restriction, VERDICTS, type Verdict } from '../../domain/compliance/case.ts';
import { Card, CardBody } from '../components/card.tsx';
import { CheckField } from '../components/check-field.tsx';
import { DialogForm } from '../components/dialog-form.tsx';
import { Field } from '../components/field.tsx';
import { Column } from '../components/page.tsx';
import { useForm } from '../components/use-form.ts';
import { toastSuccess } from '../data/toasts.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import type { IconName } from '../look/icon-paths.ts';
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
  const waits = file.status === 'review' || file.status === 'rechecking' || file.status === 'suspended';
  const words = !may
    ? t('case.noPermission')
    : !waits
      ? t(file.verdicts.length > 0 ? 'case.standing' : 'case.wait')
      : file.may_decide
        ? file.missing
        : t('case.decided');
  const unopened = file.documents.filter(({ to_open }) => to_open).map(({ kind }) => t(`document.${kind}`));
  const isBlocked = may && file.may_decide && unopened.length > 0;
  return (
    <Card title={t('case.decide')}>
      <CardBody sx={{ display: 'grid', gap: 2 }}>
        {words && <Typography sx={{ color: 'text.secondary' }}>{words}</Typography>}
        {isBlocked && <Typography id={UNOPENED}>{t('case.unopened', { documents: unopened.join(', ') })}</Typography>}
        {may && file.verdicts.length > 0 && (
          <Column sx={{ gap: '8px !important' }}>
            {VERDICTS.filter((each) => file.verdicts.includes(each)).map((each) => (
              <Button
                key={each}
                {...LOOKS[each]}
                startIcon={<Icon name={ICONS[each]} />}
                {...(each === 'approve' && isBlocked ? { disabled: true, 'aria-describedby': UNOPENED } : {})}
                onClick={() => setVerdict(each)}
              >
                {t(nameOfAct(each, file.status))}
              </Button>
            ))}
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

function nameOfAct(verdict: Verdict, status: CaseFileView['status']) {
  return verdict === 'refuse' && OPEN.has(status) ? 'case.offboard' : (`case.${verdict}` as const);
}

/** Says why nobody may approve yet. */
const UNOPENED = 'documents-to-open';

/** Where refusing ends a relationship that is under way. */
const OPEN: ReadonlySet<CaseFileView['status']> = new Set(['production', 'renewal', 'rechecking', 'suspended']);

const LOOKS: Partial<Record<Verdict, { readonly variant?: 'contained'; readonly color?: 'error' }>> = {
  approve: { variant: 'contained' },
  suspend: { color: 'error' },
  refuse: { color: 'error' },
};

const ICONS: Readonly<Record<Verdict, IconName>> = {
  approve: 'check',
  more: 'back',
  refuse: 'crossCircle',
  suspend: 'lock',
  restrict: 'slash',
  lift: 'check',
  reverify: 'search',
  reopen: 'back',
};

interface DecisionDialogProps extends CaseDecisionProps {
  verdict: Verdict;
  onClose: () => void;
}

function DecisionDialog({ file, verdict, onClose, onDecided }: DecisionDialogProps) {
  const client = useQueryClient();
  // One id for one decision, however often it is sent.
  const [decision_id] = useState(() => crypto.randomUUID());
  const [wanted, setWanted] = useState<readonly Askable[]>([]);
  const [about, setAbout] = useState<readonly Restriction[]>([]);
  const needsWords = TOLD.has(verdict);
  const isRestriction = verdict === 'restrict' || verdict === 'lift';
  const title =
    verdict === 'refuse' && OPEN.has(file.status) ? 'case.offboard.title' : (`case.${verdict}.title` as const);
  const form = useForm({
    initial: { reason: '', words: '', requested: '' },
    check: ({ reason, words }) => ({
      words: needsWords && words === '' ? t('case.words.required') : undefined,
      requested: isRestriction && about.length === 0 ? t('case.restrictions.required') : undefined,
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
          ...(ASKS.has(verdict) ? { requested: wanted.map((each) => ({ ...each, note: null })) } : {}),
          ...(isRestriction ? { restrictions: [...about] } : {}),
        },
      });
      toastSuccess(t(`case.done.${verdict}`));
      await client.invalidateQueries({ queryKey: ['staff', 'overview'] });
      onDecided();
    },
  });
  return (
    <DialogForm
      title={t(title)}
      form={form}
      submit={t(nameOfAct(verdict, file.status))}
      danger={verdict === 'refuse' || verdict === 'suspend'}
      onClose={onClose}
    >
      {verdict in TEXTS && <p>{t(`case.${verdict as TextVerdict}.text`)}</p>}
      {needsWords && (
        <Field
          {...form.text('words')}
          label={t('case.words')}
          help={t(MAILED.has(verdict) ? 'case.words.help' : 'case.words.shown')}
          multiline
          minRows={3}
          autoFocus
        />
      )}
      {isRestriction && (
        <RestrictionFields
          offered={RESTRICTIONS.filter((each) => file.restrictions[each] === (verdict === 'lift'))}
          chosen={about}
          onChosen={setAbout}
          error={form.errorOf('requested')}
        />
      )}
      {ASKS.has(verdict) && <DocumentFields people={file.people} wanted={wanted} onWanted={setWanted} />}
      <ReasonField {...form.text('reason')} autoFocus={!needsWords} />
    </DialogForm>
  );
}

/** Verdicts whose words the merchant reads. */
const TOLD: ReadonlySet<Verdict> = new Set(['more', 'refuse', 'suspend', 'restrict']);
/** Of these, verdicts whose words are in the mail too. */
const MAILED: ReadonlySet<Verdict> = new Set(['more', 'refuse']);
/** Verdicts that may ask for documents. */
const ASKS: ReadonlySet<Verdict> = new Set(['more', 'suspend']);
const TEXTS = { approve: 0, suspend: 0, restrict: 0, lift: 0, reverify: 0, reopen: 0 } satisfies Partial<
  Record<Verdict, number>
>;
type TextVerdict = keyof typeof TEXTS;

interface RestrictionFieldsProps {
  offered: readonly Restriction[];
  chosen: readonly Restriction[];
  onChosen: (chosen: readonly Restriction[]) => void;
  error: string | undefined;
}

/** Which restrictions begin or end. */
function RestrictionFields({ offered, chosen, onChosen, error }: RestrictionFieldsProps) {
  const toggle = (restriction: Restriction) =>
    onChosen(chosen.includes(restriction) ? chosen.filter((each) => each !== restriction) : [...chosen, restriction]);
  return (
    <fieldset>
      <Typography component="legend" sx={{ p: 0, fontWeight: 500 }}>
        {t('case.restrictions')}
      </Typography>
      {offered.map((each) => (
        <div key={each}>
          <CheckField
            name="restrictions"
            label={t(`restriction.${each}`)}
            checked={chosen.includes(each)}
            onChange={() => toggle(each)}
          />
        </div>
      ))}
      {error && (
        <Typography role="alert" sx={{ color: 'error.main', fontSize: 13 }}>
          {error}
        </Typography>
      )}
    </fieldset>
  );
}

interface DocumentFieldsProps {
  people: CaseFileView['people'];
  wanted: readonly Askable[];
  onWanted: (wanted: readonly Askable[]) => void;
}

/** Which documents the merchant shall hand in. */
function DocumentFields({ people, wanted, onWanted }: DocumentFieldsProps) {
  return (
    <fieldset>
      <Typography component="legend" sx={{ p: 0, fontWeight: 500 }}>
        {t('case.requested')}
      </Typography>
      {askableOf(people).map((group) => (
        <AskFor key={group.person?.id ?? ''} group={group} wanted={wanted} onWanted={onWanted} />
      ))}
    </fieldset>
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
