import type { UserPermission } from '../../domain/permissions.ts';
import { session } from './session.ts';
import { useStore } from './use-store.ts';

/** Whether the signed-in user's role has the permission. */
export function useMay(permission: UserPermission): boolean {
  return useStore(session)?.permissions.includes(permission) ?? false;
}
