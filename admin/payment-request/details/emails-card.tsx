import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useId, useState } from 'react';
import type { SpaPaymentRequest } from '../../../contract/payment-requests.ts';
import { MOST_REQUEST_MAILS } from '../../../domain/payment-requests/status.ts';
import { Card, CardFoot } from '../../components/card.tsx';
import { Facts } from '../../components/facts.tsx';
import { useAct } from '../../components/use-act.ts';
import { useMay } from '../../data/use-may.ts';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { Icon } from '../../look/icon.tsx';

/** The emails that the recipient got, and a way to send another one. */
export function EmailsCard({ request }: { request: SpaPaymentRequest }) {
  const { language, mail_count, mailed_at, status, actions } = request;
  const mayRemind = useMay('merchant_invoice_create');
  return (
    <Card title={t('paymentRequest.emails')}>
      <Facts
        facts={[
          { label: t('paymentRequest.language'), value: t(`language.${language}`) },
          { label: t('paymentRequest.emails.count'), value: mail_count },
          { label: t('paymentRequest.emails.last'), value: formatMoment(mailed_at) },
        ]}
      />
      {mayRemind && foot()}
    </Card>
  );

  function foot(): ReactNode {
    if (actions.remind_from !== null) {
      return (
        <CardFoot>
          <RemindButton request={request} from={actions.remind_from} />
        </CardFoot>
      );
    }
    if (status !== 'sent' || mail_count < MOST_REQUEST_MAILS) return null;
    return (
      <CardFoot>
        <Quiet>{t('paymentRequest.remind.most', { smart_count: MOST_REQUEST_MAILS })}</Quiet>
      </CardFoot>
    );
  }
}

function RemindButton({ request: { id, recipient_email }, from }: { request: SpaPaymentRequest; from: string }) {
  const noteId = useId();
  const isPossible = useIsPast(from);
  const remind = useAct((provider) => provider.remindRecipient(id), {
    stale: ['payment-requests'],
    done: t('paymentRequest.reminded', { email: recipient_email }),
  });
  return (
    <>
      <Button
        startIcon={<Icon name="mail" />}
        disabled={!isPossible || remind.isPending}
        aria-describedby={isPossible ? undefined : noteId}
        onClick={() => remind.mutate()}
      >
        {t('paymentRequest.remind')}
      </Button>
      {!isPossible && <Quiet id={noteId}>{t('paymentRequest.remindFrom', { time: formatMoment(from) })}</Quiet>}
    </>
  );
}

function Quiet({ id, children }: { id?: string; children: string }) {
  return (
    <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }} id={id || undefined}>
      {children}
    </Typography>
  );
}

/** Becomes true at the moment itself. */
function useIsPast(iso: string): boolean {
  const atMs = Date.parse(iso);
  const [nowMs, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, atMs - Date.now()));
    return () => clearTimeout(timer);
  }, [atMs]);
  return nowMs >= atMs;
}
