import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import type { Shop } from '../../../contract/shops.ts';
import { Card } from '../../components/card.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { ListError, ListLoading } from '../../components/list-state.tsx';
import { Rows } from '../../components/rows.tsx';
import { useMay } from '../../data/use-may.ts';
import { useShops } from '../../data/use-shops.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { Icon } from '../../look/icon.tsx';
import { useSwitchShop } from '../../shell/use-switch-shop.ts';
import { CloseShopDialog } from './close-shop-dialog.tsx';
import { NewShopDialog } from './new-shop-dialog.tsx';
import { ShopActs } from './shop-acts.tsx';
import { useShopName } from './use-shop-name.ts';

/** The shops of the merchant. */
export default function ShopsTab() {
  const [isNew, setNew] = useState(false);
  const [closing, setClosing] = useState<Shop | null>(null);
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
      {closing && <CloseShopDialog shop={closing} onClose={() => setClosing(null)} />}
    </>
  );

  function body(): ReactNode {
    if (isPending) return <ListLoading label={t('shops.loading')} rows={2} />;
    if (error) return <ListError title={t('shops.error')} error={error} onRetry={() => void refetch()} />;
    return (
      <Rows
        caption={t('shops.caption')}
        columns={columns(setClosing)}
        rows={data}
        rowKey={({ id }) => id}
        card={(shop) => ({
          key: shop.id,
          primary: <Name shop={shop} />,
          value: <ShopActs shop={shop} onClose={() => setClosing(shop)} />,
          meta: noteOf(shop),
        })}
      />
    );
  }
}

function columns(onClose: (shop: Shop) => void): readonly TableColumn<Shop>[] {
  return [
    column('name', 'shops.column.name', (shop) => <Name shop={shop} />),
    column('note', 'shops.column.note', noteOf, { quiet: true }),
    column('acts', 'shops.open', (shop) => <ShopActs shop={shop} onClose={() => onClose(shop)} />, {
      labelHidden: true,
      align: 'right',
    }),
  ];
}

function noteOf({ is_first, closed }: Shop): string | undefined {
  if (is_first) return t('shops.first');
  return closed ? t('shops.closed') : undefined;
}

function Name({ shop }: { shop: Shop }) {
  return <>{useShopName(shop)}</>;
}
