import { useCanAccess } from 'react-admin';
import type { StaffPermission } from '../../../domain/accounts/staff-permissions.ts';
import { staffSession } from './staff-call.ts';

/** Whether the person signed in may do this, by react-admin's access control. Known from the first drawing on. */
export function useStaffMay(permission: StaffPermission): boolean {
  const [resource = '', action = ''] = permission.split('_');
  const initialData = staffSession.get()?.permissions.includes(permission) ?? false;
  const { canAccess } = useCanAccess({ resource, action, initialData });
  return canAccess ?? false;
}
