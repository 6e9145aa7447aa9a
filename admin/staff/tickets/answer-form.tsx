import Button from '@mui/material/Button';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { StaffTicket } from '../../../contract/support.ts';
import { newId } from '../../../domain/ids.ts';
import { CardBody } from '../../components/card.tsx';
import { bodyRules } from '../../forms/body-rules.ts';
import { CheckInput } from '../../forms/check-input.tsx';
import { Form } from '../../forms/form.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { SubmitButton } from '../../forms/submit-button.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';
import { useStaffSend } from '../data/use-staff-act.ts';

interface Draft {
  readonly text: string;
  readonly needs: boolean;
}

const schema = async () => {
  const { AnswerTicketBody } = await import('../../../contract/support.ts');
  return { properties: { text: AnswerTicketBody.properties.text } };
};
const rules = bodyRules<Draft>(schema, { toBody: ({ text }) => ({ text: text.trim() }) });

/** An answer, by email too. It has an id from the start: sent twice, it goes out once. */
export function AnswerForm({ ticket, into }: { ticket: StaffTicket; into: QueryKey }) {
  const send = useStaffSend();
  const [messageId] = useState(() => newId());
  const { id, email, messages } = ticket;
  return (
    <CardBody>
      <Form<Draft>
        defaultValues={{ text: '', needs: false }}
        rules={rules}
        warnWhenUnsavedChanges
        send={({ text, needs }) =>
          send(
            (provider) =>
              provider.answerTicket(id, {
                message_id: messageId,
                seen: messages.length,
                text: text.trim(),
                needs_customer: needs,
              }),
            { into, list: 'tickets', done: t('tickets.done.answered', { email }) },
          )
        }
      >
        <div style={{ display: 'grid', gap: 12 }}>
          <TextInput source="text" label={t('tickets.answer')} multiline minRows={6} />
          <SavedAnswers saved={ticket.saved_answers} into={into} />
          <CheckInput source="needs" label={t('tickets.answer.needs')} />
          <div>
            <SubmitButton label={t('tickets.answer.send')} />
          </div>
        </div>
      </Form>
    </CardBody>
  );
}

/** Inserts a text that is sent often, or keeps the present one for the next time. */
function SavedAnswers({ saved, into }: { saved: StaffTicket['saved_answers']; into: QueryKey }) {
  const queries = useQueryClient();
  const { setValue } = useFormContext<Draft>();
  const text = useWatch<Draft, 'text'>({ name: 'text' }) ?? '';
  const [isSaving, setSaving] = useState(false);
  const send = useStaffSend();
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      {saved.map((answer) => (
        <Button
          key={answer.id}
          size="small"
          onClick={() => setValue('text', `${text}${text === '' ? '' : '\n\n'}${answer.text}`, { shouldDirty: true })}
        >
          {answer.title}
        </Button>
      ))}
      <Button size="small" disabled={text.trim() === ''} onClick={() => setSaving(true)}>
        {t('tickets.answer.save')}
      </Button>
      {isSaving && (
        <FormDialog<{ title: string }>
          title={t('tickets.answer.save')}
          defaultValues={{ title: '' }}
          send={async ({ title }) => {
            const body = { title: title.trim(), text: text.trim() };
            await send((provider) => provider.saveAnswer(newId(), body), {
              done: t('tickets.done.saved'),
              onDone: (answers) =>
                queries.setQueryData<StaffTicket>(into, (old) => old && { ...old, saved_answers: answers }),
            });
            setSaving(false);
          }}
          submit={t('tickets.answer.save')}
          onClose={() => setSaving(false)}
        >
          <TextInput source="title" label={t('tickets.answer.title')} />
        </FormDialog>
      )}
    </div>
  );
}
