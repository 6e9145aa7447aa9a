import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { IssuedPluginKey, PluginConnection, PluginKey } from '../../../contract/plugin-keys.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { DialogFrame } from '../../components/dialog-frame.tsx';
import { Facts } from '../../components/facts.tsx';
import { ListError, ListLoading } from '../../components/list-state.tsx';
import { useMay } from '../../data/use-may.ts';
import { useProvider } from '../../data/use-provider.ts';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { Actions, CodeBox, Fields, Quiet } from '../parts.tsx';
import { DeleteKeyDialog } from './delete-key-dialog.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';

/** The address and store that a plugin for BTCPay Server connects to, and the keys made for such plugins. */
export function BtcpayCard() {
  const provider = useProvider();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['plugin-keys'],
    queryFn: () => provider.pluginConnection(),
  });
  return (
    <Card title={t('plugins.btcpay.title')}>
      <CardBody>
        <Typography sx={{ color: 'text.secondary' }}>{t('plugins.btcpay.text')}</Typography>
      </CardBody>
      {isPending && <ListLoading label={t('plugins.btcpay.loading')} rows={2} />}
      {error && <ListError title={t('plugins.btcpay.error')} error={error} onRetry={() => void refetch()} />}
      {data && <Connection connection={data} />}
    </Card>
  );
}

function Connection({ connection }: { connection: PluginConnection }) {
  const mayCreate = useMay('merchant_apiToken_create');
  const queries = useQueryClient();
  const [isNew, setNew] = useState(false);
  const [issued, setIssued] = useState<IssuedPluginKey | null>(null);
  const { server_url, store_id, keys } = connection;
  return (
    <>
      <Facts
        facts={[
          { label: t('plugins.btcpay.works'), value: t('plugins.btcpay.platforms') },
          {
            label: t('plugins.btcpay.url'),
            value: <CopyText value={server_url} label={t('plugins.btcpay.url')} />,
          },
          { label: t('plugins.btcpay.store'), value: <CopyText value={store_id} label={t('plugins.btcpay.store')} /> },
        ]}
      />
      <CardBody>
        <Fields>
          <Quiet>{t('plugins.btcpay.oneClick')}</Quiet>
          <Typography variant="h3">{t('plugins.btcpay.keys')}</Typography>
          {keys.length === 0 && <Quiet>{t('plugins.btcpay.none')}</Quiet>}
          {keys.map((key) => (
            <KeyLine key={key.id} of={key} />
          ))}
          {mayCreate && (
            <Actions>
              <Button variant="contained" onClick={() => setNew(true)}>
                {t('plugins.btcpay.new')}
              </Button>
            </Actions>
          )}
        </Fields>
      </CardBody>
      {isNew && (
        <NewKeyDialog
          onClose={() => setNew(false)}
          onIssued={(key) => {
            setNew(false);
            setIssued(key);
            void queries.invalidateQueries({ queryKey: ['plugin-keys'] });
          }}
        />
      )}
      {issued !== null && <IssuedDialog issued={issued} onClose={() => setIssued(null)} />}
    </>
  );
}

function KeyLine({ of }: { of: PluginKey }) {
  const mayDelete = useMay('merchant_apiToken_delete');
  const [isAsked, setAsked] = useState(false);
  const used = of.last_used_at;
  return (
    <Actions sx={{ justifyContent: 'space-between' }}>
      <div>
        <Typography>{of.label}</Typography>
        <Quiet>
          {used === null ? t('plugins.btcpay.unused') : t('plugins.btcpay.used', { time: formatMoment(used) })}
        </Quiet>
      </div>
      {mayDelete && (
        <Button
          color="error"
          aria-label={t('plugins.btcpay.deleteOf', { name: of.label })}
          onClick={() => setAsked(true)}
        >
          {t('plugins.btcpay.delete')}
        </Button>
      )}
      {isAsked && <DeleteKeyDialog of={of} onClose={() => setAsked(false)} />}
    </Actions>
  );
}

function IssuedDialog({ issued, onClose }: { issued: IssuedPluginKey; onClose: () => void }) {
  return (
    <DialogFrame
      title={issued.label}
      onClose={onClose}
      actions={
        <Button variant="contained" onClick={onClose}>
          {t('token.done')}
        </Button>
      }
    >
      <p>{t('plugins.btcpay.copyNow')}</p>
      <CodeBox as="div">
        <CopyText value={issued.key} label={t('plugins.btcpay.key')} />
      </CodeBox>
    </DialogFrame>
  );
}
