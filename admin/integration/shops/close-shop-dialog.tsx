import { useNotify } from 'react-admin';
import type { Shop } from '../../../contract/shops.ts';
import { useReadAgain } from '../../components/use-read-again.ts';
import { useProvider } from '../../data/use-provider.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { t } from '../../i18n/translate.ts';
import { useShopName } from './use-shop-name.ts';

/** Says what goes on before a shop is closed. */
export function CloseShopDialog({ shop, onClose }: { shop: Shop; onClose: () => void }) {
  const provider = useProvider();
  const notify = useNotify();
  const readAgain = useReadAgain();
  const name = useShopName(shop);
  return (
    <FormDialog
      title={t('shops.closeTitle', { name })}
      submit={t('shops.closeConfirm')}
      keep={t('act.keep')}
      danger
      defaultValues={{}}
      send={async () => {
        await provider.closeShop(shop);
        await readAgain('shops');
        notify(t('shops.closeDone', { name }), { type: 'success' });
        onClose();
      }}
      onClose={onClose}
    >
      <p>{t('shops.closeText')}</p>
    </FormDialog>
  );
}
