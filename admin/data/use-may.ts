import { useCanAccess } from 'react-admin';
import type { UserPermission } from '../../domain/accounts/permissions.ts';
import { session } from './session.ts';

/**
 * Whether the signed-in user's role has the permission: react-admin's access control (`authProvider.canAccess`), asked
 * by the names of docs/permissions.md. Known from the first drawing on.
 */
export function useMay(permission: UserPermission): boolean {
  const [, resource = '', action = ''] = /^merchant_([^_]+)_(.+)$/.exec(permission) ?? [];
  const initialData = session.get()?.permissions.includes(permission) ?? false;
  const { canAccess } = useCanAccess({ resource, action, initialData });
  return canAccess ?? false;
}
