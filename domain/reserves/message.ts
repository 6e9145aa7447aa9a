import type { Mode, Network } from '../assets/assets.ts';

/** The parts of the message that is signed for an address. */
export interface ReserveMessage {
  readonly mode: Mode;
  readonly network: Network;
  readonly address: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** SHA-256 of the signed statement of the day, in base64url. */
  readonly statementSha256: string;
}

/**
 * The only text that the gateway signs with the keys of its coins besides transactions. Each part has a fixed form and
 * the first words say what it is, so that nobody who chooses the parts can make it say anything else. It names the
 * statement, so that it could not be signed before that day.
 * @throws RangeError for a part of another form
 */
export function reserveMessage({ mode, network, address, day, statementSha256 }: ReserveMessage): string {
  const isFormal =
    /^(?:sandbox|production)$/.test(mode) &&
    /^[A-Z]{3,5}$/.test(network) &&
    /^[0-9A-Za-z:]{20,100}$/.test(address) &&
    /^\d{4}-\d{2}-\d{2}$/.test(day) &&
    /^[\w-]{43}$/.test(statementSha256);
  if (!isFormal) throw new RangeError('not a message about reserves');
  return [
    'Tidegate proof of reserves',
    `Mode: ${mode}`,
    `Network: ${network}`,
    `Address: ${address}`,
    `Day: ${day}`,
    `Statement: ${statementSha256}`,
  ].join('\n');
}
