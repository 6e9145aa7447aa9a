import './ticket-words.ts';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetOne, useNotify } from 'react-admin';
import { Link as RouterLink, useParams } from 'react-router';
import type { Ticket, TicketFile } from '../../contract/support.ts';
import { newId } from '../../domain/ids.ts';
import { TICKET_RATINGS } from '../../domain/support/ticket.ts';
import { Card, CardBody } from '../components/card.tsx';
import { Loaded } from '../components/loaded.tsx';
import { FormPage } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Thread } from '../components/ticket-thread.tsx';
import { useAct } from '../components/use-act.ts';
import { type TidegateProvider, useProvider } from '../data/use-provider.ts';
import { bodyRules } from '../forms/body-rules.ts';
import { Form } from '../forms/form.tsx';
import { SubmitButton } from '../forms/submit-button.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { FilesField } from './files-field.tsx';
import { objectPath } from './object-path.ts';
import { TicketChip } from './ticket-status.tsx';

/** `/tickets/:id`: the thread of a question to support. */
export default function TicketPage() {
  const { id = '' } = useParams();
  const queries = useQueryClient();
  const record = useGetOne<Ticket>('tickets', { id, meta: { thread: true } }, { refetchInterval: 30_000 });
  const take = (ticket: Ticket) => {
    queries.setQueryData(['tickets', 'getOne', { id, meta: { thread: true } }], ticket);
    void queries.invalidateQueries({ queryKey: ['tickets', 'getList'] });
  };
  const crumbs = [{ label: t('ticket.title'), to: '/tickets' }];
  if (!record.data) {
    return (
      <FormPage>
        <PageHead title={t('ticket.title')} crumbs={crumbs} />
        <Card title={t('ticket.title')} titleHidden>
          <Loaded of={record} loading={t('ticket.loading')} failed={t('ticket.failed')}>
            {() => null}
          </Loaded>
        </Card>
      </FormPage>
    );
  }
  const ticket = record.data;
  return (
    <FormPage>
      <PageHead
        title={ticket.subject}
        crumbs={[...crumbs, { label: ticket.reference }]}
        beside={<TicketChip status={ticket.status} />}
        actions={<CloseButton ticket={ticket} take={take} />}
      />
      <Card title={t('ticket.thread')}>
        <Thread
          fileUrl={(file) => `/spa/tickets/${id}/files/${file}`}
          messages={ticket.messages.map(({ from, by, at, ...message }) => ({
            ...message,
            isSupport: from === 'support',
            head:
              from === 'support'
                ? t('ticket.fromSupport', { at: formatMoment(at) })
                : t('ticket.fromYou', { name: by ?? '', at: formatMoment(at) }),
          }))}
        />
      </Card>
      {ticket.about && (
        <div>
          <Button component={RouterLink} to={objectPath(ticket.about)}>
            {t('ticket.about.view', { kind: t(`ticketObject.${ticket.about.kind}`).toLowerCase() })}
          </Button>
        </div>
      )}
      {ticket.may_rate && <Rating id={id} take={take} />}
      {ticket.may_reply ? (
        <Reply key={ticket.messages.length} id={id} take={take} />
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>{t('ticket.reply.closed')}</Typography>
      )}
    </FormPage>
  );
}

interface Acting {
  readonly take: (ticket: Ticket) => void;
}

function CloseButton({ ticket: { id, status }, take }: Acting & { ticket: Ticket }) {
  const close = useAct((provider: TidegateProvider) => provider.closeTicket(id), {
    done: t('ticket.closed'),
    onDone: take,
  });
  if (status === 'closed') return null;
  return (
    <Button variant="outlined" loading={close.isPending} onClick={() => close.mutate()}>
      {t('ticket.close')}
    </Button>
  );
}

function Rating({ id, take }: Acting & { id: string }) {
  const rate = useAct(
    (provider: TidegateProvider, rating: (typeof TICKET_RATINGS)[number]) => provider.rateTicket(id, rating),
    { done: t('ticket.rated'), onDone: take },
  );
  return (
    <Card title={t('ticket.rate')}>
      <CardBody>
        <div style={{ display: 'flex', gap: 8 }}>
          {TICKET_RATINGS.map((rating) => (
            <Button key={rating} variant="outlined" disabled={rate.isPending} onClick={() => rate.mutate(rating)}>
              {t(`ticketRating.${rating}`)}
            </Button>
          ))}
        </div>
      </CardBody>
    </Card>
  );
}

interface Draft {
  readonly text: string;
}

const schema = async () => {
  const { TicketReplyBody } = await import('../../contract/support.ts');
  return { properties: { text: TicketReplyBody.properties.text } };
};
const rules = bodyRules<Draft>(schema, { toBody: ({ text }) => ({ text: text.trim() }) });

/** It has an id from the start: sent twice, it is one. */
function Reply({ id, take }: Acting & { id: string }) {
  const provider = useProvider();
  const notify = useNotify();
  const [messageId] = useState(() => newId());
  const [files, setFiles] = useState<readonly TicketFile[]>([]);
  return (
    <Card title={t('ticket.reply')}>
      <CardBody>
        <Form<Draft>
          defaultValues={{ text: '' }}
          rules={rules}
          warnWhenUnsavedChanges
          send={async ({ text }) => {
            const body = { message_id: messageId, text: text.trim(), files: files.map((file) => file.id) };
            take(await provider.replyToTicket(id, body));
            notify(t('ticket.replied'), { type: 'success' });
          }}
        >
          <div style={{ display: 'grid', gap: 16 }}>
            <TextInput source="text" label={t('ticket.text')} multiline minRows={4} />
            <FilesField files={files} onChange={setFiles} />
            <div>
              <SubmitButton label={t('ticket.send')} />
            </div>
          </div>
        </Form>
      </CardBody>
    </Card>
  );
}
