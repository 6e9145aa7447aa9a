import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { StaffClaim } from '../../../contract/claims.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { ClaimChip } from '../../components/claim-chip.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { type Fact, Facts } from '../../components/facts.tsx';
import { coinsText } from '../../components/money.tsx';
import { Column, Page, Split } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ToneChip } from '../../components/status-chip.tsx';
import { formatFiat, formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { Icon } from '../../look/icon.tsx';
import { useStaffSend } from '../data/use-staff-act.ts';
import { useStaffMay } from '../data/use-staff-may.ts';
import { modeWord } from '../mode-switch.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { RecordPending, useStaffRecord } from '../staff-record.tsx';
import { amountOf } from './claims-page.tsx';

/** `/compliance/claims/:id`: the payment, who wants it and where to, what the chain says, and the decision. */
export default function ClaimPage() {
  const record = useStaffRecord<StaffClaim>('claims', { refetchInterval: 15_000 });
  const { data, key } = record;
  if (!data) return <RecordPending title={t('claims.title')} of={record} />;
  const title = amountOf(data);
  return (
    <Page>
      <PageHead
        title={title}
        crumbs={[{ label: t('claims.title'), to: '/compliance/claims' }, { label: title }]}
        beside={<ClaimChip status={data.status} />}
      />
      <Split>
        <Column>
          <Card title={t('claims.about')}>
            <Facts facts={factsOf(data)} />
          </Card>
          <Card title={t('claims.evidence')}>
            <Evidence claim={data} />
          </Card>
        </Column>
        <Decision claim={data} into={key} />
      </Split>
    </Page>
  );
}

function factsOf(claim: StaffClaim): Fact[] {
  const { gate_id, net_amount, fees, status_reason } = claim;
  const coins = (amount: string | null) => amount && gate_id && coinsText(amount, gate_id);
  return [
    { label: t('claims.merchant'), value: claim.merchant.name ?? t('claims.noName') },
    { label: t('claim.claimant'), value: t(`claim.claimant.${claim.claimant}`) },
    { label: t('claims.email'), value: claim.email },
    { label: t('claim.status'), value: status_reason && t(`claimReason.${status_reason}`) },
    { label: t('claim.note'), value: claim.note },
    { label: t('operation.mode'), value: modeWord(claim.mode) },
    { label: t('claims.value'), value: claim.value === null ? t('claims.noRate') : formatFiat(claim.value, 'EUR') },
    { label: t('claims.feeRate'), value: percentOf(claim.fee_rate) },
    { label: t('claim.net'), value: coins(net_amount) },
    {
      label: t('claim.fees'),
      value:
        fees && gate_id
          ? t('claim.fees.both', {
              service: coinsText(fees.service, gate_id),
              network: coinsText(fees.network, gate_id),
            })
          : null,
    },
    {
      label: t('claim.address'),
      value: claim.address && <CopyText value={claim.address} label={t('claim.address')} />,
    },
    { label: t('claim.tag'), value: claim.destination_tag },
    { label: t('claim.transaction'), value: <CopyText value={claim.txid} label={t('claim.transaction')} /> },
    {
      label: t('claim.paidBy'),
      value: claim.paid_txid && <CopyText value={claim.paid_txid} label={t('claim.paidBy')} />,
    },
    {
      label: t('claim.invoice'),
      value: claim.invoice_id && (
        <a href={`/invoice/${claim.invoice_id}`} target="_blank" rel="noreferrer">
          {claim.invoice_id}
        </a>
      ),
    },
    { label: t('claims.payerSaid'), value: claim.payer_claimed_at && formatMoment(claim.payer_claimed_at) },
    { label: t('claims.rivals'), value: claim.rivals.length > 0 && <Rivals of={claim} /> },
    { label: t('claims.approvals'), value: claim.approved_by.join(', ') },
    { label: t('claim.created'), value: formatMoment(claim.created_at) },
    { label: t('claim.closed'), value: claim.closed_at && formatMoment(claim.closed_at) },
  ];
}

/** The other claims of the same payment: one decision covers all of them. */
function Rivals({ of: { rivals } }: { of: StaffClaim }) {
  return rivals.map(({ id, merchant, address_sent_it }) => (
    <Typography key={id} component="div">
      <Link to={`/compliance/claims/${id}`}>{merchant ?? t('claims.noName')}</Link>
      {address_sent_it === true && ` ${t('claims.rivals.sender')}`}
    </Typography>
  ));
}

function percentOf(rate: string): string {
  return new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 }).format(Number(rate));
}

