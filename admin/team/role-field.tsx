import { ROLES, type Role } from '../../domain/permissions.ts';
import { ROLE_NAMES } from '../../domain/team.ts';
import { ChoiceField } from '../components/choice-field.tsx';
import { t } from '../i18n/translate.ts';

/** A role, with what it may do in words below. */
export function RoleField({ role, onRole }: { role: Role; onRole: (role: Role) => void }) {
  return (
    <ChoiceField
      label={t('team.invite.role')}
      value={role}
      choices={ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }))}
      onChange={onRole}
      help={t(`team.roleText.${role}`)}
    />
  );
}
