import type { AppResource } from '../resource.ts';
import { resources } from '../resources.ts';

/** react-admin's names of actions. */
const ACTIONS: Readonly<Record<string, string>> = {
  list: 'viewAny',
  show: 'view',
  edit: 'update',
};

/**
 * The permission that an action on a collection needs, as docs/permissions.md names it: `invoices`, `list` needs
 * `merchant_invoice_viewAny`. Names that are no collection are modules.
 */
export function permissionFor(name: string, action: string, list: readonly AppResource[] = resources): string {
  const access = list.find(({ collections }) => collections?.[name])?.collections?.[name] ?? name;
  return access.startsWith('merchant_') ? access : `merchant_${access}_${ACTIONS[action] ?? action}`;
}

/** Whether these permissions allow an action on a collection or module. */
export function isAllowed(permissions: readonly string[], name: string, action: string): boolean {
  const needed = permissionFor(name, action);
  return permissions.some((permission) => permission === needed);
}
