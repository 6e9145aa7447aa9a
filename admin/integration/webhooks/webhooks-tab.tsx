import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { WebhookDelivery } from '../../../api/contract/webhooks.ts';
import { ReceiptArt } from '../../components/art.tsx';
import { Card } from '../../components/card.tsx';
import { ChoiceField } from '../../components/choice-field.tsx';
import { CreateInvoiceButton } from '../../components/create-invoice-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListError, ListLoading, ListNone } from '../../components/list-state.tsx';
import { Column } from '../../components/page.tsx';
import { Rows } from '../../components/rows.tsx';
import { t } from '../../i18n/translate.ts';
import { usePages } from '../use-pages.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { deliveryCard, deliveryColumns } from './delivery-rows.tsx';
import { EndpointCard } from './endpoint-card.tsx';

const STATUSES = ['pending', 'delivered', 'retrying', 'failed'] as const;
/** Empty: any. */
type Status = (typeof STATUSES)[number] | '';

/** Where webhooks go, a test of it, and what became of each. */
export default function WebhooksTab() {
  const [status, setStatus] = useState<Status>('');
  const [open, setOpen] = useState<WebhookDelivery | null>(null);
  const [sent, setSent] = useState(0);
  const isAwaited = useAwaited(sent);
  const filter = useMemo(() => (status === '' ? {} : { status }), [status]);
  const { data, error, isPending, refetch, pager, toFirstPage } = usePages<WebhookDelivery>('webhooks/deliveries', {
    filter,
    // While something is on its way, or awaited, so that its end is seen.
    rereadsAfter: (rows) => (isAwaited || rows.some(isMoving) ? 1500 : false),
  });
  const onSent = () => setSent((count) => count + 1);
  const onStatus = (next: Status) => {
    setStatus(next);
    toFirstPage();
  };
  const opened = data?.find(({ id }) => id === open?.id) ?? open;
  return (
    <Column>
      <EndpointCard onSent={onSent} />
      <Card title={t('hooks.log')} ruled aside={<StatusField status={status} onStatus={onStatus} />}>
        {body()}
      </Card>
      {opened && <DeliveryDialog delivery={opened} onClose={() => setOpen(null)} onSent={onSent} />}
    </Column>
  );

  function body(): ReactNode {
    if (isPending) return <ListLoading label={t('hooks.loading')} rows={5} />;
    if (error) return <ListError title={t('hooks.error')} error={error} onRetry={() => void refetch()} />;
    if (data.length === 0 && status !== '')
      return <ListNone text={t('hooks.noneFound')} onClear={() => onStatus('')} />;
    if (data.length === 0) {
      return (
        <EmptyState
          art={<ReceiptArt />}
          title={t('hooks.empty.title')}
          text={t('hooks.empty.text')}
          actions={<CreateInvoiceButton main={false} />}
        />
      );
    }
    return (
      <>
        <Rows
          caption={t('hooks.caption')}
          columns={deliveryColumns(setOpen)}
          rows={data}
          rowKey={({ id }) => id}
          card={(row) => deliveryCard(row, setOpen)}
        />
        {pager}
      </>
    );
  }
}

function isMoving({ status }: WebhookDelivery): boolean {
  return status === 'pending' || status === 'retrying';
}

interface StatusFieldProps {
  status: Status;
  onStatus: (status: Status) => void;
}

function StatusField({ status, onStatus }: StatusFieldProps) {
  return (
    <div style={{ width: 160 }}>
      <ChoiceField
        label={t('hooks.status')}
        value={status}
        choices={[
          { value: '' as const, label: t('hooks.status.any') },
          ...STATUSES.map((value) => ({ value, label: t(`hooks.status.${value}`) })),
        ]}
        onChange={onStatus}
      />
    </div>
  );
}

/** A webhook is on the list some moments after it was asked for: true for as long as that takes at most. */
function useAwaited(sent: number): boolean {
  const [isAwaited, setAwaited] = useState(false);
  useEffect(() => {
    if (sent === 0) return;
    setAwaited(true);
    const timer = setTimeout(() => setAwaited(false), AWAITED_MS);
    return () => clearTimeout(timer);
  }, [sent]);
  return isAwaited;
}

const AWAITED_MS = 8000;
