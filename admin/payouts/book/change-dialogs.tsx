import { useNotify } from 'react-admin';
import type { BookedAddress } from '../../../contract/payouts.ts';
import { useProvider } from '../../data/use-provider.ts';
import { bodyRules } from '../../forms/body-rules.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';
import { CodeBox } from '../../integration/parts.tsx';
import { useBookRefresh } from './use-book-refresh.ts';

interface ChangeDialogProps {
  booked: BookedAddress;
  onClose: () => void;
}

interface Named {
  readonly label: string;
}

const toBody = ({ label }: Named) => ({ label: label === '' ? null : label });
const nameRules = bodyRules<Named>(async () => (await import('../../../contract/payouts.ts')).RenameAddressBody, {
  toBody,
});

/** Another name for the same address; empty takes it away. */
export function RenameDialog({ booked, onClose }: ChangeDialogProps) {
  const provider = useProvider();
  const finish = useFinish(onClose);
  return (
    <FormDialog<Named>
      title={t('book.rename.title')}
      submit={t('book.rename.confirm')}
      defaultValues={{ label: booked.label ?? '' }}
      rules={nameRules}
      send={async (named) => {
        await provider.renameAddress(booked.id, toBody(named).label);
        await finish(t('book.rename.done'));
      }}
      onClose={onClose}
    >
      <Whole booked={booked} />
      <TextInput source="label" label={t('book.name')} help={t('book.nameHelp')} autoComplete="off" autoFocus />
    </FormDialog>
  );
}

/** Out of the book: used again, it is new again. */
export function ForgetDialog({ booked, onClose }: ChangeDialogProps) {
  const provider = useProvider();
  const finish = useFinish(onClose);
  return (
    <FormDialog
      title={t('book.forget.title')}
      submit={t('book.forget.confirm')}
      danger
      defaultValues={{}}
      send={async () => {
        await provider.forgetAddress(booked.id);
        await finish(t('book.forget.done'));
      }}
      onClose={onClose}
    >
      <p>{t('book.forget.text')}</p>
      <Whole booked={booked} />
    </FormDialog>
  );
}

function useFinish(onClose: () => void) {
  const notify = useNotify();
  const refresh = useBookRefresh();
  return async (done: string) => {
    notify(done, { type: 'success' });
    await refresh();
    onClose();
  };
}

function Whole({ booked: { address, destination_tag } }: { booked: BookedAddress }) {
  return (
    <CodeBox>{destination_tag === null ? address : t('payout.addressTag', { address, tag: destination_tag })}</CodeBox>
  );
}
