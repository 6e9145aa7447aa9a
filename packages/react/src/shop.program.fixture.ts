import { createElement, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { TidegateCheckout } from './index.ts';

const gateway = new URLSearchParams(location.search).get('gateway') ?? '';
const heard: [string, string | null][] = [];

/** A shop that shows one invoice inline and another in a modal. */
function Shop() {
  const [isOpen, setOpen] = useState(false);
  const [invoice, setInvoice] = useState('pay-xrp');
  return createElement(
    'main',
    null,
    createElement('button', { type: 'button', id: 'open', onClick: () => setOpen(true) }, 'Pay'),
    createElement('button', { type: 'button', id: 'other', onClick: () => setInvoice('partial') }, 'Other'),
    createElement(TidegateCheckout, {
      gateway,
      invoice,
      className: 'inline',
      onError: (error) => void heard.push(['error', String(error)]),
    }),
    isOpen &&
      createElement(TidegateCheckout, {
        mode: 'modal',
        invoice: `${gateway}/invoice/sandbox`,
        onReady: () => void heard.push(['ready', null]),
        onStatus: ({ status }) => void heard.push(['status', status]),
        onPaid: ({ status }) => void heard.push(['paid', status]),
        onClose: () => {
          heard.push(['close', null]);
          setOpen(false);
        },
      }),
  );
}

Object.assign(window, { heard });
createRoot(document.body.appendChild(document.createElement('div'))).render(
  createElement(StrictMode, null, createElement(Shop)),
);
