import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { QueryKey } from '@tanstack/react-query';
import type { ContactView } from '../../../contract/contact.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { type Fact, Facts } from '../../components/facts.tsx';
import { Column, Page, Split } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t, translateOr } from '../../i18n/translate.ts';
import { Icon } from '../../look/icon.tsx';
import { useStaffAct } from '../data/use-staff-act.ts';
import { useStaffMay } from '../data/use-staff-may.ts';
import { RecordPending, useStaffRecord } from '../staff-record.tsx';
import { AnswerForm } from './answer-form.tsx';
import { AssigneeForm } from './assignee-form.tsx';
import { ContactChip } from './contact-chip.tsx';
import { kindWord } from './contacts-page.tsx';

/** As it was typed: no link in it can be clicked. */
const Typed = styled('p')({ margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });
const Answers = styled('ol')({ display: 'grid', gap: 16, margin: 0, padding: 0, listStyle: 'none' });

/** `/compliance/contacts/:id`: what a visitor wrote, what was answered, and who answers. */
export default function ContactPage() {
  const record = useStaffRecord<ContactView>('contacts');
  const mayAnswer = useStaffMay('contact_answer');
  const { data, key } = record;
  if (!data) return <RecordPending title={t('contacts.title')} of={record} />;
  return (
    <Page>
      <PageHead
        title={data.subject}
        crumbs={[{ label: t('contacts.title'), to: '/compliance/contacts' }, { label: data.reference }]}
        beside={<ContactChip status={data.status} />}
        actions={mayAnswer && <SpamButton contact={data} into={key} />}
      />
      <Split>
        <Column>
          <Card title={t('contacts.message')}>
            <CardBody>
              <Typed dir="auto">{data.message}</Typed>
            </CardBody>
          </Card>
          {data.answers.length > 0 && (
            <Card title={t('contacts.answers')}>
              <CardBody>
                <Answers>
                  {data.answers.map(({ id, by, text, at }) => (
                    <li key={id}>
                      <Typography sx={{ color: 'text.secondary' }}>
                        {t('contacts.answeredBy', { name: by, at: formatMoment(at) })}
                      </Typography>
                      <Typed>{text}</Typed>
                    </li>
                  ))}
                </Answers>
              </CardBody>
            </Card>
          )}
          {mayAnswer && data.status !== 'spam' && (
            <Card title={t('contacts.answer')}>
              <AnswerForm key={data.answers.length} contact={data} into={key} />
            </Card>
          )}
        </Column>
        <Column>
          <Card title={t('contacts.about')}>
            <Facts facts={factsOf(data)} />
          </Card>
          {mayAnswer && (
            <Card title={t('contacts.assignee')}>
              <AssigneeForm key={data.assignee_id} contact={data} into={key} />
            </Card>
          )}
        </Column>
      </Split>
    </Page>
  );
}

function factsOf(contact: ContactView): Fact[] {
  const { name, email, kind, details, reference, was_proven, assignee, created_at } = contact;
  return [
    { label: t('contacts.from'), value: name },
    { label: t('contacts.email'), value: <CopyText value={email} label={t('contacts.email')} /> },
    { label: t('contacts.kind'), value: kindWord(kind) },
    ...details.map((each) => ({ label: translateOr(`contacts.detail.${each.name}`, each.name), value: each.value })),
    { label: t('contacts.reference'), value: reference },
    { label: t('contacts.assignee'), value: assignee ?? t('contacts.nobody') },
    { label: t('contacts.sentBy'), value: t(`contacts.sentBy.${was_proven ? 'script' : 'plain'}`) },
    { label: t('contacts.received'), value: formatMoment(created_at) },
  ];
}

function SpamButton({ contact: { id, status }, into }: { contact: ContactView; into: QueryKey }) {
  const isSpam = status === 'spam';
  const { mutate, isPending } = useStaffAct((provider) => provider.markContact(id, !isSpam), {
    into,
    list: 'contacts',
    done: t(isSpam ? 'contacts.done.unspam' : 'contacts.done.spam'),
  });
  return (
    <Button
      variant="outlined"
      disabled={isPending}
      startIcon={<Icon name={isSpam ? 'back' : 'slash'} />}
      onClick={() => mutate()}
    >
      {t(isSpam ? 'contacts.unspam' : 'contacts.spam')}
    </Button>
  );
}
