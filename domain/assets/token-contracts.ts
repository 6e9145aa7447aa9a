import type { CryptoGateId } from './assets.ts';

/** Tether's own contracts on the main networks: https://tether.to/en/supported-protocols. */
export const MAIN_USDT_CONTRACTS = {
  USDT_ERC20: '0xdac17f958d2ee523a2206206994597c13d831ec7',
  USDT_TRC20: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
} as const satisfies Partial<Record<CryptoGateId, string>>;

export type TokenGateId = keyof typeof MAIN_USDT_CONTRACTS;

export function hasTokenContract(gateId: CryptoGateId): gateId is TokenGateId {
  return Object.hasOwn(MAIN_USDT_CONTRACTS, gateId);
}

/** The contract of a gate's token: the operator's, else that of the main network; undefined where there is none. */
export function tokenContract(
  gateId: TokenGateId,
  { isMain, configured }: { readonly isMain: boolean; readonly configured: string | undefined },
): string | undefined {
  return configured ?? (isMain ? MAIN_USDT_CONTRACTS[gateId] : undefined);
}
