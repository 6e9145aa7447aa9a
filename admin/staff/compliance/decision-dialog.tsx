import Alert from '@mui/material/Alert';
import { useState } from 'react';
import type { CaseFileView, DecideBody } from '../../../contract/staff-cases.ts';
import { RESTRICTIONS, type Restriction, type Verdict } from '../../../domain/compliance/case.ts';
import { bodyRules } from '../../forms/body-rules.ts';
import { CheckGroupInput } from '../../forms/check-group-input.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';
import { useStaffSend } from '../data/use-staff-act.ts';
import { ReasonInput } from '../reason-dialog.tsx';
import { reasonProblem } from '../reason-problem.ts';
import { type Askable, type AskableGroup, askableFrom, askableOf, keyOfAskable } from './document-requests.ts';
import { areNamesCleared } from './names-cleared.ts';

export interface DecisionDialogProps {
  file: CaseFileView;
  verdict: Verdict;
  onClose: () => void;
  onDecided: () => void;
}

interface Draft {
  reason: string;
  words: string;
  requested: readonly string[];
  restrictions: readonly Restriction[];
}

const EMPTY: Draft = { reason: '', words: '', requested: [], restrictions: [] };

/** One decision of one person: the reason for colleagues, and what the merchant reads or hands in. */
export function DecisionDialog({ file, verdict, onClose, onDecided }: DecisionDialogProps) {
  // One id for one decision, however often it is sent.
  const [id] = useState(() => crypto.randomUUID());
  const send = useStaffSend();
  const needsWords = TOLD.has(verdict);
  const isRestriction = verdict === 'restrict' || verdict === 'lift';
  const toBody = ({ reason, words, requested, restrictions }: Draft): DecideBody => ({
    decision_id: id,
    verdict,
    reason,
    ...(needsWords ? { words } : {}),
    ...(ASKS.has(verdict) ? { requested: requested.map((key) => ({ ...askableFrom(key), note: null })) } : {}),
    ...(isRestriction ? { restrictions: [...restrictions] } : {}),
  });
  const check = ({ reason, words, restrictions }: Draft) => ({
    ...reasonProblem({ reason }),
    words: needsWords && words === '' ? t('case.words.required') : undefined,
    restrictions: isRestriction && restrictions.length === 0 ? t('case.restrictions.required') : undefined,
  });
  const isEnd = verdict === 'refuse' && OPEN.has(file.status);
  return (
    <FormDialog<Draft>
      title={t(isEnd ? 'case.offboard.title' : `case.${verdict}.title`)}
      submit={t(nameOfAct(verdict, file.status))}
      danger={verdict === 'refuse' || verdict === 'suspend'}
      onClose={onClose}
      defaultValues={EMPTY}
      rules={bodyRules<Draft>(async () => (await import('../../../contract/staff-cases.ts')).DecideBody, {
        toBody,
        check,
      })}
      send={(draft) =>
        send((provider) => provider.decideCase(file.id, toBody(draft)), {
          done: t(`case.done.${verdict}`),
          onDone: onDecided,
        })
      }
    >
      {isTextVerdict(verdict) && <p>{t(`case.${verdict}.text`)}</p>}
      {verdict === 'approve' && !areNamesCleared(file) && <Alert severity="warning">{t('case.notCleared')}</Alert>}
      {needsWords && (
        <TextInput
          source="words"
          label={t('case.words')}
          help={t(MAILED.has(verdict) ? 'case.words.help' : 'case.words.shown')}
          multiline
          minRows={3}
          autoFocus
        />
      )}
      {isRestriction && (
        <CheckGroupInput
          source="restrictions"
          legend={t('case.restrictions')}
          choices={RESTRICTIONS.filter((each) => file.restrictions[each] === (verdict === 'lift')).map((value) => ({
            value,
            label: t(`restriction.${value}`),
          }))}
        />
      )}
      {ASKS.has(verdict) &&
        askableOf(file.people).map((group) => (
          <CheckGroupInput key={group.person?.id ?? ''} source="requested" {...choicesOf(group)} />
        ))}
      <ReasonInput autoFocus={!needsWords} />
    </FormDialog>
  );
}

/** The button label of a verdict. */
export function nameOfAct(verdict: Verdict, status: CaseFileView['status']) {
  return verdict === 'refuse' && OPEN.has(status) ? 'case.offboard' : (`case.${verdict}` as const);
}

/** Where refusing ends a relationship that is under way. */
const OPEN: ReadonlySet<CaseFileView['status']> = new Set(['production', 'renewal', 'rechecking', 'suspended']);
/** Verdicts whose words the merchant reads. */
const TOLD: ReadonlySet<Verdict> = new Set(['more', 'refuse', 'suspend', 'restrict']);
/** Of these, verdicts whose words are in the mail too. */
const MAILED: ReadonlySet<Verdict> = new Set(['more', 'refuse']);
/** Verdicts that may ask for documents. */
const ASKS: ReadonlySet<Verdict> = new Set(['more', 'suspend']);
const TEXTS = ['approve', 'suspend', 'restrict', 'lift', 'reverify', 'reopen'] as const;

function isTextVerdict(verdict: Verdict): verdict is (typeof TEXTS)[number] {
  return TEXTS.some((each) => each === verdict);
}

/** The documents of the business or of one person, as boxes to tick. */
function choicesOf({ person, documents }: AskableGroup) {
  const nameOf = ({ kind }: Askable) => {
    const document = t(`document.${kind}`);
    return person ? t('case.requested.ofPerson', { document, name: person.full_name }) : document;
  };
  return {
    legend: person ? t('case.requested.person', { name: person.full_name }) : t('case.requested.business'),
    choices: documents.map((document) => ({ value: keyOfAskable(document), label: nameOf(document) })),
  };
}
