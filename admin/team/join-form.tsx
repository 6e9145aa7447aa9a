import { enter } from '../auth/enter.ts';
import { NEW_OWNER, OwnerForm, ownerErrors, sendByLink } from '../auth/owner-form.tsx';
import { useForm } from '../components/use-form.ts';
import { toastSuccess } from '../data/toasts.ts';
import { t } from '../i18n/translate.ts';
import { teamCalls } from './team-calls.ts';

export interface JoinFormProps {
  token: string;
  email: string;
  /** As the one who invites wrote it. */
  fullName: string;
  /** The link was used or taken back meanwhile. */
  onClosed: () => void;
}

/** Name and password of somebody who was invited; opens the account. */
export function JoinForm({ token, email, fullName, onClosed }: JoinFormProps) {
  const form = useForm({
    initial: { ...NEW_OWNER, full_name: fullName },
    check: (values) => ownerErrors(values, email),
    send: (values) =>
      sendByLink(async () => {
        const user = await teamCalls.join({ token, ...values });
        toastSuccess(t('join.done'));
        enter(user);
      }, onClosed),
  });
  return <OwnerForm form={form} email={email} submit={t(form.busy ? 'join.busy' : 'join.submit')} />;
}
