import type { Mode } from '../domain/assets/assets.ts';
import type { GetVariable } from './servers.ts';

/** Transfers of the gateway's own money. */
export interface TransferConfig {
  /** The profile of the gateway's own merchant, by mode. */
  readonly profiles: Readonly<Partial<Record<Mode, string>>>;
  /** Euro cents. */
  readonly automaticBelowMinor: bigint;
  readonly secondFromMinor: bigint;
}

export function readTransfers(get: GetVariable): TransferConfig {
  const [production, sandbox] = [get('TRANSFER_PROFILE'), get('TRANSFER_SANDBOX_PROFILE')];
  return {
    profiles: { production: production || undefined, sandbox: sandbox || undefined },
    automaticBelowMinor: BigInt(get('TRANSFER_AUTOMATIC_BELOW_EUR')) * 100n,
    secondFromMinor: BigInt(get('TRANSFER_SECOND_PERSON_FROM_EUR')) * 100n,
  };
}
