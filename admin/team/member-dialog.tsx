import { useNotify } from 'react-admin';
import type { TeamMember, UpdateRoleBody } from '../../contract/team.ts';
import { ROLE_NAMES, type TeamAct } from '../../domain/accounts/team.ts';
import { ConfirmationDialog, useConfirmation } from '../components/confirmation.tsx';
import { useReadAgain } from '../components/use-read-again.ts';
import { useProvider } from '../data/use-provider.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { t } from '../i18n/translate.ts';
import { RoleInput } from './role-input.tsx';
import { isSame, limitsOf, shopsProblem, useShopIds } from './shop-limits.ts';
import { ShopsInput } from './shops-input.tsx';
import { CHANGED_BY_TEAM } from './team-calls.ts';

interface MemberDialogProps {
  member: TeamMember;
  act: TeamAct;
  onClose: () => void;
}

const DANGERS: ReadonlySet<TeamAct> = new Set(['block', 'delete', 'reset_2fa']);

/** Says what an act means for the colleague, and asks once more. */
export function MemberDialog({ member, act, onClose }: MemberDialogProps) {
  const { id, full_name: name, role: present } = member;
  const provider = useProvider();
  const notify = useNotify();
  const readAgain = useReadAgain();
  const isRole = act === 'update_role';
  const all = useShopIds({ enabled: isRole });
  const confirmation = useConfirmation(async (body: UpdateRoleBody) => {
    try {
      await provider.changeMember(id, act, body);
      notify(t(`team.${act}.done`, { name, role: ROLE_NAMES[body.role] }), { type: 'success' });
      onClose();
    } finally {
      // Refused or not, what is shown may be old by now.
      await readAgain(...CHANGED_BY_TEAM);
    }
  });
  if (confirmation.step !== null) return <ConfirmationDialog of={confirmation} />;
  if (all === undefined) return null;
  const before = member.shops ?? all ?? [];
  return (
    <FormDialog
      title={t(`team.${act}.dialog`, { name })}
      submit={t(`team.${act}.confirm`)}
      danger={DANGERS.has(act)}
      defaultValues={{ role: present, shops: [...before] }}
      rules={({ role, shops }) => ({
        role:
          isRole && role === present && isSame(shops, before)
            ? t('team.update_role.same', { name, role: ROLE_NAMES[role] })
            : undefined,
        shops: shopsProblem({ role, shops }, all),
      })}
      send={({ role, shops }) => confirmation.first({ role, ...limitsOf({ role, shops }, all) })}
      onClose={onClose}
    >
      <p>{t(`team.${act}.text`, { name })}</p>
      {isRole && <RoleInput source="role" />}
      {all !== null && <ShopsInput source="shops" roleSource="role" />}
    </FormDialog>
  );
}
