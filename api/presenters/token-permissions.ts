import { type TokenPermission, tokenPermissionsOf } from '../../domain/accounts/permissions.ts';
import { fieldError } from '../../domain/errors.ts';

/** @throws DomainError `validation_failed` for what only tokens of the first shop may do */
export function requireOfShop(permissions: readonly TokenPermission[], shopId: string | null): void {
  const allowed = tokenPermissionsOf(shopId);
  if (permissions.every((each) => allowed.includes(each))) return;
  throw fieldError('permissions', 'All shops share one balance. Payouts need a token of the first shop.');
}
