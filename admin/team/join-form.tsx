import { authCalls } from '../auth/auth-calls.ts';
import { enter } from '../auth/enter.ts';
import { NEW_OWNER, type Owner, OwnerForm, ownerErrors, sendByLink } from '../auth/owner-form.tsx';
import { withVersions } from '../auth/shown-versions.ts';
import { notify } from '../data/notices.ts';
import { t } from '../i18n/translate.ts';

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
  const send = (values: Owner) =>
    sendByLink(async () => {
      const user = await authCalls.join(withVersions({ token, ...values }));
      notify(t('join.done'), 'success');
      enter(user);
    }, onClosed);
  return (
    <OwnerForm<Owner>
      defaultValues={{ ...NEW_OWNER, full_name: fullName }}
      rules={(values) => ownerErrors(values, email)}
      send={send}
      email={email}
      submit={t('join.submit')}
      busy={t('join.busy')}
    />
  );
}
