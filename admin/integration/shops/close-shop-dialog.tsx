import Button from '@mui/material/Button';
import type { Shop } from '../../../api/contract/shops.ts';
import { DialogFrame } from '../../components/dialog-frame.tsx';
import { useAct } from '../../components/use-act.ts';
import { t } from '../../i18n/translate.ts';
import { useShopName } from './use-shop-name.ts';

/** Says what goes on before a shop is closed. */
export function CloseShopDialog({ shop, onClose }: { shop: Shop; onClose: () => void }) {
  const name = useShopName(shop);
  const { mutate, isPending } = useAct((provider) => provider.closeShop(shop), {
    ...{ stale: ['shops'], done: t('shops.closeDone', { name }), onDone: onClose },
  });
  return (
    <DialogFrame
      title={t('shops.closeTitle', { name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('act.keep')}</Button>
          <Button variant="contained" color="error" disabled={isPending} onClick={() => mutate()}>
            {t('shops.closeConfirm')}
          </Button>
        </>
      }
    >
      <p>{t('shops.closeText')}</p>
    </DialogFrame>
  );
}
