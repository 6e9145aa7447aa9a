import Typography from '@mui/material/Typography';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContactView } from '../../../contract/contact.ts';
import { newId } from '../../../domain/ids.ts';
import { CardBody } from '../../components/card.tsx';
import { bodyRules } from '../../forms/body-rules.ts';
import { Form } from '../../forms/form.tsx';
import { SubmitButton } from '../../forms/submit-button.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';
import { useStaffSend } from '../data/use-staff-act.ts';

interface Draft {
  readonly text: string;
}

const schema = async () => {
  const { AnswerContactBody } = await import('../../../contract/contact.ts');
  return { properties: { text: AnswerContactBody.properties.text } };
};
const rules = bodyRules<Draft>(schema, { toBody: ({ text }) => ({ text: text.trim() }) });

/** An answer by email. It has an id from the start: sent twice, it goes out once. */
export function AnswerForm({ contact, into }: { contact: ContactView; into: QueryKey }) {
  const send = useStaffSend();
  const [answerId] = useState(() => newId());
  const { id, email, answers } = contact;
  return (
    <CardBody>
      <Form<Draft>
        defaultValues={{ text: '' }}
        rules={rules}
        warnWhenUnsavedChanges
        send={({ text }) =>
          send(
            (provider) => provider.answerContact(id, { answer_id: answerId, seen: answers.length, text: text.trim() }),
            { into, list: 'contacts', done: t('contacts.done.answered', { email }) },
          )
        }
      >
        <div style={{ display: 'grid', gap: 12 }}>
          <Typography sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {t('contacts.answer.text', { email })}
          </Typography>
          <TextInput source="text" label={t('contacts.answer')} multiline minRows={6} />
          <div>
            <SubmitButton label={t('contacts.answer.send')} />
          </div>
        </div>
      </Form>
    </CardBody>
  );
}
