import './ticket-words.ts';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router';
import type { NewTicketBody, TicketFile } from '../../contract/support.ts';
import { newId } from '../../domain/ids.ts';
import { TICKET_OBJECTS, type TicketObject } from '../../domain/support/ticket.ts';
import { Card, CardBody } from '../components/card.tsx';
import { FormPage } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { useProvider } from '../data/use-provider.ts';
import { bodyRules } from '../forms/body-rules.ts';
import { Form } from '../forms/form.tsx';
import { SelectInput } from '../forms/select-input.tsx';
import { SubmitButton } from '../forms/submit-button.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { FilesField } from './files-field.tsx';

interface Draft {
  readonly subject: string;
  readonly text: string;
  readonly kind: TicketObject | typeof NOTHING;
  readonly id: string;
}

const NOTHING = 'nothing';

const schema = async () => {
  const { NewTicketBody: Body } = await import('../../contract/support.ts');
  return { properties: { subject: Body.properties.subject, text: Body.properties.text } };
};
const rules = bodyRules<Draft>(schema, {
  toBody: ({ subject, text }) => ({ subject: subject.trim(), text: text.trim() }),
});

/** `/tickets/new`: a question to support, about the object that the address may name (`?about=invoice&id=…`). */
export default function NewTicketPage() {
  const provider = useProvider();
  const queries = useQueryClient();
  const notify = useNotify();
  const navigate = useNavigate();
  const about = useAbout();
  const [messageId] = useState(() => newId());
  const [subject, setSubject] = useState('');
  const [files, setFiles] = useState<readonly TicketFile[]>([]);
  const send = async (draft: Draft) => {
    const body: NewTicketBody = {
      message_id: messageId,
      subject: draft.subject.trim(),
      text: draft.text.trim(),
      files: files.map(({ id }) => id),
      ...(draft.kind === NOTHING ? {} : { about: { kind: draft.kind, id: draft.id.trim() } }),
    };
    const ticket = await provider.openTicket(body);
    await queries.invalidateQueries({ queryKey: ['tickets'] });
    notify(t('ticket.sent'), { type: 'success' });
    await navigate(`/tickets/${ticket.id}`);
  };
  return (
    <FormPage>
      <PageHead
        title={t('ticket.new')}
        crumbs={[{ label: t('ticket.title'), to: '/tickets' }, { label: t('ticket.new') }]}
      />
      <Card title={t('ticket.question')}>
        <CardBody>
          <Form<Draft>
            defaultValues={{ subject: '', text: '', kind: about?.kind ?? NOTHING, id: about?.id ?? '' }}
            rules={rules}
            send={send}
          >
            <div style={{ display: 'grid', gap: 16 }}>
              <TextInput source="subject" label={t('ticket.subject')} onTyped={setSubject} />
              <Offers text={subject} />
              <AboutInputs />
              <TextInput source="text" label={t('ticket.text')} multiline minRows={6} />
              <FilesField files={files} onChange={setFiles} />
              <div>
                <SubmitButton label={t('ticket.send')} />
              </div>
            </div>
          </Form>
        </CardBody>
      </Card>
    </FormPage>
  );
}

function useAbout(): NewTicketBody['about'] {
  const [search] = useSearchParams();
  const kind = TICKET_OBJECTS.find((each: TicketObject) => each === search.get('about'));
  const id = search.get('id');
  return kind === undefined || id === null ? undefined : { kind, id };
}

/** The object that the ticket is about, by the ID on its page. */
function AboutInputs() {
  const kind = useWatch<Draft, 'kind'>({ name: 'kind' });
  const object = TICKET_OBJECTS.find((each) => each === kind);
  return (
    <>
      <SelectInput
        source="kind"
        label={t('ticket.about')}
        placeholder={t('ticket.about.nothing')}
        choices={[
          { value: NOTHING, label: t('ticket.about.nothing') },
          ...TICKET_OBJECTS.map((value) => ({ value, label: t(`ticketObject.${value}`) })),
        ]}
      />
      {object && (
        <TextInput source="id" label={t('ticket.about.id', { kind: t(`ticketObject.${object}`).toLowerCase() })} />
      )}
    </>
  );
}

/** Help articles about the subject. Nothing is shown where none fits, or the site is off. */
function Offers({ text }: { text: string }) {
  const provider = useProvider();
  const words = text.trim();
  const { data = [] } = useQuery({
    queryKey: ['offered articles', words],
    queryFn: () => provider.offeredArticles(words),
    enabled: words.length >= 4,
    retry: false,
    staleTime: 60_000,
  });
  if (data.length === 0) return null;
  return (
    <div role="status">
      <Typography sx={{ color: 'text.secondary' }}>{t('ticket.articles')}</Typography>
      {data.map(({ path, title }) => (
        <div key={path}>
          <Link href={path} target="_blank" rel="noreferrer">
            {title}
          </Link>
        </div>
      ))}
    </div>
  );
}
