import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { QueryKey } from '@tanstack/react-query';
import type { StaffTicket } from '../../../contract/support.ts';
import { Card } from '../../components/card.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { type Fact, Facts } from '../../components/facts.tsx';
import { Column, Page, Split } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Thread } from '../../components/ticket-thread.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t, translateOr } from '../../i18n/translate.ts';
import { useStaffAct } from '../data/use-staff-act.ts';
import { useStaffMay } from '../data/use-staff-may.ts';
import { RecordPending, useStaffRecord } from '../staff-record.tsx';
import { AnswerForm } from './answer-form.tsx';
import { DeskChip, dueText, priorityWord, sourceWord } from './desk-chip.tsx';
import { AssigneeForm, NoteForm, PriorityForm } from './ticket-forms.tsx';

/** `/compliance/tickets/:id`: the thread, what it is about, and who answers. */
export default function TicketPage() {
  const record = useStaffRecord<StaffTicket>('tickets');
  const mayAnswer = useStaffMay('ticket_answer');
  const { data, key } = record;
  if (!data) return <RecordPending title={t('tickets.title')} of={record} />;
  return (
    <Page>
      <PageHead
        title={data.subject}
        crumbs={[{ label: t('tickets.title'), to: '/compliance/tickets' }, { label: data.reference }]}
        beside={<DeskChip status={data.status} />}
        actions={mayAnswer && <Acts ticket={data} into={key} />}
      />
      <Split>
        <Column>
          <Card title={t('tickets.thread')}>
            <Thread
              fileUrl={(file) => `/staff/tickets/${data.id}/files/${file}`}
              messages={data.messages.map(({ author, name, at, ...message }) => ({
                ...message,
                isSupport: author === 'staff' || author === 'note',
                head: t(`tickets.author.${author}`, { name, at: formatMoment(at) }),
                below: author === 'unverified' && <Typography role="note">{t('tickets.unverified')}</Typography>,
              }))}
            />
          </Card>
          {mayAnswer && data.status !== 'spam' && (
            <Card title={t('tickets.answer')}>
              <AnswerForm key={`answer ${data.messages.length}`} ticket={data} into={key} />
            </Card>
          )}
          {mayAnswer && (
            <Card title={t('tickets.note')}>
              <NoteForm key={`note ${data.messages.length}`} ticket={data} into={key} />
            </Card>
          )}
        </Column>
        <Column>
          <Card title={t('tickets.facts')}>
            <Facts facts={factsOf(data)} />
          </Card>
          {data.about && (
            <Card title={t('tickets.about')}>
              <Facts facts={aboutOf(data.about)} />
            </Card>
          )}
          {mayAnswer && (
            <Card title={t('tickets.assignee')}>
              <AssigneeForm key={data.assignee_id} ticket={data} into={key} />
            </Card>
          )}
          {mayAnswer && (
            <Card title={t('tickets.priority')}>
              <PriorityForm key={data.priority} ticket={data} into={key} />
            </Card>
          )}
        </Column>
      </Split>
    </Page>
  );
}

function factsOf(ticket: StaffTicket): Fact[] {
  const { name, email, company_name, reference, language, priority, assignee, rating, was_proven } = ticket;
  return [
    { label: t('tickets.from'), value: name },
    { label: t('tickets.email'), value: <CopyText value={email} label={t('tickets.email')} /> },
    { label: t('tickets.company'), value: company_name },
    { label: t('tickets.source'), value: sourceWord(ticket) },
    ...ticket.details.map((each) => ({
      label: translateOr(`tickets.detail.${each.name}`, each.name),
      value: each.value,
    })),
    {
      label: t('tickets.sentBy'),
      value: was_proven === null ? null : t(`tickets.sentBy.${was_proven ? 'script' : 'plain'}`),
    },
    { label: t('tickets.reference'), value: reference },
    { label: t('tickets.language'), value: translateOr(`language.${language}`, language) },
    { label: t('tickets.priority'), value: priorityWord(priority) },
    { label: t('tickets.due'), value: dueText(ticket.answer_due_at, Date.now()) },
    { label: t('tickets.assignee'), value: assignee ?? t('tickets.nobody') },
    { label: t('tickets.created'), value: formatMoment(ticket.created_at) },
    { label: t('tickets.rating'), value: rating === null ? null : t(`ticketRating.${rating}`) },
  ];
}

/** The object with its timeline. */
function aboutOf({ kind, id, reference, steps }: NonNullable<StaffTicket['about']>): Fact[] {
  return [
    { label: t(`ticketObject.${kind}`), value: <CopyText value={id} label={t(`ticketObject.${kind}`)} /> },
    { label: t('tickets.reference'), value: reference },
    ...steps.map(({ at, type }) => ({ label: formatMoment(at), value: type })),
  ];
}

function Acts({ ticket: { id, status }, into }: { ticket: StaffTicket; into: QueryKey }) {
  const isSpam = status === 'spam';
  const mark = useStaffAct((provider) => provider.markTicket(id, !isSpam), {
    into,
    list: 'tickets',
    done: t(isSpam ? 'tickets.done.notSpam' : 'tickets.done.spam'),
  });
  const close = useStaffAct((provider) => provider.closeTicket(id), {
    into,
    list: 'tickets',
    done: t('tickets.done.closed'),
  });
  return (
    <>
      <Button loading={mark.isPending} onClick={() => mark.mutate()}>
        {t(isSpam ? 'tickets.notSpam' : 'tickets.spam')}
      </Button>
      {!isSpam && status !== 'closed' && (
        <Button variant="outlined" loading={close.isPending} onClick={() => close.mutate()}>
          {t('tickets.close')}
        </Button>
      )}
    </>
  );
}
