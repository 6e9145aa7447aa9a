import type { Mode } from '../../../domain/assets/assets.ts';
import type { Config } from '../../../settings/config.ts';
import { type InvoiceSettings, invoiceSettings } from '../../invoices/settings.ts';
import { type PayoutSettings, payoutSettings } from '../../payouts/settings.ts';
import { createRouteSeal, type RouteSeal } from './route-seal.ts';

/** The configuration that transfers need. */
export interface TransferSettings {
  readonly payouts: PayoutSettings;
  readonly routeSeal: RouteSeal;
  /** The receiving account of a network. */
  readonly account: InvoiceSettings['account'];
  /** The profile of the gateway's own merchant, whose payouts carry coins; undefined: none do. */
  readonly profileOf: (mode: Mode) => string | undefined;
  /** Proposals worth less than this run by themselves; euro cents. */
  readonly automaticBelowMinor: bigint;
  /** From this value on, two people have to approve; euro cents. */
  readonly secondFromMinor: bigint;
}

export function transferSettings(config: Config): TransferSettings {
  const { profiles, automaticBelowMinor, secondFromMinor } = config.transfers;
  return {
    payouts: payoutSettings(config),
    routeSeal: createRouteSeal(config.encryptionKey),
    account: invoiceSettings(config).account,
    profileOf: (mode) => profiles[mode],
    automaticBelowMinor,
    secondFromMinor,
  };
}
