import type { ReactNode } from 'react';
import type { UserPermission } from '../../domain/accounts/permissions.ts';
import { useMay } from '../data/use-may.ts';

/**
 * Shown to those whose role has the permission: buttons follow the same table as the calls behind them
 * (docs/permissions.md).
 */
export function May({ permission, children }: { permission: UserPermission; children: ReactNode }) {
  return useMay(permission) ? children : null;
}
