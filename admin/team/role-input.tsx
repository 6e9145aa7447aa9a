import { useWatch } from 'react-hook-form';
import { ROLES, type Role } from '../../domain/accounts/permissions.ts';
import { ROLE_NAMES } from '../../domain/accounts/team.ts';
import { ChoiceInput } from '../forms/choice-input.tsx';
import { t } from '../i18n/translate.ts';

/** A role, with what it may do in words below. */
export function RoleInput({ source }: { source: string }) {
  const role = useWatch({ name: source }) as Role;
  return (
    <ChoiceInput<Role>
      source={source}
      label={t('team.invite.role')}
      choices={ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }))}
      help={t(`team.roleText.${role}`)}
    />
  );
}
