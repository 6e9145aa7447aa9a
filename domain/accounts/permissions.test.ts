import { describe, expect, test } from 'vitest';
import { isPartnerRole } from './partner-roles.ts';
import { permissionsOf, ROLES, roleMay, TEAM_ROLES, USER_PERMISSIONS } from './permissions.ts';

describe('permissions of roles', () => {
  test('an admin may do everything', () => {
    expect(permissionsOf('admin')).toEqual(USER_PERMISSIONS);
  });

  test('support completes invoices and touches neither settings, team nor tokens', () => {
    expect(roleMay('support', 'merchant_invoice_done')).toBe(true);
    expect(roleMay('support', 'merchant_payout_create')).toBe(true);
    for (const refused of ['merchant_profile_update', 'merchant_user_create', 'merchant_apiToken_viewAny'] as const) {
      expect(roleMay('support', refused)).toBe(false);
    }
  });

  test('a viewer reads and exports, and changes nothing of the merchant', () => {
    expect(roleMay('viewer', 'merchant_invoice_view')).toBe(true);
    expect(roleMay('viewer', 'merchant_history_exportEvents')).toBe(true);
    const changes = permissionsOf('viewer').filter((each) =>
      /create|update|delete|done|run|pause|activate|reset/.test(each),
    );
    // The emails that they get themselves, and help.
    expect(changes).toEqual(['merchant_subscriptions_update', 'merchant_ticket_create']);
  });

  test('partners and ambassadors earn and are paid, and have nothing of a shop', () => {
    for (const role of ROLES.filter((each) => isPartnerRole(each))) {
      const modules = new Set(permissionsOf(role).map((each) => each.split('_')[1]));
      expect([...modules]).toEqual([
        'merchant',
        'subscriptions',
        'paymentMethod',
        'partner',
        'profile',
        'ticket',
        'withdrawal',
      ]);
      // Production is where earnings are; the profile of a shop is not theirs.
      expect(roleMay(role, 'merchant_profile_production')).toBe(true);
      for (const refused of ['profile_view', 'profile_update', 'user_viewAny', 'apiToken_create'] as const) {
        expect(roleMay(role, `merchant_${refused}`), `${role} ${refused}`).toBe(false);
      }
    }
    expect(TEAM_ROLES.filter((each) => isPartnerRole(each))).toEqual([]);
  });

  test('everyone chooses the emails that they get', () => {
    for (const role of ROLES) expect(roleMay(role, 'merchant_subscriptions_update'), role).toBe(true);
  });
});
