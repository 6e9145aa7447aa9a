import type { ChainKind, Mode, Network } from '../../domain/assets.ts';
import { type Config, isOpen, isSimulated } from '../../domain/config.ts';
import { DomainError } from '../../domain/errors.ts';
import { type ApprovalSeal, createApprovalSeal } from './approval.ts';

/** What payouts take from the configuration. */
export interface PayoutSettings {
  readonly seal: ApprovalSeal;
  /** True where a payout can be sent now: nobody may ask for what nothing could send. */
  isOpen(mode: Mode, network: Network): boolean;
  /**
   * Whose parameters addresses are read with.
   * @throws DomainError `network_unavailable` while the node was never reached
   */
  chainOf(mode: Mode, network: Network, identified: ChainKind | null): ChainKind;
  tokenContract(mode: Mode): string | undefined;
}

export function payoutSettings(
  config: Pick<Config, 'encryptionKey' | 'nodeEnv' | 'chains' | 'usdtErc20Contracts'>,
): PayoutSettings {
  return {
    seal: createApprovalSeal(config.encryptionKey),
    isOpen: (mode, network) => isOpen(config, mode, network),
    chainOf(mode, network, identified) {
      const chain = isSimulated(config, mode, network) ? 'regtest' : identified;
      if (chain === null) throw new DomainError('network_unavailable');
      return chain;
    },
    tokenContract: (mode) => config.usdtErc20Contracts[mode],
  };
}
