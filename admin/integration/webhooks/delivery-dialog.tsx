import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { Link as RouterLink } from 'react-router';
import type { WebhookAttempt, WebhookDelivery } from '../../../contract/webhooks.ts';
import { DialogFrame } from '../../components/dialog-frame.tsx';
import { ToneChip } from '../../components/status-chip.tsx';
import { useAct } from '../../components/use-act.ts';
import { useMay } from '../../data/use-may.ts';
import { eventPath } from '../../history/event-path.ts';
import { formatDuration, formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { answerOf } from '../../invoices/webhook-attempts.ts';
import { CodeBox, Quiet } from '../parts.tsx';

const List = styled('ol')({ display: 'grid', gap: 12, '& li': { display: 'grid', gap: 4, justifyItems: 'start' } });

export interface DeliveryDialogProps {
  delivery: WebhookDelivery;
  onClose: () => void;
  onSent: () => void;
}

/** Every attempt of one delivery with its answer, and sending it again. */
export function DeliveryDialog({ delivery, onClose, onSent }: DeliveryDialogProps) {
  const { type, url, attempts, object, next_attempt_at } = delivery;
  const to = objectPath(delivery);
  const redeliver = useAct((provider) => provider.redeliver(delivery.id), {
    done: t('webhooks.redelivered', { type }),
    onDone: onSent,
  });
  const mayRedeliver = useMay('merchant_invoice_create');
  return (
    <DialogFrame
      title={t('hooks.attemptsOf', { type })}
      onClose={onClose}
      actions={
        <>
          {object !== null && to !== null && (
            <Button component={RouterLink} to={to}>
              {t(`hooks.view.${object}`)}
            </Button>
          )}
          {mayRedeliver ? (
            <Button variant="contained" disabled={redeliver.isPending} onClick={() => redeliver.mutate()}>
              {t('webhooks.redeliver')}
            </Button>
          ) : (
            <Button onClick={onClose}>{t('action.close')}</Button>
          )}
        </>
      }
    >
      <Quiet>{url}</Quiet>
      {attempts.length === 0 && <p>{t('hooks.noAttempt')}</p>}
      {attempts.length > 0 && (
        <List>
          {attempts.map((attempt) => (
            <Attempt key={attempt.attempt} attempt={attempt} />
          ))}
        </List>
      )}
      {next_attempt_at !== null && <Quiet>{t('hooks.next', { time: formatMoment(next_attempt_at) })}</Quiet>}
    </DialogFrame>
  );
}

function objectPath({ type, object, object_id, invoice_id }: WebhookDelivery): string | null {
  if (object === null || object_id === null) return null;
  // Whether a deposit was converted is known to the event.
  if (object === 'conversion' && invoice_id === null) return `/history?tab=events&search=${object_id}`;
  return eventPath({ type, entity_id: object_id, invoice_id, deposit_id: null });
}

function Attempt({ attempt }: { attempt: WebhookAttempt }) {
  const { tone, icon, text } = answerOf(attempt);
  return (
    <li>
      <ToneChip tone={tone} icon={icon}>
        {text}
      </ToneChip>
      <Quiet>
        {formatMoment(attempt.started_at)} · {formatDuration(attempt.duration_ms)}
      </Quiet>
      {attempt.answer !== null && attempt.answer !== '' && (
        <CodeBox aria-label={t('hooks.answer')}>{attempt.answer}</CodeBox>
      )}
    </li>
  );
}
