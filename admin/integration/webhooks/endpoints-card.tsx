import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { type ReactNode, useState } from 'react';
import type { WebhookEndpoint } from '../../../contract/webhook-endpoints.ts';
import { Card, CardBody } from '../../components/card.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { ListError, ListLoading } from '../../components/list-state.tsx';
import { Rows } from '../../components/rows.tsx';
import { ToneChip } from '../../components/status-chip.tsx';
import { Wrapped } from '../../components/wrapped.ts';
import { useMay } from '../../data/use-may.ts';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { Icon } from '../../look/icon.tsx';
import { Quiet } from '../parts.tsx';
import { usePages } from '../use-pages.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { EndpointSecretDialog } from './endpoint-secret-dialog.tsx';
import { choiceWords } from './endpoint-words.ts';
import { NewEndpointDialog } from './new-endpoint-dialog.tsx';

/** Where events go besides the notification URLs. */
export function EndpointsCard({ onSent }: { onSent: () => void }) {
  const { data, total, error, isPending, refetch, pager } = usePages<WebhookEndpoint>('webhook-endpoints');
  const [open, setOpen] = useState<string | null>(null);
  const [isNew, setNew] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const mayChange = useMay('merchant_profile_update');
  const chosen = data?.find(({ id }) => id === open);
  const show = (value: string) => {
    setNew(false);
    setOpen(null);
    setSecret(value);
    void refetch();
  };
  return (
    <Card
      title={t('endpoints.title')}
      aside={
        mayChange && (
          <Button startIcon={<Icon name="plusCircle" />} onClick={() => setNew(true)}>
            {t('endpoints.new')}
          </Button>
        )
      }
    >
      {body()}
      {isNew && <NewEndpointDialog onClose={() => setNew(false)} onCreated={({ secret: value }) => show(value)} />}
      {chosen && (
        <EndpointDialog
          endpoint={chosen}
          onClose={() => setOpen(null)}
          onChanged={() => void refetch()}
          onRenewed={({ secret: value }) => show(value)}
          onSent={onSent}
        />
      )}
      {secret !== null && <EndpointSecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </Card>
  );

  function body(): ReactNode {
    if (isPending) return <ListLoading label={t('endpoints.loading')} rows={2} />;
    if (error) return <ListError title={t('endpoints.error')} error={error} onRetry={() => void refetch()} />;
    if (total === 0) {
      return (
        <CardBody>
          <Quiet>
            {t('endpoints.none')} {t('endpoints.text')}
          </Quiet>
        </CardBody>
      );
    }
    return (
      <>
        <Rows
          caption={t('endpoints.title')}
          columns={columnsOf(setOpen)}
          rows={data ?? []}
          rowKey={({ id }) => id}
          card={(row) => ({
            key: row.id,
            primary: <UrlLink row={row} open={setOpen} />,
            value: <Status row={row} />,
            meta: choiceWords(row.event_types),
          })}
        />
        {pager}
      </>
    );
  }
}

type Open = (id: string) => void;

function columnsOf(open: Open): readonly TableColumn<WebhookEndpoint>[] {
  return [
    column('url', 'endpoints.url', (row) => <UrlLink row={row} open={open} />),
    column('events', 'endpoints.events', ({ event_types }) => <Wrapped>{choiceWords(event_types)}</Wrapped>),
    column('status', 'endpoints.status', (row) => <Status row={row} />),
    column('created', 'endpoints.created', ({ created_at }) => formatMoment(created_at), {
      align: 'right',
      quiet: true,
      spare: true,
    }),
  ];
}

function UrlLink({ row: { id, url }, open }: { row: WebhookEndpoint; open: Open }) {
  return (
    <Link
      component="button"
      type="button"
      color="textPrimary"
      onClick={() => open(id)}
      sx={{ py: 0.5, textAlign: 'left', overflowWrap: 'anywhere', whiteSpace: 'normal' }}
    >
      {url}
    </Link>
  );
}

function Status({ row: { enabled } }: { row: WebhookEndpoint }) {
  return enabled ? (
    <ToneChip tone="success" icon="checkCircle">
      {t('endpoints.enabled')}
    </ToneChip>
  ) : (
    <ToneChip tone="neutral" icon="slash">
      {t('endpoints.disabled')}
    </ToneChip>
  );
}
