import type { ChainKind, Mode, Network } from '../../domain/assets.ts';
import { type Config, isOpen, isSimulated } from '../../domain/config.ts';
import { deriveOwnAddress } from '../../domain/derivation.ts';
import { DomainError } from '../../domain/errors.ts';
import type { NetworkFeeBounds } from '../../domain/payouts/network-fee.ts';
import { type ApprovalSeal, createApprovalSeal } from './approval.ts';
import { createMethodSeal, type MethodSeal } from './method-seal.ts';

/** What payouts take from the configuration. */
export interface PayoutSettings {
  readonly seal: ApprovalSeal;
  readonly methodSeal: MethodSeal;
  /** True where a payout can be sent now: nobody may ask for what nothing could send. */
  isOpen(mode: Mode, network: Network): boolean;
  /**
   * Whose parameters addresses are read with.
   * @throws DomainError `network_unavailable` while the node was never reached
   */
  chainOf(mode: Mode, network: Network, identified: ChainKind | null): ChainKind;
  tokenContract(mode: Mode): string | undefined;
  /** The key of the account that pays; undefined where coins are paid from many addresses. */
  ownAccount(mode: Mode, network: Network): string | undefined;
  networkFeeBoundsOf(network: Network): NetworkFeeBounds;
  /** The most that one transaction may cost, whoever approves it; minor units of the network's coin. */
  maxFeeOf(network: Network): bigint;
}

export function payoutSettings(
  config: Pick<
    Config,
    'encryptionKey' | 'nodeEnv' | 'chains' | 'usdtErc20Contracts' | 'accountXpubs' | 'networkFeeBounds' | 'feeBounds'
  >,
): PayoutSettings {
  const accounts = new Map<string, string | undefined>();
  return {
    seal: createApprovalSeal(config.encryptionKey),
    methodSeal: createMethodSeal(config.encryptionKey),
    isOpen: (mode, network) => isOpen(config, mode, network),
    chainOf(mode, network, identified) {
      const chain = isSimulated(config, mode, network) ? 'regtest' : identified;
      if (chain === null) throw new DomainError('network_unavailable');
      return chain;
    },
    tokenContract: (mode) => config.usdtErc20Contracts[mode],
    ownAccount(mode, network) {
      const name = `${mode}:${network}`;
      if (!accounts.has(name)) accounts.set(name, accountOf(network, config.accountXpubs[mode][network]));
      return accounts.get(name);
    },
    networkFeeBoundsOf: (network) => config.networkFeeBounds[network],
    maxFeeOf: (network) => config.feeBounds[network].maxTotalMinor,
  };
}

function accountOf(network: Network, accountXpub: string | undefined): string | undefined {
  const paysFromOne = network === 'ETH' || network === 'TRON' || network === 'XRP';
  if (!paysFromOne || accountXpub === undefined) return undefined;
  return deriveOwnAddress({ network, accountXpub, index: 0, chain: 'main' }).addressKey;
}
