import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffTicket } from '../../../contract/support.ts';
import { newId } from '../../../domain/ids.ts';
import { TICKET_PRIORITIES, type TicketPriority } from '../../../domain/support/ticket.ts';
import { CardBody } from '../../components/card.tsx';
import { bodyRules } from '../../forms/body-rules.ts';
import { Form } from '../../forms/form.tsx';
import { SelectInput } from '../../forms/select-input.tsx';
import { SubmitButton } from '../../forms/submit-button.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';
import { useStaffSend } from '../data/use-staff-act.ts';
import { priorityWord } from './desk-chip.tsx';

interface Of {
  readonly ticket: StaffTicket;
  readonly into: QueryKey;
}

/** A value that is no id: the browser's list cannot hold null. */
const NOBODY = 'nobody';

/** Assigns the ticket: to oneself, a colleague, or nobody. */
export function AssigneeForm({ ticket: { id, assignee_id, colleagues }, into }: Of) {
  const send = useStaffSend();
  return (
    <CardBody>
      <Form<{ assignee: string }>
        defaultValues={{ assignee: assignee_id ?? NOBODY }}
        send={({ assignee }) =>
          send((provider) => provider.assignTicket(id, assignee === NOBODY ? null : assignee), {
            into,
            list: 'tickets',
            done: t('tickets.done.assigned'),
          })
        }
      >
        <div style={{ display: 'grid', gap: 12 }}>
          <SelectInput
            source="assignee"
            label={t('tickets.assignee')}
            placeholder={t('tickets.nobody')}
            choices={[
              { value: NOBODY, label: t('tickets.nobody') },
              ...colleagues.map(({ id: value, name: label }) => ({ value, label })),
            ]}
          />
          <SubmitButton label={t('tickets.assign')} variant="outlined" />
        </div>
      </Form>
    </CardBody>
  );
}

export function PriorityForm({ ticket: { id, priority }, into }: Of) {
  const send = useStaffSend();
  return (
    <CardBody>
      <Form<{ priority: TicketPriority }>
        defaultValues={{ priority }}
        send={(draft) =>
          send((provider) => provider.prioritizeTicket(id, draft.priority), {
            into,
            list: 'tickets',
            done: t('tickets.done.prioritized'),
          })
        }
      >
        <div style={{ display: 'grid', gap: 12 }}>
          <SelectInput
            source="priority"
            label={t('tickets.priority')}
            placeholder={t('ticketPriority.normal')}
            choices={TICKET_PRIORITIES.map((value) => ({ value, label: priorityWord(value) }))}
          />
          <SubmitButton label={t('tickets.prioritize')} variant="outlined" />
        </div>
      </Form>
    </CardBody>
  );
}

interface Note {
  readonly text: string;
}

const schema = async () => {
  const { TicketNoteBody } = await import('../../../contract/support.ts');
  return { properties: { text: TicketNoteBody.properties.text } };
};
const rules = bodyRules<Note>(schema, { toBody: ({ text }) => ({ text: text.trim() }) });

/** A note that staff alone see. */
export function NoteForm({ ticket: { id, messages }, into }: Of) {
  const send = useStaffSend();
  const [messageId] = useState(() => newId());
  return (
    <CardBody>
      <Form<Note>
        defaultValues={{ text: '' }}
        rules={rules}
        send={({ text }) =>
          send(
            (provider) => provider.noteTicket(id, { message_id: messageId, seen: messages.length, text: text.trim() }),
            { into, done: t('tickets.done.noted') },
          )
        }
      >
        <div style={{ display: 'grid', gap: 12 }}>
          <TextInput source="text" label={t('tickets.note')} multiline minRows={2} />
          <SubmitButton label={t('tickets.note.add')} variant="outlined" />
        </div>
      </Form>
    </CardBody>
  );
}
