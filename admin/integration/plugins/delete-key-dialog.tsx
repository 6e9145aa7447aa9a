import { useNotify } from 'react-admin';
import type { PluginKey } from '../../../contract/plugin-keys.ts';
import { useReadAgain } from '../../components/use-read-again.ts';
import { useProvider } from '../../data/use-provider.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { t } from '../../i18n/translate.ts';

/** Says what stops before a key is deleted. */
export function DeleteKeyDialog({ of, onClose }: { of: PluginKey; onClose: () => void }) {
  const provider = useProvider();
  const notify = useNotify();
  const readAgain = useReadAgain();
  const { id, label: name } = of;
  return (
    <FormDialog
      title={t('plugins.btcpay.deleteTitle', { name })}
      submit={t('plugins.btcpay.delete')}
      keep={t('act.keep')}
      danger
      defaultValues={{}}
      send={async () => {
        await provider.deletePluginKey(id);
        notify(t('plugins.btcpay.deleted', { name }), { type: 'success' });
        onClose();
        await readAgain('plugin-keys');
      }}
      onClose={onClose}
    >
      <p>{t('plugins.btcpay.deleteText')}</p>
    </FormDialog>
  );
}
