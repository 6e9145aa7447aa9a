import type { ReactNode } from 'react';
import { FrontFrame, OPERATOR } from '../front/frame.tsx';
import { Wide } from '../front/wide.tsx';
import type { Page } from '../page.ts';
import { DemoForm } from './form.tsx';
import { DemoInvoice } from './invoice.tsx';

/** `/demo` and its invoices, on the site and without its frame, for other sites to embed. */
export function demoPages(): Page[] {
  const shared = { template: 'island' } as const;
  return [
    {
      ...shared,
      name: 'demo',
      path: '/demo',
      title: 'Demo: pay an invoice in a minute – Tidegate',
      description:
        'Make a demo invoice and play its customer: pay, pay too little, pay late, or send the wrong coin, and see what your shop is sent.',
      body: (
        <FrontFrame section="/demo">
          <Stop />
          <div className="wrap demo">
            <h1>Make an invoice and play its customer.</h1>
            <p className="lead">No account, no coins. Two steps, and you see both sides of a payment.</p>
            <DemoForm place="demo" />
            <Embed />
          </div>
        </FrontFrame>
      ),
    },
    {
      ...shared,
      name: 'demo-invoice',
      title: 'Demo invoice – Tidegate',
      description: 'A demo: no funds can be sent.',
      body: (
        <FrontFrame section="/demo">
          <Stop />
          <div className="wrap demo">
            <h1>A demo invoice, from both sides.</h1>
            <DemoInvoice place="demo" />
          </div>
        </FrontFrame>
      ),
    },
    {
      ...shared,
      name: 'demo-iframe',
      title: 'Demo – Tidegate',
      description: 'Make a demo invoice and play its customer.',
      body: (
        <Bare>
          <h1>Make a demo invoice and play its customer.</h1>
          <DemoForm place="demo-iframe" />
        </Bare>
      ),
    },
    {
      ...shared,
      name: 'demo-iframe-invoice',
      title: 'Demo invoice – Tidegate',
      description: 'A demo: no funds can be sent.',
      body: (
        <Bare>
          <h1>A demo invoice, from both sides.</h1>
          <DemoInvoice place="demo-iframe" />
        </Bare>
      ),
    },
  ];
}

/** On every screen of the demo, in view however far it is scrolled. */
function Stop() {
  return (
    <p className="demo-stop">
      <b>Demo: do not send any funds.</b> All coins here are simulated, and visitors typed the names.
    </p>
  );
}

/** Within a page of somebody else. */
function Bare({ children }: { readonly children: ReactNode }) {
  return (
    <main id="main" className="demo bare">
      <Stop />
      {children}
      <p className="muted">
        A demo of{' '}
        <a href="/" target="_blank" rel="noopener noreferrer">
          {OPERATOR}
        </a>
      </p>
    </main>
  );
}

function Embed() {
  return (
    <section className="embed" aria-labelledby="embed">
      <h2 id="embed">Show it on your own site</h2>
      <p>One line puts the demo into any page.</p>
      <Wide name="The line to embed the demo">
        <pre>{'<iframe src="__ORIGIN__/demo-iframe" title="Payment demo" width="100%" height="900"></iframe>'}</pre>
      </Wide>
    </section>
  );
}
