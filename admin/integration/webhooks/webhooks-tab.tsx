import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { WebhookDelivery } from '../../../api/contract/webhooks.ts';
import { ReceiptArt } from '../../components/art.tsx';
import { Card } from '../../components/card.tsx';
import { CreateInvoiceButton } from '../../components/create-invoice-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListError, ListLoading, ListNone } from '../../components/list-state.tsx';
import { Column } from '../../components/page.tsx';
import { Rows } from '../../components/rows.tsx';
import { ChoiceInput } from '../../forms/choice-input.tsx';
import { LiveForm } from '../../forms/live-form.tsx';
import { t } from '../../i18n/translate.ts';
import { usePages } from '../use-pages.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { deliveryCard, deliveryColumns } from './delivery-rows.tsx';
import { EndpointCard } from './endpoint-card.tsx';

const STATUSES = ['pending', 'delivered', 'retrying', 'failed'] as const;

interface Narrowed {
  /** Empty: any. */
  readonly status: (typeof STATUSES)[number] | '';
}

/** Where webhooks go, a test of it, and what became of each. */
export default function WebhooksTab() {
  return (
    <LiveForm<Narrowed> defaultValues={{ status: '' }}>
      <Webhooks />
    </LiveForm>
  );
}

function Webhooks() {
  const status = useWatch<Narrowed, 'status'>({ name: 'status' });
  const { setValue } = useFormContext<Narrowed>();
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
  const clear = () => {
    setValue('status', '');
    toFirstPage();
  };
  const opened = data?.find(({ id }) => id === open?.id) ?? open;
  return (
    <Column>
      <EndpointCard onSent={onSent} />
      <Card title={t('hooks.log')} ruled aside={<StatusInput onChosen={toFirstPage} />}>
        {body()}
      </Card>
      {opened && <DeliveryDialog delivery={opened} onClose={() => setOpen(null)} onSent={onSent} />}
    </Column>
  );

  function body(): ReactNode {
    if (isPending) return <ListLoading label={t('hooks.loading')} rows={5} />;
    if (error) return <ListError title={t('hooks.error')} error={error} onRetry={() => void refetch()} />;
    if (data.length === 0 && status !== '') return <ListNone text={t('hooks.noneFound')} onClear={clear} />;
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

function StatusInput({ onChosen }: { onChosen: () => void }) {
  return (
    <div style={{ width: 160 }}>
      <ChoiceInput
        source="status"
        label={t('hooks.status')}
        choices={[
          { value: '', label: t('hooks.status.any') },
          ...STATUSES.map((value) => ({ value, label: t(`hooks.status.${value}`) })),
        ]}
        onChosen={onChosen}
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
