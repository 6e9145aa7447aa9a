import Button from '@mui/material/Button';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffPartner } from '../../../contract/partners.ts';
import type { PartnerStatus } from '../../../domain/state/partner-status.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { type Fact, Facts } from '../../components/facts.tsx';
import { Column, Page, Split } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { RowLink } from '../../components/row-link.tsx';
import { formatFiat, formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { useStaffAct, useStaffSend } from '../data/use-staff-act.ts';
import { useStaffMay } from '../data/use-staff-may.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { RecordPending, useStaffRecord } from '../staff-record.tsx';
import type { PlainAct, ReasonedAct } from './partner-calls.ts';
import { PartnerChip } from './partner-chip.tsx';
import { ReferredCard } from './referred-card.tsx';

/** `/compliance/partners/:id`: who applied, what was verified, what the partner costs, and signals of fraud. */
export default function PartnerPage() {
  const record = useStaffRecord<StaffPartner>('partners');
  const mayDecide = useStaffMay('partner_decide');
  const { data, key } = record;
  if (!data) return <RecordPending title={t('partners.title')} of={record} />;
  return (
    <Page>
      <PageHead
        title={data.name}
        crumbs={[{ label: t('partners.title'), to: '/compliance/partners' }, { label: data.name }]}
        beside={<PartnerChip status={data.status} />}
        actions={mayDecide && <Acts partner={data} into={key} />}
      />
      <Split>
        <Column>
          <ReferredCard partner={data} into={key} mayDecide={mayDecide} />
          {data.evidence !== null && (
            <Card title={t('partners.evidence')}>
              <CardBody>
                <p style={{ margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{data.evidence}</p>
              </CardBody>
            </Card>
          )}
          <Card title={t('partners.links')}>
            <Facts
              facts={data.links.map(({ code, label, visits, sign_ups }) => ({
                label,
                value: t('partners.link.figures', { code, visits, signUps: sign_ups }),
              }))}
            />
            {data.links.length === 0 && <CardBody>{t('partners.links.none')}</CardBody>}
          </Card>
        </Column>
        <Column>
          <Card title={t('partners.cost')}>
            <Facts
              facts={[
                { label: t('partners.earned'), value: formatFiat(data.earned, 'EUR') },
                { label: t('partners.unsettled'), value: formatFiat(data.unsettled, 'EUR') },
                { label: t('partners.owed'), value: formatFiat(data.owed, 'EUR') },
              ]}
            />
          </Card>
          <Card title={t('partners.about')}>
            <Facts facts={factsOf(data)} />
          </Card>
        </Column>
      </Split>
    </Page>
  );
}

function factsOf(partner: StaffPartner): Fact[] {
  const { kind, email, company, website, subscribers, daily_visitors, terms, agreed_at } = partner;
  return [
    { label: t('partners.kind'), value: t(`partnerKind.${kind}`) },
    { label: t('partners.email'), value: <CopyText value={email} label={t('partners.email')} /> },
    { label: t('partners.company'), value: company },
    { label: t('partners.website'), value: website },
    { label: t('partners.subscribers'), value: subscribers?.toLocaleString('en') },
    { label: t('partners.visitors'), value: daily_visitors?.toLocaleString('en') },
    { label: t('partners.reference'), value: messageLink(partner) },
    { label: t('partners.applied'), value: formatMoment(partner.created_at) },
    { label: t('partners.reviewer'), value: partner.reviewer },
    { label: t('partners.note'), value: partner.note },
    {
      label: t('partners.terms'),
      value: terms && t('partners.terms.both', { share: terms.share_percent, cap: formatFiat(terms.cap, 'EUR') }),
    },
    { label: t('partners.account'), value: partner.account },
    { label: t('partners.agreed'), value: agreed_at && formatMoment(agreed_at) },
  ];
}

/** Leads to the ticket with the applicant's message, and the thread that follows it. */
function messageLink({ reference, ticket_id }: StaffPartner) {
  return ticket_id === null ? reference : <RowLink to={`/compliance/tickets/${ticket_id}`}>{reference}</RowLink>;
}

/** The acts that each status takes, the most likely one first. */
const ACTS: Readonly<Record<PartnerStatus, readonly (PlainAct | ReasonedAct | 'approve')[]>> = {
  applied: ['take-up', 'decline'],
  in_review: ['approve', 'decline'],
  approved: ['approve', 'decline'],
  active: ['pause', 'end'],
  paused: ['resume', 'end'],
  ended: [],
  declined: [],
};

function Acts({ partner: { id, status, email }, into }: { partner: StaffPartner; into: QueryKey }) {
  const send = useStaffSend();
  const [asked, setAsked] = useState<ReasonedAct | 'approve' | null>(null);
  const options = { into, list: 'partners' };
  const plain = useStaffAct((provider) => provider.actOnPartner(id, status === 'paused' ? 'resume' : 'take-up'), {
    ...options,
    done: t(status === 'paused' ? 'partners.done.resume' : 'partners.done.take-up'),
  });
  return (
    <>
      {ACTS[status].map((act, at) => (
        <Button
          key={act}
          variant={at === 0 ? 'contained' : 'outlined'}
          disabled={plain.isPending}
          onClick={() => (act === 'take-up' || act === 'resume' ? plain.mutate() : setAsked(act))}
        >
          {t(status === 'approved' && act === 'approve' ? 'partners.act.again' : `partners.act.${act}`)}
        </Button>
      ))}
      {asked === 'approve' && (
        <ReasonDialog
          title={t('partners.act.approve')}
          text={t('partners.approve.text', { email })}
          submit={t('partners.act.approve')}
          schema={evidence}
          send={(text) =>
            send((provider) => provider.approvePartner(id, text), { ...options, done: t('partners.done.approve') })
          }
          onClose={() => setAsked(null)}
        />
      )}
      {asked !== null && asked !== 'approve' && (
        <ReasonDialog
          title={t(`partners.act.${asked}`)}
          text={t(`partners.text.${asked}`)}
          submit={t(`partners.act.${asked}`)}
          danger={asked !== 'pause'}
          send={(reason) =>
            send((provider) => provider.actOnPartnerFor(id, asked, reason), {
              ...options,
              done: t(`partners.done.${asked}`),
            })
          }
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

const evidence = async () => (await import('../../../contract/partners.ts')).ApprovePartnerBody.properties.evidence;
