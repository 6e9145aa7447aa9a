/** Where recipients of payment requests see what they are asked to pay (spec §2). */
export const REQUEST_PAGE = '/payment-request/invoice-form';

export function requestPageUrl(publicUrl: string, id: string): string {
  return `${publicUrl}${REQUEST_PAGE}?request=${id}`;
}
