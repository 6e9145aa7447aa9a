export const METHODS_PATH = '/withdrawals/method';
export const REQUEST_PATH = '/withdrawals/request';

export function withdrawalPath(id: string): string {
  return `/withdrawals/details?id=${encodeURIComponent(id)}`;
}

export function methodPath(id: string): string {
  return `${METHODS_PATH}?id=${encodeURIComponent(id)}`;
}
