import { CRYPTO_GATES, gates, NETWORKS } from '../../domain/assets/assets.ts';
import { MAX_INVOICE_EUR, MIN_INVOICE_EUR } from '../../domain/money/pricing.ts';
import { VALID_DAYS } from '../../domain/payment-requests/status.ts';
import type { Page } from '../page.ts';
import { FrontFrame } from './frame.tsx';
import { PageText, Part } from './page-text.tsx';

interface Product {
  readonly slug: string;
  /** In lists of products. */
  readonly name: string;
  readonly title: string;
  readonly lead: string;
  /** How it goes, step by step. */
  readonly steps: readonly string[];
  /** Facts to know before: a term, and its explanation. */
  readonly facts: readonly (readonly [string, string])[];
  readonly help: readonly (readonly [path: string, title: string])[];
}

const PRODUCTS: readonly Product[] = [
  {
    slug: 'invoices',
    name: 'Invoices',
    title: 'An invoice in any currency, paid in a coin at your price',
    lead: 'You name the amount in euro, dollars or another currency. Your customer chooses a coin and pays at a rate that is held for __LIFETIME_MINUTES__ minutes.',
    steps: [
      'Your shop creates the invoice with one call, or you create it in the back office or with a payment link.',
      'The page of the invoice shows amount, address and QR code, also without scripts, in seven languages.',
      'The payment is seen when the network sees it, and counts when it has the confirmations of its coin.',
      'Your shop gets a signed webhook at each step, and the amount is in your balance.',
    ],
    facts: [
      [
        'Amount',
        `EUR ${MIN_INVOICE_EUR} to EUR ${MAX_INVOICE_EUR.toLocaleString('en-US')} or the same in another currency, without fees`,
      ],
      ['Coins', `${CRYPTO_GATES.length} on ${NETWORKS.length} networks; you choose which`],
      ['Too little, too much, too late', 'your profile decides, or you decide for each invoice'],
      ['Fee', '__FEE_INVOICE__ of the amount in the default plan'],
    ],
    help: [
      ['/support/articles/invoice-statuses', 'What each status means'],
      ['/support/articles/customer-paid-too-little', 'A customer paid too little'],
      ['/support/articles/payment-links', 'Payment links'],
    ],
  },
  {
    slug: 'deposit-addresses',
    name: 'Deposit addresses',
    title: 'An address for each customer that never expires',
    lead: 'For customers who pay again and again: one address for one customer and coin, with your reference. Each payment becomes a deposit of its own.',
    steps: [
      'You create the address by API or in the back office, with a reference that names your customer.',
      'Your customer pays any amount at any time, as often as they like.',
      'Each payment is credited at its own rate once it is confirmed, and a webhook says so.',
    ],
    facts: [
      ['Minimum', 'below it, payments wait at the address until they reach it together'],
      ['XRP', 'one address and a destination tag of its own for each customer'],
      ['Euro', 'deposits from a bank account by a reference of their own'],
      ['Fee', '__FEE_DEPOSIT__ of the amount in the default plan'],
    ],
    help: [
      ['/support/articles/deposit-addresses', 'Addresses of customers'],
      ['/support/articles/below-the-minimum', 'Payments below the minimum'],
      ['/support/articles/euro-deposits', 'Deposits in euro'],
    ],
  },
  {
    slug: 'payment-requests',
    name: 'Payment requests',
    title: 'Ask one person for one payment, by email',
    lead: 'For work that has no shop: enter who owes you what, and the gateway sends an email with a link. The recipient checks the data and pays.',
    steps: [
      'You enter name, email address, amount and what it is for.',
      'The recipient opens the link, checks the request and chooses a coin.',
      'If the time of an invoice runs out, the link makes a new one at the rate of that moment.',
      'You see whether it was sent, is being paid, or was paid, and can send a reminder.',
    ],
    facts: [
      ['Valid for', `${VALID_DAYS.usual} days, or up to ${VALID_DAYS.most} days if you choose so`],
      ['Doubled payments', 'one request is paid by one invoice; the page says when it is paid'],
      ['Fee', 'that of an invoice: __FEE_INVOICE__ in the default plan'],
    ],
    help: [['/support/articles/payment-requests', 'Payment requests step by step']],
  },
  {
    slug: 'mass-payouts',
    name: 'Mass payouts',
    title: 'Pay hundreds of people from one file',
    lead: 'Salaries, affiliates or prizes: upload a CSV file with coin, address, tag and amount. Each line is checked before any money moves.',
    steps: [
      'You upload the file. Each line is checked: address, tag, minimum and balance.',
      'Wrong lines are listed with what is wrong. You correct the file and upload it again.',
      'You confirm the total with a code and your second factor; another person approves if your rules require it.',
      'Lines of one network share transactions where the network can do that, which saves fees.',
    ],
    facts: [
      ['File', 'CSV with four columns: gate title, address, reference or memo, amount'],
      ['Exactly once', 'a line is paid once or not at all, whatever crashes on the way'],
      ['Fee', '__FEE_MASS_PAYOUT__ of each line in the default plan, and network fees'],
    ],
    help: [
      ['/support/articles/mass-payout-file-format', 'Format of the file'],
      ['/support/articles/payout-statuses', 'What each status means'],
      ['/support/articles/who-may-approve', 'Who may approve'],
    ],
  },
  {
    slug: 'conversion',
    name: 'Conversion',
    title: 'Keep coins, or turn them into euro or another coin',
    lead: 'Convert by hand at a quote that is held while you decide, or let each payment convert automatically, in full or in part.',
    steps: [
      'By hand: choose two balances and an amount, and see rate, fee and result before you confirm.',
      'Automatically: set a target and a percentage in your profile. Payments that arrive in time convert at the rate of their invoice.',
      'If a conversion is not possible at that moment, the money waits for up to 24 hours and is yours meanwhile.',
    ],
    facts: [
      ['Rate risk', 'of what converts automatically you carry none, if your customer pays in time'],
      ['Pairs', 'not every coin converts into every other; the form offers those that do'],
      ['Fee', '__FEE_CONVERSION__ of the amount in the default plan'],
    ],
    help: [
      ['/support/articles/convert-by-hand', 'Convert by hand'],
      ['/support/articles/convert-automatically', 'Convert automatically'],
    ],
  },
  {
    slug: 'api',
    name: 'API',
    title: 'One API for all of it, with a sandbox like the real networks',
    lead: 'REST with JSON and signed webhooks. The reference has examples in four languages with your own sandbox key filled in.',
    steps: [
      'Open a sandbox and create a token with exactly the permissions that your shop needs.',
      'Create invoices, addresses and payouts. An idempotency key makes each call safe to repeat.',
      'Verify webhooks by their signature. What you missed, you read from the list of events.',
      'Play every case in the sandbox: short, late, wrong coin, replaced, reorganized.',
    ],
    facts: [
      ['Standards', 'OpenAPI 3.1 description; webhooks as Standard Webhooks'],
      ['Safety', 'permissions and allowed IP addresses for each token; secrets stored as hashes'],
      ['Retries', 'failed webhooks are sent again for three days'],
    ],
    help: [
      ['/docs/api', 'API reference'],
      ['/developers', 'Three pieces of code to begin with'],
      ['/support/articles/webhook-did-not-arrive', 'A webhook did not arrive'],
    ],
  },
];

