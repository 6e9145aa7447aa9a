import { CRYPTO_GATES, NETWORKS } from '../../domain/assets/assets.ts';
import type { DemoCase } from '../../domain/demo/cases.ts';
import { Calculator } from '../demo/calculator.tsx';
import { FrontFrame } from './frame.tsx';
import { Level } from './level.tsx';
import { FIRST_QUESTIONS } from './questions.ts';
import { LatestWebhook, SampleInvoice } from './sample-invoice.tsx';
import { Wide } from './wide.tsx';

/** Filled in from the gateway's settings when the page is served. */
const MINUTES = '__LIFETIME_MINUTES__';

/** What a visitor understands in ten seconds: the coin moves, the price does not. */
export function Landing() {
  return (
    <FrontFrame>
      <section className="hero">
        <Level />
        <div className="wrap">
          <div className="say">
            <h1>The coin moves. Your price doesn’t.</h1>
            <p className="lead">
              Your customer pays in Bitcoin, Ether, USDT or five other coins at a rate that is held for {MINUTES}{' '}
              minutes. You get coins or euro, with every cent in the books.
            </p>
            <p className="acts">
              <a className="btn" href="/demo">
                Pay a demo invoice
              </a>
              <a className="btn alt" href="/auth/sign-up">
                Open a free sandbox
              </a>
            </p>
          </div>
          <SampleInvoice />
          <LatestWebhook />
        </div>
      </section>
      <Facts />
      <Cases />
      <Price />
      <Build />
      <Compare />
      <Questions />
      <section className="end">
        <div className="wrap">
          <h2>Take a test payment in the next three minutes.</h2>
          <p className="acts">
            <a className="btn" href="/auth/sign-up">
              Open a free sandbox
            </a>
          </p>
        </div>
      </section>
    </FrontFrame>
  );
}

function Facts() {
  return (
    <section>
      <div className="wrap">
        <ul className="facts">
          <li>
            <b>{CRYPTO_GATES.length} coins</b>
            <span>on {NETWORKS.length} networks, USDT on two of them</span>
          </li>
          <li>
            <b>{MINUTES} minutes</b>
            <span>a rate is held for your customer</span>
          </li>
          <li>
            <b>__FEE_INVOICE__</b>
            <span>per payment, no monthly fee</span>
          </li>
          <li>
            <b>€ by SEPA</b>
            <span>or coins to your own wallet</span>
          </li>
        </ul>
      </div>
    </section>
  );
}

interface Case {
  readonly played: DemoCase;
  readonly customer: string;
  readonly sees: string;
  readonly you: string;
}

const CASES: readonly Case[] = [
  {
    played: 'short',
    customer: 'sends too little',
    sees: 'what is missing, with a new QR code for the rest',
    you: 'accept it, wait for the rest, or send it back',
  },
  {
    played: 'over',
    customer: 'sends too much',
    sees: '“Paid”, and how to claim the rest',
    you: 'get the order paid; the rest is kept apart',
  },
  {
    played: 'late',
    customer: `pays after ${MINUTES} minutes`,
    sees: 'that the money arrived and is safe',
    you: 'accept it or refund it, or let your profile decide',
  },
  {
    played: 'wrong',
    customer: 'sends the wrong coin',
    sees: 'which coin arrived, and how to claim it',
    you: 'see it on the invoice; nothing is lost',
  },
  {
    played: 'reorg',
    customer: 'pays, and the chain takes it back',
    sees: 'that the payment is no longer confirmed',
    you: 'are notified at once; the books follow by themselves',
  },
];

function Cases() {
  return (
    <section id="cases">
      <div className="wrap">
        <h2>Payments go wrong. Here is what happens then.</h2>
        <Wide name="Payments that go wrong">
          <table className="stack">
            <thead>
              <tr>
                <th scope="col">Your customer</th>
                <th scope="col">sees</th>
                <th scope="col">You</th>
              </tr>
            </thead>
            <tbody>
              {CASES.map(({ played, customer, sees, you }) => (
                <tr key={customer}>
                  <th scope="row">
                    <a href={`/demo?case=${played}`}>{customer}</a>
                  </th>
                  <td data-head="Sees:">{sees}</td>
                  <td data-head="You:">{you}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Wide>
        <p>Each line plays in the demo, and in your own sandbox.</p>
      </div>
    </section>
  );
}

function Price() {
  return (
    <section id="price">
      <div className="wrap two">
        <div>
          <h2>Know what arrives before you sell.</h2>
          <p className="lead">
            __FEE_INVOICE__ of each payment, and __FEE_CONVERSION__ where coins become euro. Nothing else is taken.
          </p>
          <p>
            <a href="/pricing">All prices</a>
          </p>
        </div>
        <Calculator />
      </div>
    </section>
  );
}

function Build() {
  return (
    <section id="build">
      <div className="wrap two">
        <div>
          <h2>Connected before the coffee is cold.</h2>
          <p className="lead">
            One call creates an invoice and its page. Signed webhooks say what became of it. Every call is documented
            with code that runs as printed.
          </p>
          <p className="acts">
            <a className="btn alt" href="/docs/api">
              API reference
            </a>
          </p>
        </div>
        <Wide name="A request that creates an invoice">
          <pre>{REQUEST}</pre>
        </Wide>
      </div>
    </section>
  );
}

const REQUEST = `curl https://your-gateway.example/api/v1/invoices \\
  --user "$KEY:$SECRET" \\
  --header 'content-type: application/json' \\
  --header 'idempotency-key: order-1001-1' \\
  --data '{
    "amount": "118.40",
    "currency": "EUR",
    "reference": "order-1001"
  }'`;

const COMPARED = [
  { what: 'You hold the keys', ours: 'if you run it', wallets: 'always', hosted: 'no' },
  { what: 'Euro on a bank account', ours: 'yes', wallets: 'no', hosted: 'most' },
  {
    what: 'Late, short and wrong payments',
    ours: 'handled, with clear words for the payer',
    wallets: 'some',
    hosted: 'by support',
  },
  { what: 'Books that anyone can check', ours: 'double entry, signed documents', wallets: 'no', hosted: 'no' },
  { what: 'Lightning', ours: 'no', wallets: 'yes', hosted: 'some' },
] as const;

function Compare() {
  return (
    <section id="compare">
      <div className="wrap">
        <h2>Where we are better, and where others are.</h2>
        <Wide name="Comparison">
          <table>
            <thead>
              <tr>
                <td />
                <th scope="col">{'__OPERATOR__'}</th>
                <th scope="col">Self-hosted wallets</th>
                <th scope="col">Hosted gateways</th>
              </tr>
            </thead>
            <tbody>
              {COMPARED.map(({ what, ours, wallets, hosted }) => (
                <tr key={what}>
                  <th scope="row">{what}</th>
                  <td>{ours}</td>
                  <td>{wallets}</td>
                  <td>{hosted}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Wide>
      </div>
    </section>
  );
}

function Questions() {
  return (
    <section id="questions">
      <div className="wrap two">
        <div>
          <h2>Questions people ask first</h2>
          <p>
            <a href="/faq">All questions</a>
          </p>
        </div>
        <div>
          {FIRST_QUESTIONS.map(({ question, answer }, at) => (
            <details key={question} open={at === 0}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
