export interface AddressGroup {
  readonly text: string;
  /** The first and the last eight characters are emphasized: people compare them. */
  readonly strong: boolean;
}

/**
 * An address in groups of four for the eye. The groups joined are the address: gaps are drawn, never written.
 * A network prefix (`bitcoincash:`) is a group of its own.
 */
export function groupAddress(address: string): AddressGroup[] {
  const colon = address.indexOf(':');
  const prefix = address.slice(0, colon + 1);
  const fours = address.slice(colon + 1).match(/.{1,4}/g) ?? [];
  const groups = fours.map((text, index) => ({ text, strong: index < 2 || index >= fours.length - 2 }));
  return prefix === '' ? groups : [{ text: prefix, strong: false }, ...groups];
}

/** A long id by its ends: `4e0336dd…7bf84a`. */
export function shortId(id: string): string {
  return id.length <= 18 ? id : `${id.slice(0, 8)}…${id.slice(-6)}`;
}