function Evidence({ claim: { evidence } }: { claim: StaffClaim }) {
  const { checked_at, senders = [], address_sent_it, confirmations, block_height } = evidence;
  if (checked_at === undefined) return <CardBody>{t('claims.evidence.none')}</CardBody>;
  const moment = (at: string | undefined) => at && formatMoment(at);
  return (
    <Facts
      facts={[
        { label: t('claims.evidence.senders'), value: senders.join(', ') },
        {
          label: t('claims.evidence.match'),
          value: address_sent_it !== undefined && (
            <ToneChip tone={address_sent_it ? 'success' : 'warning'} icon={address_sent_it ? 'check' : 'warning'}>
              {t(`claims.evidence.match.${address_sent_it ? 'yes' : 'no'}`)}
            </ToneChip>
          ),
        },
        { label: t('claims.evidence.confirmations'), value: confirmations?.toString() },
        { label: t('claims.evidence.block'), value: block_height?.toString() },
        { label: t('claims.evidence.seen'), value: moment(evidence.seen_at) },
        { label: t('claims.evidence.invoice'), value: moment(evidence.invoice_created_at) },
        { label: t('claims.evidence.checked'), value: moment(checked_at) },
      ].filter(({ value }) => value !== false)}
    />
  );
}

interface DecisionProps {
  claim: StaffClaim;
  /** Where the page has it from. */
  into: QueryKey;
}

function Decision({ claim, into }: DecisionProps) {
  const send = useStaffSend();
  const mayDecide = useStaffMay('claim_decide');
  const [act, setAct] = useState<'approve' | 'refuse' | null>(null);
  const { id, status, approvable, refusable } = claim;
  return (
    <Card title={t('claims.next')}>
      <CardBody sx={{ display: 'grid', gap: 2 }}>
        {hintsOf(claim, mayDecide).map((hint) => (
          <Typography key={hint} sx={{ color: 'text.secondary' }}>
            {hint}
          </Typography>
        ))}
        {approvable && (
          <Button variant="contained" startIcon={<Icon name="check" />} onClick={() => setAct('approve')}>
            {t('claims.approve')}
          </Button>
        )}
        {refusable && (
          <Button color="error" startIcon={<Icon name="cross" />} onClick={() => setAct('refuse')}>
            {t('claims.refuse')}
          </Button>
        )}
      </CardBody>
      {act && (
        <ReasonDialog
          title={t(`claims.${act}.title`)}
          text={
            act === 'approve'
              ? t('claims.approve.text', { amount: amountOf(claim), address: claim.address ?? '' })
              : t('claims.refuse.text')
          }
          submit={t(`claims.${act}.submit`)}
          danger={act === 'refuse'}
          schema={async () => (await import('../../../contract/claims.ts')).DecideClaimBody.properties.reason}
          send={(reason) =>
            send(
              (provider) => (act === 'approve' ? provider.approveClaim(id, reason) : provider.refuseClaim(id, reason)),
              {
                into,
                list: 'claims',
                done: (after) => doneOf(act, after.status, status),
              },
            )
          }
          onClose={() => setAct(null)}
        />
      )}
    </Card>
  );
}

function doneOf(act: 'approve' | 'refuse', after: StaffClaim['status'], before: StaffClaim['status']): string {
  if (act === 'refuse') return t('claims.refused');
  return t(after === before ? 'claims.approved.first' : 'claims.approved');
}

function hintsOf(claim: StaffClaim, mayDecide: boolean): string[] {
  const { status, loss, second_person, approvable, approved_by, rivals, value } = claim;
  const hints = loss ? [t('claims.loss')] : [];
  if (status === 'checking') return [...hints, t('claims.next.checking')];
  if (status !== 'review') return [...hints, t('claims.next.closed')];
  if (!mayDecide) return [...hints, t('claims.next.none')];
  if (rivals.length > 0) hints.push(t('claims.next.rivals'));
  if (second_person && approved_by.length > 0 && !approvable) hints.push(t('claims.next.waits'));
  else if (second_person) hints.push(t(value === null ? 'claims.next.noRate' : 'claims.next.second'));
  return hints;
}
