import { useState } from 'react';
import { Column } from '../components/page.tsx';
import { session } from '../data/session.ts';
import { useStore } from '../data/use-store.ts';
import { AuditCard } from './audit-card.tsx';
import { InvitationsCard } from './invitations-card.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MembersCard } from './members-card.tsx';

/** The people of the merchant's account: members, invitations, and who did what; by permission (spec §6). */
export default function TeamTab() {
  const user = useStore(session);
  const [inviting, setInviting] = useState(false);
  const may = (permission: string) => user?.permissions.includes(permission) ?? false;
  const invite = may('merchant_user_create') ? () => setInviting(true) : undefined;
  return (
    <Column>
      <MembersCard onInvite={invite} />
      <InvitationsCard mayAct={may('merchant_user_create')} />
      {may('merchant_merchant_activities') && <AuditCard />}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Column>
  );
}
