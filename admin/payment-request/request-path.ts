export const REQUESTS_PATH = '/payment-request';
export const NEW_REQUEST_PATH = '/payment-request/create-invoice';

export function requestPath(id: string): string {
  return `/payment-request/details?id=${encodeURIComponent(id)}`;
}
