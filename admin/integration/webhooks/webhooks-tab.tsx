import { useEffect, useMemo, useState } from 'react';
import { useListContext } from 'react-admin';
import type { WebhookDelivery } from '../../../contract/webhooks.ts';
import { ReceiptArt } from '../../components/art.tsx';
import { CreateInvoiceButton } from '../../components/create-invoice-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Column } from '../../components/page.tsx';
import { kindFilter } from '../../history/kind-filter.ts';
import { t } from '../../i18n/translate.ts';
import { choicesFilter, dateFilter, searchFilter } from '../../list/filters.tsx';
import { ResourceList } from '../../list/resource-list.tsx';
import { DeliveryDialog, type DeliveryDialogProps } from './delivery-dialog.tsx';
import { deliveryCard, deliveryColumns } from './delivery-rows.tsx';
import { EndpointCard } from './endpoint-card.tsx';
import { EndpointsCard } from './endpoints-card.tsx';

const FILTERS = [
  searchFilter({ label: 'deliveries.search', hint: 'deliveries.searchHint' }),
  dateFilter(),
  kindFilter(),
  choicesFilter({
    name: 'status',
    label: 'hooks.status',
    all: ['pending', 'delivered', 'retrying', 'failed'],
    wordOf: (status: WebhookDelivery['status']) => t(`hooks.status.${status}`),
  }),
];

/** Where webhooks go, a test of it, and what became of each. */
export default function WebhooksTab() {
  const [open, setOpen] = useState<WebhookDelivery | null>(null);
  const [sent, setSent] = useState(0);
  const isAwaited = useAwaited(sent);
  const onSent = () => setSent((count) => count + 1);
  // While something is on its way, or awaited, so that its end is seen.
  const everyMs = useMemo(
    () => (rows: readonly WebhookDelivery[]) => (isAwaited || rows.some(isMoving) ? 1500 : false),
    [isAwaited],
  );
  return (
    <Column>
      <EndpointCard onSent={onSent} />
      <EndpointsCard onSent={onSent} />
      <ResourceList<WebhookDelivery>
        resource="webhooks/deliveries"
        words="deliveries"
        perPage={25}
        filters={FILTERS}
        everyMs={everyMs}
        columns={deliveryColumns(setOpen)}
        card={(row) => deliveryCard(row, setOpen)}
        empty={
          <EmptyState
            art={<ReceiptArt />}
            title={t('hooks.empty.title')}
            text={t('hooks.empty.text')}
            actions={<CreateInvoiceButton main={false} />}
          />
        }
      >
        {open && <OpenDelivery delivery={open} onClose={() => setOpen(null)} onSent={onSent} />}
      </ResourceList>
    </Column>
  );
}

/** As the list has it, which is read again while it is open. */
function OpenDelivery(props: DeliveryDialogProps) {
  const { data } = useListContext<WebhookDelivery>();
  return <DeliveryDialog {...props} delivery={data?.find(({ id }) => id === props.delivery.id) ?? props.delivery} />;
}

function isMoving({ status }: WebhookDelivery): boolean {
  return status === 'pending' || status === 'retrying';
}

/** A webhook reaches the list some moments after it was requested: true for the longest time that this takes. */
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
