import './refund-words.ts';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import type { SpaRefundRow } from '../../contract/refunds.ts';
import type { SpaInvoice } from '../../contract/spa-invoices.ts';
import { ActDialog, type MoneyAct, type MoneyCall } from '../components/act-dialog.tsx';
import { AskSupport } from '../components/ask-support.tsx';
import { Card, CardBody } from '../components/card.tsx';
import { CopyText } from '../components/copy-text.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { coinsText } from '../components/money.tsx';
import { useAct } from '../components/use-act.ts';
import { ValueLines } from '../components/value-lines.tsx';
import { MOST_IDS } from '../data/list-query.ts';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { isRefundDecided } from '../invoices/decision.ts';
import { useInvoiceRefresh } from '../invoices/use-invoice-refresh.ts';
import { reasonText } from '../payouts/payout-path.ts';
import { PayoutStatusChip } from '../payouts/payout-status-chip.tsx';
import RefundDialog from './refund-dialog.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { RequestedRefund } from './requested-refund.tsx';
import { TargetBox } from './target-box.tsx';

const RequestBox = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  padding: 16,
  backgroundColor: theme.palette.soft.warning,
  '&:not(:last-child)': { borderBottom: `1px solid ${theme.palette.tint.warning}` },
  [theme.breakpoints.up('sm')]: { padding: 20 },
}));
const Buttons = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });
const Rows = styled('ul')(({ theme }) => ({
  '& > li': { display: 'grid', gap: 8, padding: 16 },
  '& > li + li': { borderTop: `1px solid ${theme.palette.divider}` },
  [theme.breakpoints.up('sm')]: { '& > li': { padding: '16px 20px' } },
}));
const Row = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 12px',
});

/** The invoice's refunds, its payer's refund request, and the actions to refund. */
export default function RefundsCard({ invoice }: { invoice: SpaInvoice }) {
  const [open, setOpen] = useState<'refund' | 'reject' | null>(null);
  const close = () => setOpen(null);
  const { actions, refunds, refund_request: request } = invoice;
  const waits = request?.status === 'open';
  return (
    <>
      <Card
        title={t('refunds.title')}
        ruled={waits || refunds.length > 0}
        aside={
          actions.refund &&
          !waits &&
          !isRefundDecided(invoice) && (
            <Button variant="outlined" aria-haspopup="dialog" onClick={() => setOpen('refund')}>
              {t('refunds.refund')}
            </Button>
          )
        }
      >
        {waits && (
          <RequestBox>
            <div>
              <Typography variant="h3">{t('refundRequest.title')}</Typography>
              <p>{t(request.prepared === null ? 'refundRequest.text' : 'refundRequest.preparedText')}</p>
            </div>
            <RequestedRefund request={request} />
            {actions.refund && (
              <Buttons>
                <Button variant="contained" aria-haspopup="dialog" onClick={() => setOpen('refund')}>
                  {t('refundRequest.approve')}
                </Button>
                <Button aria-haspopup="dialog" onClick={() => setOpen('reject')}>
                  {t('refundRequest.reject')}
                </Button>
              </Buttons>
            )}
          </RequestBox>
        )}
        {refunds.length > 0 ? <RefundRows invoice={invoice} /> : !waits && <None invoice={invoice} />}
      </Card>
      {open === 'refund' && <RefundDialog invoice={invoice} onClose={close} />}
      {open === 'reject' && <RejectDialog invoiceId={invoice.id} onClose={close} />}
    </>
  );
}

/** Nothing went back yet. */
function None({ invoice }: { invoice: SpaInvoice }) {
  return (
    <CardBody>
      <Typography sx={{ color: 'text.secondary', mb: canAskPayer(invoice) ? 2 : 0 }}>{t('refunds.none')}</Typography>
      <AskPayer invoice={invoice} label={t('refunds.askPayer')} />
    </CardBody>
  );
}

function canAskPayer({ customer, actions }: SpaInvoice): boolean {
  return actions.refund && customer.email !== undefined;
}

/**
 * Where the payer left a mail address, who may refund can ask them where to: a new link each time, as each works once.
 */
function AskPayer({ invoice, label }: { invoice: SpaInvoice; label: string }) {
  const ask = useAct((provider) => provider.mailRefundLink(invoice.id), {
    done: ({ sent_to }) => t('refunds.asked', { email: sent_to }),
  });
  if (!canAskPayer(invoice)) return null;
  return (
    <Button disabled={ask.isPending} onClick={() => ask.mutate()}>
      {label}
    </Button>
  );
}

