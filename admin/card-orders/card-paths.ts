export const CARD_ORDERS_PATH = '/history?tab=cards';

export function cardOrderPath(id: string): string {
  return `/history/card?id=${encodeURIComponent(id)}`;
}
