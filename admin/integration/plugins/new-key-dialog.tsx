import type { CreatePluginKeyBody, IssuedPluginKey } from '../../../contract/plugin-keys.ts';
import { ConfirmationDialog, useConfirmation } from '../../components/confirmation.tsx';
import { useProvider } from '../../data/use-provider.ts';
import { bodyRules } from '../../forms/body-rules.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';

interface KeyValues {
  readonly label: string;
}

/** A key with every permission that these plugins ask for: all it needs is a name. */
export function NewKeyDialog({ onClose, onIssued }: { onClose: () => void; onIssued: (key: IssuedPluginKey) => void }) {
  const provider = useProvider();
  const confirmation = useConfirmation(async (body: CreatePluginKeyBody) =>
    onIssued(await provider.createPluginKey(body)),
  );
  return (
    <>
      <FormDialog<KeyValues>
        title={t('plugins.btcpay.new')}
        submit={t('plugins.btcpay.create')}
        defaultValues={{ label: '' }}
        rules={keyRules}
        send={({ label }) => confirmation.first({ label: label.trim() })}
        onClose={onClose}
      >
        <TextInput
          source="label"
          label={t('plugins.btcpay.label')}
          help={t('plugins.btcpay.newHelp')}
          autoComplete="off"
          autoFocus
        />
      </FormDialog>
      <ConfirmationDialog of={confirmation} />
    </>
  );
}

const keyRules = bodyRules<KeyValues>(
  async () => (await import('../../../contract/plugin-keys.ts')).CreatePluginKeyBody,
  {
    toBody: ({ label }) => ({ label }),
    check: ({ label }) => ({ label: label.trim() === '' ? t('form.required') : undefined }),
  },
);
