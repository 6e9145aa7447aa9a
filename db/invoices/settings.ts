import type { ChainKind, CryptoGateId, Mode, Network } from '../../domain/assets/assets.ts';
import { gate } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { accountOf } from '../../settings/bank.ts';
import { type Config, isOpen, isSimulated } from '../../settings/config.ts';
import { isConversionPossible } from '../../settings/hedging.ts';

/** The configuration that invoices need. */
export interface InvoiceSettings {
  readonly publicUrl: string;
  readonly lifetimeSeconds: number;
  /** Whether payments of the gate can be accepted now. */
  isOpen(mode: Mode, gateId: CryptoGateId): boolean;
  /** Whether the mode converts: without an exchange nothing could bring a position back. */
  canConvert(mode: Mode): boolean;
  /** The gateway's account that euro are sent to; null: the mode has no bank. */
  bankAccount(mode: Mode): BankAccount | null;
  /**
   * The receiving account of a network. `identified` is the chain that its node reported; a simulator is always a
   * private chain.
   * @throws DomainError `network_unavailable` until the node was first reached: an address of the wrong chain loses
   *   money
   */
  account(
    mode: Mode,
    network: Network,
    identified: ChainKind | null,
  ): { readonly accountXpub: string; readonly chain: ChainKind };
}

interface BankAccount {
  readonly name: string;
  readonly iban: string;
  readonly bic: string;
}

export function invoiceSettings(config: Config): InvoiceSettings {
  return {
    publicUrl: config.publicUrl,
    lifetimeSeconds: config.invoiceLifetimeSeconds,
    canConvert: (mode) => isConversionPossible(config, mode),
    bankAccount: (mode) => accountOf(config, mode),
    isOpen: (mode, gateId) => isOpen(config, mode, gate(gateId).network),
    account(mode, network, identified) {
      const accountXpub = config.accountXpubs[mode][network];
      const chain = isSimulated(config, mode, network) ? 'regtest' : identified;
      if (accountXpub === undefined || chain === null) throw new DomainError('network_unavailable');
      return { accountXpub, chain };
    },
  };
}
