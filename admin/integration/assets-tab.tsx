import type { Gate } from '../../contract/gates.ts';
import { AssetLabel } from '../components/asset-label.tsx';
import { Card, CardFoot } from '../components/card.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { Coins, coinsText } from '../components/money.tsx';
import { Rows } from '../components/rows.tsx';
import { ToneChip } from '../components/status-chip.tsx';
import { formatFiat } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { column } from '../list/columns.tsx';
import { Quiet } from './parts.tsx';
import { useGates } from './use-integration.ts';

/** Every asset that can be received: confirmations, limits and fees (spec §9). */
export default function AssetsTab() {
  const { data, error, isPending, refetch } = useGates();
  const limits = data?.[0]?.invoice_limits;
  return (
    <Card title={t('assets.title')} ruled>
      {isPending && <ListLoading label={t('assets.loading')} rows={8} />}
      {error && <ListError title={t('integration.error')} error={error} onRetry={() => void refetch()} />}
      {data && (
        <Rows
          caption={t('assets.caption')}
          columns={columns}
          rows={data.filter(({ id }) => id !== 'EUR')}
          rowKey={({ id }) => id}
          card={toCard}
        />
      )}
      {limits && (
        <CardFoot>
          <Quiet>
            {t('assets.limits', {
              minimum: formatFiat(limits.minimum, limits.currency),
              maximum: formatFiat(limits.maximum, limits.currency),
            })}
          </Quiet>
        </CardFoot>
      )}
    </Card>
  );
}

const columns: readonly TableColumn<Gate>[] = [
  column('asset', 'assets.asset', ({ id }) => <AssetLabel gateId={id} network={false} />),
  column('network', 'assets.network', ({ network_title }) => network_title, { quiet: true }),
  column('confirmations', 'assets.confirmations', ({ confirmations }) => confirmations, { align: 'right' }),
  column('time', 'assets.time', timeOf, { align: 'right', spare: true }),
  column(
    'minimum',
    'assets.minimum',
    ({ id, minimum_amount }) => <Coins amount={minimum_amount} gateId={id} unit="column" />,
    { align: 'right' },
  ),
  column('fee', 'assets.fee', ({ id, network_fee }) => <Coins amount={network_fee} gateId={id} unit="column" />, {
    align: 'right',
  }),
  column('enabled', 'assets.enabled', (gate) => <Offered gate={gate} />),
];

function toCard(gate: Gate) {
  const { id, confirmations, minimum_amount, network_fee } = gate;
  return {
    key: id,
    primary: <AssetLabel gateId={id} />,
    value: <Offered gate={gate} />,
    meta: t('assets.meta', {
      confirmations,
      time: timeOf(gate),
      minimum: coinsText(minimum_amount, id),
      fee: coinsText(network_fee, id),
    }),
  };
}

function Offered({ gate: { enabled } }: { gate: Gate }) {
  return (
    <ToneChip tone={enabled ? 'success' : 'neutral'} icon={enabled ? 'checkCircle' : 'slash'}>
      {t(enabled ? 'assets.on' : 'assets.off')}
    </ToneChip>
  );
}

function timeOf({ minutes }: Gate): string {
  return t('assets.minutes', { smart_count: minutes });
}
