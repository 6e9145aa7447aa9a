import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import type { Shop } from '../../../api/contract/shops.ts';
import { Card } from '../../components/card.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { ListError, ListLoading } from '../../components/list-state.tsx';
import { Rows } from '../../components/rows.tsx';
import { ToneChip } from '../../components/status-chip.tsx';
import { session } from '../../data/session.ts';
import { useMay } from '../../data/use-may.ts';
import { useShops } from '../../data/use-shops.ts';
import { useStore } from '../../data/use-store.ts';
import { t } from '../../i18n/translate.ts';
import { Icon } from '../../look/icon.tsx';
import { useSwitchShop } from '../../shell/use-switch-shop.ts';
import { NewShopDialog } from './new-shop-dialog.tsx';

/** The shops of the merchant. */
export default function ShopsTab() {
  const [isNew, setNew] = useState(false);
  const { data, error, isPending, refetch } = useShops();
  const mayCreate = useMay('merchant_profile_update');
  const open = useSwitchShop();
  const create = (
    <Button variant="contained" startIcon={<Icon name="plusCircle" />} onClick={() => setNew(true)}>
      {t('shops.new')}
    </Button>
  );
  return (
    <>
      <Card title={t('integration.tab.shops')} ruled aside={mayCreate ? create : undefined}>
        {body()}
      </Card>
      {isNew && (
        <NewShopDialog
          onClose={() => setNew(false)}
          onCreated={(shop) => {
            setNew(false);
            open(shop);
          }}
        />
      )}
    </>
  );

  function body(): ReactNode {
    if (isPending) return <ListLoading label={t('shops.loading')} rows={2} />;
    if (error) return <ListError title={t('shops.error')} error={error} onRetry={() => void refetch()} />;
    return (
      <Rows
        caption={t('shops.caption')}
        columns={columns()}
        rows={data}
        rowKey={({ id }) => id}
        card={(shop) => ({
          key: shop.id,
          primary: <Name shop={shop} />,
          value: <Open shop={shop} />,
          meta: shop.is_first ? t('shops.first') : undefined,
        })}
      />
    );
  }
}

function columns(): readonly TableColumn<Shop>[] {
  return [
    { key: 'name', label: t('shops.column.name'), cell: (shop) => <Name shop={shop} /> },
    { key: 'note', label: t('shops.column.note'), quiet: true, cell: ({ is_first }) => is_first && t('shops.first') },
    { key: 'open', label: t('shops.open'), labelHidden: true, align: 'right', cell: (shop) => <Open shop={shop} /> },
  ];
}

function Name({ shop }: { shop: Shop }) {
  const mode = useStore(session)?.active_profile_type ?? 'sandbox';
  return <>{shop.profiles[mode].name}</>;
}

function Open({ shop }: { shop: Shop }) {
  const user = useStore(session);
  const open = useSwitchShop();
  const isShown = user?.active_shop_id === (shop.is_first ? null : shop.id);
  if (isShown)
    return (
      <ToneChip tone="success" icon="check">
        {t('shops.shown')}
      </ToneChip>
    );
  const { name } = shop.profiles[user?.active_profile_type ?? 'sandbox'];
  return (
    <Button size="small" aria-label={t('shops.openOf', { name })} onClick={() => open(shop)}>
      {t('shops.open')}
    </Button>
  );
}
