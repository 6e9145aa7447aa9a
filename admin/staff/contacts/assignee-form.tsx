import type { QueryKey } from '@tanstack/react-query';
import type { ContactView } from '../../../contract/contact.ts';
import { CardBody } from '../../components/card.tsx';
import { Form } from '../../forms/form.tsx';
import { SelectInput } from '../../forms/select-input.tsx';
import { SubmitButton } from '../../forms/submit-button.tsx';
import { t } from '../../i18n/translate.ts';
import { useStaffSend } from '../data/use-staff-act.ts';

/** A value that is no id: the browser's list cannot hold null. */
const NOBODY = 'nobody';

/** Assigns the message: to oneself, a colleague, or nobody. */
export function AssigneeForm({ contact, into }: { contact: ContactView; into: QueryKey }) {
  const send = useStaffSend();
  const { id, assignee_id, colleagues } = contact;
  return (
    <CardBody>
      <Form<{ assignee: string }>
        defaultValues={{ assignee: assignee_id ?? NOBODY }}
        send={({ assignee }) =>
          send((provider) => provider.assignContact(id, assignee === NOBODY ? null : assignee), {
            into,
            list: 'contacts',
            done: t('contacts.done.assigned'),
          })
        }
      >
        <div style={{ display: 'grid', gap: 12 }}>
          <SelectInput
            source="assignee"
            label={t('contacts.assignee')}
            placeholder={t('contacts.nobody')}
            choices={[
              { value: NOBODY, label: t('contacts.nobody') },
              ...colleagues.map(({ id: value, name: label }) => ({ value, label })),
            ]}
          />
          <SubmitButton label={t('contacts.assign')} variant="outlined" />
        </div>
      </Form>
    </CardBody>
  );
}
