export const DEPOSITS_PATH = '/balance?tab=deposits';
export const ADDRESSES_PATH = '/balance?tab=addresses';
/** The form that gives a customer an address. */
export const NEW_DEPOSIT_PATH = `${ADDRESSES_PATH}&new`;

export function depositPath(id: string): string {
  return `${DEPOSITS_PATH}&id=${encodeURIComponent(id)}`;
}

/** An address: a dialog over the list. */
export function addressPath(id: string): string {
  return `${ADDRESSES_PATH}&id=${encodeURIComponent(id)}`;
}

/** The path to the deposits of one customer. */
export function depositsOfPath(reference: string): string {
  return `${DEPOSITS_PATH}&search=${encodeURIComponent(reference)}`;
}
