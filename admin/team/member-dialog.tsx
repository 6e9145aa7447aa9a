import { useNotify } from 'react-admin';
import type { TeamMember } from '../../api/contract/team.ts';
import { ROLE_NAMES, type TeamAct } from '../../domain/team.ts';
import { useReadAgain } from '../components/use-read-again.ts';
import { useProvider } from '../data/data-provider.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { t } from '../i18n/translate.ts';
import { RoleInput } from './role-input.tsx';
import { CHANGED_BY_TEAM } from './team-calls.ts';

interface MemberDialogProps {
  member: TeamMember;
  act: TeamAct;
  onClose: () => void;
}

const DANGERS: ReadonlySet<TeamAct> = new Set(['block', 'delete', 'reset_2fa']);

/** Says what an act means for the colleague, and asks once more. */
export function MemberDialog({ member: { id, full_name: name, role: present }, act, onClose }: MemberDialogProps) {
  const provider = useProvider();
  const notify = useNotify();
  const readAgain = useReadAgain();
  const isRole = act === 'update_role';
  return (
    <FormDialog
      title={t(`team.${act}.dialog`, { name })}
      submit={t(`team.${act}.confirm`)}
      danger={DANGERS.has(act)}
      defaultValues={{ role: present }}
      rules={({ role }) => ({
        role: isRole && role === present ? t('team.update_role.same', { name, role: ROLE_NAMES[role] }) : undefined,
      })}
      send={async ({ role }) => {
        try {
          await provider.changeMember(id, act, role);
          notify(t(`team.${act}.done`, { name, role: ROLE_NAMES[role] }), { type: 'success' });
          onClose();
        } finally {
          // Refused or not, what is shown may be old by now.
          await readAgain(...CHANGED_BY_TEAM);
        }
      }}
      onClose={onClose}
    >
      <p>{t(`team.${act}.text`, { name })}</p>
      {isRole && <RoleInput source="role" />}
    </FormDialog>
  );
}
