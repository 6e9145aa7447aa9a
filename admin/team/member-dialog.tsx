import { useNotify } from 'react-admin';
import type { TeamMember, UpdateRoleBody } from '../../api/contract/team.ts';
import { ROLE_NAMES, type TeamAct } from '../../domain/team.ts';
import { ConfirmationDialog, useConfirmation } from '../components/confirmation.tsx';
import { useReadAgain } from '../components/use-read-again.ts';
import { useProvider } from '../data/data-provider.ts';
import { session } from '../data/session.ts';
import { useShops } from '../data/use-shops.ts';
import { useStore } from '../data/use-store.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { t } from '../i18n/translate.ts';
import { RoleInput } from './role-input.tsx';
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
  const hasShops = useStore(session)?.merchant.has_shops === true;
  const { data: known } = useShops({ enabled: isRole && hasShops });
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
  if (isRole && hasShops && known === undefined) return null;
  const all = known?.map((shop) => shop.id) ?? [];
  const before = member.shops ?? all;
  return (
    <FormDialog
      title={t(`team.${act}.dialog`, { name })}
      submit={t(`team.${act}.confirm`)}
      danger={DANGERS.has(act)}
      defaultValues={{ role: present, shops: before }}
      rules={({ role, shops }) => ({
        role:
          isRole && role === present && isSame(shops, before)
            ? t('team.update_role.same', { name, role: ROLE_NAMES[role] })
            : undefined,
        shops: isRole && hasShops && role !== 'admin' && shops.length === 0 ? t('team.shops.none') : undefined,
      })}
      send={({ role, shops }) => {
        const limits = hasShops && role !== 'admin' ? { shops: isSame(shops, all) ? null : shops } : {};
        return confirmation.first({ role, ...limits });
      }}
      onClose={onClose}
    >
      <p>{t(`team.${act}.text`, { name })}</p>
      {isRole && <RoleInput source="role" />}
      {isRole && hasShops && <ShopsInput source="shops" />}
    </FormDialog>
  );
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((each) => others.includes(each));
}
