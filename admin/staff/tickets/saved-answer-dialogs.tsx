import Alert from '@mui/material/Alert';
import { styled } from '@mui/material/styles';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SavedAnswer } from '../../../contract/support.ts';
import { ApiError } from '../../data/api-error.ts';
import { bodyRules } from '../../forms/body-rules.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';
import { useStaffProvider } from '../data/staff-provider.ts';
import { useStaffSend } from '../data/use-staff-act.ts';
import { SAVED_ANSWERS } from './ticket-calls.ts';

const Typed = styled('p')({ margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });

interface Draft {
  readonly title: string;
  readonly text: string;
}

const schema = async () => {
  const { SavedAnswerBody } = await import('../../../contract/support.ts');
  const { title, text } = SavedAnswerBody.properties;
  return { properties: { title, text } };
};
const toBody = ({ title, text }: Draft) => ({ title: title.trim(), text: text.trim() });
const rules = bodyRules<Draft>(schema, { toBody });

/** `gone` was deleted by somebody else. */
type Meanwhile = { readonly is: 'gone' } | { readonly is: 'changed'; readonly answer: SavedAnswer };

interface DialogProps {
  id: string;
  /** As it was opened; left out for a new one. */
  answer?: SavedAnswer;
  onClose: () => void;
}

/** Saves an answer. If somebody else changed it meanwhile, their text is shown before this one may replace it. */
export function SavedAnswerDialog({ id, answer, onClose }: DialogProps) {
  const { version, meanwhile, watch } = useMeanwhile(id, answer?.version);
  const send = useStaffSend();
  return (
    <FormDialog<Draft>
      title={t(answer === undefined ? 'savedAnswers.add' : 'savedAnswers.change')}
      defaultValues={{ title: answer?.title ?? '', text: answer?.text ?? '' }}
      rules={rules}
      send={(draft) =>
        watch(async () => {
          await send((provider) => provider.saveAnswer(id, { ...toBody(draft), version }), {
            into: SAVED_ANSWERS,
            done: t('tickets.done.saved'),
          });
          onClose();
        })
      }
      submit={t('savedAnswers.save')}
      onClose={onClose}
    >
      {meanwhile && <MeanwhileNotice meanwhile={meanwhile} isSaving />}
      <TextInput source="title" label={t('tickets.answer.title')} />
      <TextInput source="text" label={t('savedAnswers.text')} multiline minRows={6} />
    </FormDialog>
  );
}

/** Deletes an answer as it was read: a change by somebody else is shown first. */
export function DeleteAnswerDialog({ answer, onClose }: { answer: SavedAnswer; onClose: () => void }) {
  const { version = answer.version, meanwhile, watch } = useMeanwhile(answer.id, answer.version);
  const send = useStaffSend();
  return (
    <FormDialog
      title={t('savedAnswers.delete.title')}
      defaultValues={{}}
      send={() =>
        watch(async () => {
          await send((provider) => provider.deleteAnswer({ id: answer.id, version }), {
            into: SAVED_ANSWERS,
            done: t('savedAnswers.done.deleted'),
          });
          onClose();
        })
      }
      submit={t('savedAnswers.delete')}
      danger
      onClose={onClose}
    >
      {meanwhile && <MeanwhileNotice meanwhile={meanwhile} />}
      <p>{t('savedAnswers.delete.text', { title: answer.title })}</p>
    </FormDialog>
  );
}

/** Reads an answer again when an act is refused because somebody else was first; the next act knows that version. */
function useMeanwhile(id: string, opened: number | undefined) {
  const provider = useStaffProvider();
  const queries = useQueryClient();
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null);
  const watch = async (act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      if (!wasFirst(error)) throw error;
      const answers = await provider.savedAnswers();
      queries.setQueryData(SAVED_ANSWERS, answers);
      const answer = answers.find((each) => each.id === id);
      setMeanwhile(answer === undefined ? { is: 'gone' } : { is: 'changed', answer });
    }
  };
  const version = meanwhile?.is === 'changed' ? meanwhile.answer.version : opened;
  return { version, meanwhile, watch };
}

function wasFirst(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'changed_meanwhile' || error.code === 'not_found');
}

function MeanwhileNotice({ meanwhile, isSaving = false }: { meanwhile: Meanwhile; isSaving?: boolean }) {
  if (meanwhile.is === 'gone') return <Alert severity="warning">{t('savedAnswers.gone')}</Alert>;
  const { title, text, changed_by: name } = meanwhile.answer;
  return (
    <Alert severity="warning">
      <p>{t('savedAnswers.stale', { name })}</p>
      <strong>{title}</strong>
      <Typed>{text}</Typed>
      {isSaving && <p>{t('savedAnswers.stale.next')}</p>}
    </Alert>
  );
}
