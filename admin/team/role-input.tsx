import { useWatch } from 'react-hook-form';
import { TEAM_ROLES, type TeamRole } from '../../domain/accounts/permissions.ts';
import { ROLE_NAMES } from '../../domain/accounts/team.ts';
import { ChoiceInput } from '../forms/choice-input.tsx';
import { t } from '../i18n/translate.ts';

/** A role, with what it may do in words below. */
export function RoleInput({ source }: { source: string }) {
  const role = useWatch({ name: source }) as TeamRole;
  return (
    <ChoiceInput<TeamRole>
      source={source}
      label={t('team.invite.role')}
      choices={TEAM_ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }))}
      help={t(`team.roleText.${role}`)}
    />
  );
}
