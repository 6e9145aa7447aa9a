import { type ReactNode, useEffect, useState } from 'react';
import type { WebhookDelivery } from '../../../api/contract/webhooks.ts';
import { ReceiptArt } from '../../components/art.tsx';
import { Card } from '../../components/card.tsx';
import { ChoiceField } from '../../components/choice-field.tsx';
import { CreateInvoiceButton } from '../../components/create-invoice-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListError, ListLoading, ListNone } from '../../components/list-state.tsx';
import { Column } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { Rows } from '../../components/rows.tsx';
import { t } from '../../i18n/translate.ts';
import { type DeliveryFilter, useDeliveries } from '../integration-calls.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { deliveryCard, deliveryColumns } from './delivery-rows.tsx';
import { EndpointCard } from './endpoint-card.tsx';

const STATUSES = ['pending', 'delivered', 'retrying', 'failed'] as const;

/** Where webhooks go, a test of it, and what became of each. */
export default function WebhooksTab() {
  const [filter, setFilter] = useState<DeliveryFilter>({ page: 1, perPage: 25, status: '' });
  const [open, setOpen] = useState<WebhookDelivery | null>(null);
  const [sent, setSent] = useState(0);
  const isAwaited = useAwaited(sent);
  const { data, error, isPending, refetch } = useDeliveries(filter, isAwaited);
  const onSent = () => setSent((count) => count + 1);
  const opened = data?.data.find(({ id }) => id === open?.id) ?? open;
  return (
    <Column>
      <EndpointCard onSent={onSent} />
      <Card
        title={t('hooks.log')}
        ruled
        aside={<StatusField status={filter.status} onStatus={(status) => setFilter({ ...filter, status, page: 1 })} />}
      >
        {body()}
      </Card>
      {opened && <DeliveryDialog delivery={opened} onClose={() => setOpen(null)} onSent={onSent} />}
    </Column>
  );

  function body(): ReactNode {
    if (isPending) return <ListLoading label={t('hooks.loading')} rows={5} />;
    if (error) return <ListError title={t('hooks.error')} error={error} onRetry={() => void refetch()} />;
    const { total } = data.pagination;
    if (total === 0 && filter.status !== '') {
      return <ListNone text={t('hooks.noneFound')} onClear={() => setFilter({ ...filter, status: '', page: 1 })} />;
    }
    if (total === 0) {
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
          rows={data.data}
          rowKey={({ id }) => id}
          card={(row) => deliveryCard(row, setOpen)}
        />
        {total > 15 && (
          <Pager
            page={filter.page}
            perPage={filter.perPage}
            total={total}
            onPage={(page) => setFilter({ ...filter, page })}
            onPerPage={(perPage) => setFilter({ ...filter, perPage, page: 1 })}
          />
        )}
      </>
    );
  }
}

interface StatusFieldProps {
  status: DeliveryFilter['status'];
  onStatus: (status: DeliveryFilter['status']) => void;
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
