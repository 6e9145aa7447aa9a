import type { ChainKind, Mode, Network } from '../../domain/assets/assets.ts';
import { deriveOwnAddress } from '../../domain/assets/derivation.ts';
import { DomainError } from '../../domain/errors.ts';
import type { NetworkFeeBounds } from '../../domain/payouts/network-fee.ts';
import { type Config, isOpen, isSimulated } from '../../settings/config.ts';
import { createSecretBox, type SecretBox } from '../core/secret-box.ts';
import { createMethodSeal, type MethodSeal } from '../outflows/method-seal.ts';
import { type ApprovalSeal, createApprovalSeal } from './approval.ts';

/** The configuration that payouts need. */
export interface PayoutSettings {
  readonly seal: ApprovalSeal;
  readonly methodSeal: MethodSeal;
  /** Opens the verified name of a business. */
  readonly box: SecretBox;
  /** Whether a payout can be sent now: payouts that cannot be sent are refused. */
  isOpen(mode: Mode, network: Network): boolean;
  /**
   * The chain whose parameters apply to addresses.
   * @throws DomainError `network_unavailable` until the node was first reached
   */
  chainOf(mode: Mode, network: Network, identified: ChainKind | null): ChainKind;
  tokenContract(mode: Mode): string | undefined;
  /** The key of the paying account; undefined where coins are paid from many addresses. */
  ownAccount(mode: Mode, network: Network): string | undefined;
  networkFeeBoundsOf(network: Network): NetworkFeeBounds;
  /** The maximum cost of one transaction, for every approver; minor units of the network's coin. */
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
    box: createSecretBox(Buffer.from(config.encryptionKey)),
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
