import { type TokenPermission, tokenPermissionsOf } from './permissions.ts';

/** The purposes of restricted keys: a program or agent that may do this and nothing else. */
export const TOKEN_PRESETS = ['read_only', 'create_invoices', 'drafts'] as const;

export type TokenPreset = (typeof TOKEN_PRESETS)[number];

const READS = ['invoice_get', 'address_get', 'order_status', 'payout_get', 'refund_get'] as const;

const PERMISSIONS: Readonly<Record<TokenPreset, readonly TokenPermission[]>> = {
  read_only: READS,
  create_invoices: ['invoice_create', 'invoice_get'],
  drafts: [...READS, 'payout_draft', 'refund_draft'],
};

/** The permissions of a preset, in the order of the list, as far as tokens of the shop may have them. */
export function presetPermissions(preset: TokenPreset, shopId: string | null): TokenPermission[] {
  return tokenPermissionsOf(shopId).filter((each) => PERMISSIONS[preset].includes(each));
}

/** The preset that has exactly these permissions; null if none has. */
export function presetOf(permissions: readonly TokenPermission[], shopId: string | null): TokenPreset | null {
  const given = new Set(permissions);
  const matches = (preset: TokenPreset) => {
    const expected = presetPermissions(preset, shopId);
    return expected.length === given.size && expected.every((each) => given.has(each));
  };
  return TOKEN_PRESETS.find(matches) ?? null;
}
