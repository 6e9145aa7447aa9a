import { useNotify } from 'react-admin';
import type { ConfirmationBody } from '../../../contract/account.ts';
import { ConfirmationDialog, useConfirmation } from '../../components/confirmation.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';

export interface UrlDialogProps {
  /** The present one; empty where there is none. */
  url: string;
  /** Whether it may be left empty: nothing is sent then. */
  isOptional?: boolean;
  save: (url: string, proof: ConfirmationBody) => Promise<void>;
  onClose: () => void;
}

/** Another URL for webhooks, with the password or a code where the server asks for them. */
export function UrlDialog({ url, isOptional = false, save, onClose }: UrlDialogProps) {
  const notify = useNotify();
  const confirmation = useConfirmation(async ({ url: next, ...proof }: { url: string } & ConfirmationBody) => {
    await save(next.trim(), proof);
    notify(t('hooks.urlSaved'), { type: 'success' });
    onClose();
  });
  if (confirmation.step !== null) return <ConfirmationDialog of={confirmation} />;
  return (
    <FormDialog
      title={t('hooks.changeUrlTitle')}
      submit={t('integration.save')}
      defaultValues={{ url }}
      rules={({ url: typed }) => ({
        url: isWebAddress(typed) || (isOptional && typed === '') ? undefined : t('profile.notificationUrlWrong'),
      })}
      send={confirmation.first}
      onClose={onClose}
    >
      <TextInput source="url" label={t('endpoints.url')} type="url" autoComplete="off" autoFocus />
    </FormDialog>
  );
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text);
}
