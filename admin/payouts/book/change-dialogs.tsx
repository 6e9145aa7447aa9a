import type { BookedAddress } from '../../../api/contract/payouts.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { Field } from '../../components/field.tsx';
import { useForm } from '../../components/use-form.ts';
import { toastSuccess } from '../../data/toasts.ts';
import { t } from '../../i18n/translate.ts';
import { CodeBox } from '../../integration/parts.tsx';
import { forgetAddress, renameAddress, useBookRefresh } from './book-calls.ts';

interface ChangeDialogProps {
  booked: BookedAddress;
  onClose: () => void;
}

/** Another name for the same address; empty takes it away. */
export function RenameDialog({ booked, onClose }: ChangeDialogProps) {
  const refresh = useBookRefresh();
  const form = useForm({
    initial: { label: booked.label ?? '' },
    check: () => ({}),
    async send({ label }) {
      await renameAddress(booked.id, label === '' ? null : label);
      toastSuccess(t('book.rename.done'));
      await refresh();
      onClose();
    },
  });
  return (
    <DialogForm title={t('book.rename.title')} form={form} submit={t('book.rename.confirm')} onClose={onClose}>
      <Whole booked={booked} />
      <Field {...form.text('label')} label={t('book.name')} help={t('book.nameHelp')} autoComplete="off" autoFocus />
    </DialogForm>
  );
}

/** Out of the book: used again, it is new again. */
export function ForgetDialog({ booked, onClose }: ChangeDialogProps) {
  const refresh = useBookRefresh();
  const form = useForm({
    initial: {},
    check: () => ({}),
    async send() {
      await forgetAddress(booked.id);
      toastSuccess(t('book.forget.done'));
      await refresh();
      onClose();
    },
  });
  return (
    <DialogForm title={t('book.forget.title')} form={form} submit={t('book.forget.confirm')} danger onClose={onClose}>
      <p>{t('book.forget.text')}</p>
      <Whole booked={booked} />
    </DialogForm>
  );
}

function Whole({ booked: { address, destination_tag } }: { booked: BookedAddress }) {
  return (
    <CodeBox>{destination_tag === null ? address : t('payout.addressTag', { address, tag: destination_tag })}</CodeBox>
  );
}
