/** How an order trades: in an order book, or by accepting a quote. */
export type OrderKind = 'order_book' | 'quote';

export type Side = 'buy' | 'sell';
