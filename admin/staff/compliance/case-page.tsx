import Typography from '@mui/material/Typography';
import type { CaseFileView } from '../../../contract/staff-cases.ts';
import { STAFF_ROLE_WORDS } from '../../../domain/accounts/staff-permissions.ts';
import { RESTRICTIONS } from '../../../domain/compliance/case.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { Facts } from '../../components/facts.tsx';
import { Column, Page, Split } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Timeline } from '../../components/timeline.tsx';
import { formatDay, formatMoment } from '../../i18n/format.ts';
import { t, translateOr } from '../../i18n/translate.ts';
import { CaseChip, NotClearedChip, RiskChip } from '../chips.tsx';
import { RecordPending, useStaffRecord } from '../staff-record.tsx';
import { waitingFor } from '../waiting.ts';
import { CaseDecision } from './case-decision.tsx';
import { CaseDocuments } from './case-documents.tsx';
import { CasePeople } from './case-people.tsx';
import { CaseRisk } from './case-risk.tsx';
import { areNamesCleared } from './names-cleared.ts';

/** `/compliance/cases/:id`: everything to decide by. Opening it is a look that is recorded. */
export default function CasePage() {
  const record = useStaffRecord<CaseFileView>('cases');
  const { data, refetch, take } = record;
  if (!data) return <RecordPending title={t('cases.title')} of={record} />;
  // Asking for the case again would be one more recorded look.
  const opened = (documentId: string) =>
    take(
      (file) =>
        file && {
          ...file,
          documents: file.documents.map((each) => (each.id === documentId ? { ...each, to_open: false } : each)),
        },
    );
  const name = data.merchant.company_name ?? t('cases.noName');
  return (
    <Page>
      <PageHead
        title={name}
        crumbs={[{ label: t('cases.title'), to: '/compliance/cases' }, { label: name }]}
        beside={
          <>
            <CaseChip status={data.status} />
            <RiskChip level={data.risk?.level ?? null} />
            {!areNamesCleared(data) && <NotClearedChip />}
          </>
        }
        sub={t('case.sub', {
          status: translateOr(`caseStatus.${data.status}`, data.status),
          time: waitingFor(data.since),
        })}
      />
      <Split>
        <Column>
          <Company file={data} />
          <CasePeople file={data} />
          <CaseDocuments file={data} onOpened={opened} />
        </Column>
        <Column>
          <CaseDecision file={data} onDecided={() => void refetch()} />
          <CaseRisk file={data} onChanged={() => void refetch()} />
          <Messages file={data} />
          <Decisions file={data} />
          <History file={data} />
        </Column>
      </Split>
    </Page>
  );
}

function Company({ file: { business, merchant, tested } }: { file: CaseFileView }) {
  const account = [
    { label: t('case.email'), value: merchant.email },
    { label: t('case.contactHandle'), value: merchant.contact_handle },
    { label: t('case.since'), value: formatDay(merchant.since) },
    { label: t('case.tested'), value: t(tested ? 'case.tested.yes' : 'case.tested.no') },
  ];
  return (
    <Card title={t('case.company')}>
      {business ? (
        <Facts
          facts={[
            { label: t('case.legalName'), value: business.legal_name },
            { label: t('case.number'), value: business.registration_number },
            {
              label: t('case.address'),
              value: `${business.street}, ${business.postal_code} ${business.city}, ${business.country}`,
            },
            { label: t('case.incorporated'), value: formatDay(business.incorporated_on) },
            { label: t('case.industry'), value: t(`industry.${business.industry}`) },
            { label: t('case.turnover'), value: t(`turnover.${business.turnover}`) },
            // As text: a merchant's words are no link for staff to follow.
            { label: t('case.website'), value: business.website },
            { label: t('case.description'), value: business.description },
            { label: t('case.funds'), value: business.source_of_funds },
            ...account,
          ]}
        />
      ) : (
        <>
          <CardBody>
            <Typography sx={{ color: 'text.secondary' }}>{t('case.noBusiness')}</Typography>
          </CardBody>
          <Facts facts={account} />
        </>
      )}
    </Card>
  );
}

/** The restrictions, and the merchant's messages to the team. */
function Messages({ file: { statements, restrictions } }: { file: CaseFileView }) {
  const what = RESTRICTIONS.filter((each) => restrictions[each]).map((each) => t(`restriction.${each}`));
  if (statements.length === 0 && what.length === 0) return null;
  return (
    <Card title={t(statements.length > 0 ? 'case.statements' : 'case.restrictions')}>
      {what.length > 0 && (
        <CardBody>
          <Typography>{t('case.restricted', { what: what.join(', ') })}</Typography>
          {restrictions.words && <Typography sx={{ color: 'text.secondary' }}>{restrictions.words}</Typography>}
        </CardBody>
      )}
      <Facts
        facts={statements.toReversed().map(({ kind, words, by, at }) => ({
          label: `${t(`statement.${kind}`)} · ${by} · ${formatMoment(at)}`,
          value: words,
        }))}
      />
    </Card>
  );
}

function Decisions({ file: { decisions } }: { file: CaseFileView }) {
  if (decisions.length === 0) return null;
  return (
    <Card title={t('case.decisions')}>
      <Timeline
        items={decisions.toReversed().map(({ verdict, staff_name, staff_role, reason, at }) => ({
          key: `${at}${staff_name}`,
          at,
          icon: verdict === 'approve' ? 'checkCircle' : verdict === 'more' ? 'back' : 'crossCircle',
          tone: verdict === 'approve' ? 'success' : verdict === 'more' ? 'warning' : 'error',
          title: `${staff_name} (${STAFF_ROLE_WORDS[staff_role]}) ${t(`verdict.${verdict}`)}`,
          detail: `${reason} · ${formatMoment(at)}`,
        }))}
      />
    </Card>
  );
}

function History({ file: { events } }: { file: CaseFileView }) {
  if (events.length === 0) return null;
  return (
    <Card title={t('case.history')}>
      <Timeline
        items={events.toReversed().map(({ event, status, reason, at }, index) => ({
          key: `${events.length - index}`,
          at,
          icon: 'clock',
          tone: 'neutral',
          title: t(`caseStatus.${status}`),
          detail: [t(`caseEvent.${event}`), reason?.replaceAll('_', ' '), formatMoment(at)].filter(Boolean).join(' · '),
        }))}
      />
    </Card>
  );
}