/** `/products` and a page for each product that there is. */
export function productPages(): Page[] {
  return [
    {
      name: 'products',
      path: '/products',
      template: 'front',
      title: 'Products – Tidegate',
      description:
        'Invoices, deposit addresses, payment requests, mass payouts, conversion and an API, with one balance and one set of books.',
      body: (
        <FrontFrame section="/products">
          <PageText
            title="Everything that a payment needs, from the price to the bank"
            lead={`${CRYPTO_GATES.map((id) => gates[id].ticker)
              .filter((ticker, at, all) => all.indexOf(ticker) === at)
              .join(', ')}: one balance for each, and one set of books.`}
          >
            <ul className="choices">
              {PRODUCTS.map(({ slug, name, lead }) => (
                <li key={slug}>
                  <a href={`/products/${slug}`}>{name}</a>
                  <p>{lead}</p>
                </li>
              ))}
            </ul>
          </PageText>
        </FrontFrame>
      ),
    },
    ...PRODUCTS.map(productPage),
  ];
}

function productPage({ slug, name, title, lead, steps, facts, help }: Product): Page {
  return {
    name: `products-${slug}`,
    path: `/products/${slug}`,
    template: 'front',
    title: `${name} – Tidegate`,
    description: PRODUCT_DESCRIPTIONS[slug] ?? lead,
    body: (
      <FrontFrame section="/products">
        <PageText title={title} lead={lead}>
          <Part title="How it goes">
            <ol>
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </Part>
          <Part title="Good to know">
            <dl className="known">
              {facts.map(([word, says]) => (
                <div key={word}>
                  <dt>{word}</dt>
                  <dd>{says}</dd>
                </div>
              ))}
            </dl>
          </Part>
          <Part title="Read on">
            <ul>
              {help.map(([path, text]) => (
                <li key={path}>
                  <a href={path}>{text}</a>
                </li>
              ))}
            </ul>
            <p className="acts">
              <a className="btn" href="/auth/sign-up">
                Try it in the sandbox
              </a>
            </p>
          </Part>
        </PageText>
      </FrontFrame>
    ),
  };
}

/** For search engines, which show no figures that are filled in later. */
const PRODUCT_DESCRIPTIONS: Readonly<Record<string, string>> = {
  invoices:
    'Create an invoice in euro, dollars or another currency. The customer pays in a coin at a rate that is held until the deadline.',
};
