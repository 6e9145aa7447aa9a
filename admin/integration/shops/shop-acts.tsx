import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { Shop } from '../../../contract/shops.ts';
import { ToneChip } from '../../components/status-chip.tsx';
import { useAct } from '../../components/use-act.ts';
import { session } from '../../data/session.ts';
import { useMay } from '../../data/use-may.ts';
import { useStore } from '../../data/use-store.ts';
import { t } from '../../i18n/translate.ts';
import { useSwitchShop } from '../../shell/use-switch-shop.ts';
import { useShopName } from './use-shop-name.ts';

const Acts = styled('span')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  alignItems: 'center',
  gap: 4,
});

/** Switches to a shop, closes it or reopens it. The first shop cannot be closed. */
export function ShopActs({ shop, onClose }: { shop: Shop; onClose: () => void }) {
  const mayUpdate = useMay('merchant_profile_update');
  const name = useShopName(shop);
  const close = (
    <Button size="small" aria-label={t('shops.closeOf', { name })} onClick={onClose}>
      {t('shops.close')}
    </Button>
  );
  return (
    <Acts>
      {mayUpdate && !shop.is_first && (shop.closed ? <Reopen shop={shop} /> : close)}
      <Switch shop={shop} />
    </Acts>
  );
}

function Switch({ shop }: { shop: Shop }) {
  const user = useStore(session);
  const name = useShopName(shop);
  const open = useSwitchShop();
  const isShown = user?.active_shop_id === (shop.is_first ? null : shop.id);
  if (isShown)
    return (
      <ToneChip tone="success" icon="check">
        {t('shops.shown')}
      </ToneChip>
    );
  return (
    <Button size="small" aria-label={t('shops.openOf', { name })} onClick={() => open(shop)}>
      {t('shops.open')}
    </Button>
  );
}

function Reopen({ shop }: { shop: Shop }) {
  const name = useShopName(shop);
  const { mutate, isPending } = useAct((provider) => provider.reopenShop(shop), {
    stale: ['shops'],
    done: t('shops.reopenDone', { name }),
  });
  return (
    <Button size="small" disabled={isPending} aria-label={t('shops.reopenOf', { name })} onClick={() => mutate()}>
      {t('shops.reopen')}
    </Button>
  );
}