function RefundRows({ invoice }: { invoice: SpaInvoice }) {
  const { data, error, isPending, refetch } = useRefunds(invoice);
  if (data !== undefined) {
    return (
      <>
        <Rows>
          {data.map((refund) => (
            <RefundRow key={refund.id} refund={refund} />
          ))}
        </Rows>
        {canAskPayer(invoice) && invoice.refund_request?.status !== 'open' && (
          <CardBody>
            <AskPayer invoice={invoice} label={t('refunds.askAgain')} />
          </CardBody>
        )}
      </>
    );
  }
  return (
    <CardBody>
      {isPending ? (
        <ListLoading label={t('refunds.loading')} rows={1} />
      ) : (
        <ListError title={t('refunds.error')} error={error} onRetry={() => void refetch()} />
      )}
    </CardBody>
  );
}

/** The refunds of an invoice with what may be done about each; read again with each of its versions. */
function useRefunds({ version, refunds }: SpaInvoice) {
  return useGetList<SpaRefundRow>(
    'refunds',
    { filter: { id: refunds.map(({ id }) => id) }, pagination: { page: 1, perPage: MOST_IDS }, meta: { version } },
    { placeholderData: keepPreviousData },
  );
}

function RefundRow({ refund }: { refund: SpaRefundRow }) {
  const { gate_id, amount, net_amount, txid, explorer_url, created_at, created_by, actions, reason } = refund;
  const [act, setAct] = useState<MoneyAct | null>(null);
  const why = whyOf(refund);
  return (
    <li>
      <Row>
        <strong>{t('refunds.amount', { net: coinsText(net_amount, gate_id) })}</strong>
        <PayoutStatusChip payout={refund} />
      </Row>
      <Row sx={{ color: 'text.secondary' }}>
        <span>{t('refunds.ofPaid', { amount: coinsText(amount, gate_id) })}</span>
        <span>{[formatMoment(created_at), created_by.name].filter(Boolean).join(' · ')}</span>
      </Row>
      {reason !== null && <p>{reason}</p>}
      {why !== '' && <Typography sx={{ color: 'text.secondary' }}>{why}</Typography>}
      {txid !== null && (
        <CopyText value={txid} label={t('refunds.transaction')} clip href={explorer_url || undefined} />
      )}
      {(actions.approve || actions.cancel) && (
        <Buttons>
          {actions.approve && (
            <Button variant="contained" aria-haspopup="dialog" onClick={() => setAct('approve')}>
              {t('refunds.approve')}
            </Button>
          )}
          {actions.cancel && (
            <Button aria-haspopup="dialog" onClick={() => setAct('cancel')}>
              {t('refunds.cancel')}
            </Button>
          )}
        </Buttons>
      )}
      <AskSupport about="refund" id={refund.id} />
      {act && <RefundAct act={act} refund={refund} onClose={() => setAct(null)} />}
    </li>
  );
}

/** The reason and deadline of its wait, or how it ended; empty where its status says all. */
function whyOf(refund: SpaRefundRow): string {
  const { status_reason, not_before } = refund;
  if (status_reason !== 'cooling_off' || not_before === null) return reasonText(refund);
  return t('payout.path.cooled.now', { time: formatMoment(not_before) });
}

/** Asks once more, with address and amount to be compared. */
function RefundAct({ act, refund, onClose }: { act: MoneyAct; refund: SpaRefundRow; onClose: () => void }) {
  const refresh = useInvoiceRefresh(refund.invoice_id);
  const { id, gate_id, net_amount, total } = refund;
  const send: MoneyCall = async (provider, factor) => {
    try {
      await (act === 'approve' ? provider.approveRefund(id, factor) : provider.cancelRefund(id));
    } finally {
      await refresh();
    }
  };
  return (
    <ActDialog
      act={act}
      entity="refund"
      id={id}
      words={{
        title: t(`refunds.${act}.title`),
        text: t(`refunds.${act}.text`),
        confirm: t(`refunds.${act}.confirm`),
        done: t(`refunds.${act}.done`),
      }}
      send={send}
      onClose={onClose}
    >
      <TargetBox {...refund} />
      <ValueLines
        caption={t('refund.preview')}
        lines={[
          { label: t('refund.gets'), value: coinsText(net_amount, gate_id) },
          { label: t('refund.total'), value: coinsText(total, gate_id), sum: true },
        ]}
      />
    </ActDialog>
  );
}
