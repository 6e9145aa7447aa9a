'use client';

import { type CSSProperties, createElement, type ReactNode, useEffect, useRef } from 'react';
import { type EmbeddedInvoice, loadTidegate } from './load.ts';

export type { EmbeddedInvoice } from './load.ts';

export interface TidegateCheckoutProps {
  /** The `checkout_url` of an invoice, or its id together with `gateway`. */
  readonly invoice: string;
  /** Where the gateway is, such as `https://pay.example.com`. Needed with an id alone. */
  readonly gateway?: string;
  /** Above the page until the payer closes it, or within it, as by default. */
  readonly mode?: 'inline' | 'modal';
  readonly onReady?: () => void;
  readonly onStatus?: (invoice: EmbeddedInvoice) => void;
  /** Once, for what the payer sees. Ship after a webhook: anyone can run scripts in their own browser. */
  readonly onPaid?: (invoice: EmbeddedInvoice) => void;
  /** Of a modal: the payer closed it. Render it no more. */
  readonly onClose?: () => void;
  /** The script could not be loaded, or the address is not one of the gateway's. */
  readonly onError?: (error: unknown) => void;
  readonly className?: string;
  readonly style?: CSSProperties;
}

/** The payment page of an invoice. Another invoice replaces the page; new callbacks do not. */
export function TidegateCheckout(props: TidegateCheckoutProps): ReactNode {
  const { invoice, gateway, mode = 'inline', className, style } = props;
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    let isGone = false;
    let end = () => {};
    const callbacks = {
      onReady: () => latest.current.onReady?.(),
      onStatus: (changed: EmbeddedInvoice) => latest.current.onStatus?.(changed),
      onPaid: (paid: EmbeddedInvoice) => latest.current.onPaid?.(paid),
      // The payer did not close a page that React itself removes.
      onClose: () => (isGone ? undefined : latest.current.onClose?.()),
    };
    loadTidegate(invoice, gateway)
      .then((tidegate) => {
        if (isGone) return;
        if (mode === 'modal') end = tidegate.open(invoice, callbacks).close;
        else if (place.current !== null) end = tidegate.mount(place.current, invoice, callbacks).unmount;
      })
      .catch((error: unknown) => {
        if (!isGone) latest.current.onError?.(error);
      });
    return () => {
      isGone = true;
      end();
    };
  }, [invoice, gateway, mode]);
  if (mode === 'modal') return null;
  // The height is there before the page is, so that nothing below moves.
  return createElement('div', { ref: place, className, style: { minHeight: 780, maxWidth: 460, ...style } });
}
