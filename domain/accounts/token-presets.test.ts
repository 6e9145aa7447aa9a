import { describe, expect, test } from 'vitest';
import { addsPower, onlyDrafts, powerPermissions, TOKEN_PERMISSIONS } from './permissions.ts';
import { presetOf, presetPermissions, TOKEN_PRESETS } from './token-presets.ts';

describe('restricted keys', () => {
  test('none of them can send money, and only drafts request any', () => {
    for (const preset of TOKEN_PRESETS) {
      const permissions = presetPermissions(preset, null);
      expect([onlyDrafts('payout', permissions), onlyDrafts('refund', permissions)], preset).toEqual([true, true]);
      expect(powerPermissions(permissions)).toEqual(preset === 'drafts' ? ['payout_draft', 'refund_draft'] : []);
    }
  });

  test('are recognized by their permissions in any order, and by nothing more or less', () => {
    for (const shopId of [null, 'shop']) {
      for (const preset of TOKEN_PRESETS) {
        const permissions = presetPermissions(preset, shopId);
        expect(presetOf(permissions.toReversed(), shopId)).toBe(preset);
        expect(presetOf(permissions.slice(1), shopId)).toBeNull();
        expect(presetOf([...permissions, 'webhook_manage'], shopId)).toBeNull();
      }
    }
    expect(presetOf(TOKEN_PERMISSIONS, null)).toBeNull();
  });

  test('those of another shop leave out the shared balance', () => {
    expect(presetPermissions('drafts', 'shop').filter((each) => each.startsWith('payout'))).toEqual([]);
    expect(presetPermissions('drafts', 'shop')).toContain('refund_draft');
  });
});

test('a token that sends gains nothing by drafts, one that only drafts gains by sending', () => {
  expect(addsPower('payout_draft', ['payout'])).toBe(false);
  expect(addsPower('refund_draft', ['payout'])).toBe(true);
  expect(addsPower('payout', ['payout_draft'])).toBe(true);
  expect(addsPower('payout_get', [])).toBe(false);
});
