import { createHash } from 'node:crypto';
import { escaped } from '../../../domain/text/html.ts';
import type { Answer, SimulatorContext } from './context.ts';
import { CARD_WORDS, type CardBehavior, TEST_CARDS, testCardOf } from './faults.ts';
import { goOn, setStatus, startPayment } from './progress.ts';
import type { SimulatedOrder } from './state.ts';

/** The checkout page and what its forms do; null for another address. */
export function answerCheckout(
  context: SimulatorContext,
  { method, path, form }: { readonly method: string; readonly path: string; readonly form: URLSearchParams },
): Answer | null {
  const document = DOCUMENTS[path];
  if (document !== undefined) return page(document, '<p>No contract is made here, and nothing real is sold.</p>');
  const opened = /^\/checkout\/([\w-]{32})$/.exec(path)?.[1];
  if (opened !== undefined) return openCheckout(context, opened);
  const token = /^\/order\/([\w-]{32})$/.exec(path)?.[1];
  if (token === undefined) return null;
  const order = [...context.state.orders.values()].find(({ pageToken }) => pageToken === token);
  if (order === undefined) return page('Not found', '<p>There is no such order.</p>', 404);
  if (method !== 'POST') return orderPage(order);
  const problem = submit(context, order, form);
  if (problem !== null) return orderPage(order, problem);
  context.state.save();
  return { status: 303, body: '', headers: { location: `/order/${token}` } };
}

/** Pages that every seller of coins has. */
const DOCUMENTS: Readonly<Record<string, string>> = { '/terms': 'Terms of use', '/privacy': 'Privacy notice' };

/** A checkout URL opens once and for a short time; the page has an address of its own. */
function openCheckout({ state, nowMs }: SimulatorContext, token: string): Answer {
  const order = [...state.orders.values()].find(({ checkoutToken }) => checkoutToken === token);
  if (order === undefined || order.checkoutUntilMs <= nowMs())
    return page('Link expired', '<p>This checkout link was used or has expired. Start the purchase again.</p>', 410);
  order.checkoutToken = null;
  state.save();
  return { status: 303, body: '', headers: { location: `/order/${order.pageToken}` } };
}

/** Takes a form if it belongs to the order's present step. @returns what is wrong with it, or null */
function submit(context: SimulatorContext, order: SimulatedOrder, form: URLSearchParams): string | null {
  const { state } = context;
  if (form.get('step') !== order.step || isOver(order)) return null;
  const text = (name: string) => (form.get(name) ?? '').trim().slice(0, 200);
  switch (order.step) {
    case 'email':
      if (!/^[^\s@]+@[^\s@]+$/.test(text('email'))) return 'Enter an email address.';
      order.email = text('email');
      order.step = state.known.has(order.customerId) ? 'card' : 'identity';
      return null;
    case 'identity':
      if (text('name') === '') return 'Enter your name.';
      order.name = text('name');
      return checkIdentity(context, order);
    case 'card':
      return pay(context, order, text('number').replaceAll(/\s/g, ''));
    case 'three_d_secure':
      if (text('answer') === 'approve') startPayment(context, order);
      else setStatus(context, order, 'declined');
      return null;
    case 'identity_pending':
    case 'done':
      return null;
    default:
      return order.step satisfies never;
  }
}

/** The result depends on the name, as at the simulated verification provider. */
function checkIdentity(context: SimulatorContext, order: SimulatedOrder): null {
  const name = order.name ?? '';
  if (/\bRefused\b/i.test(name)) {
    setStatus(context, order, 'cancelled');
  } else if (/\bPending\b/i.test(name)) {
    order.step = 'identity_pending';
    setStatus(context, order, 'extraVerification');
    goOn(context, order);
  } else {
    context.state.known.add(order.customerId);
    order.step = 'card';
  }
  return null;
}

function pay(context: SimulatorContext, order: SimulatedOrder, number: string): string | null {
  const behavior = TEST_CARDS.get(number);
  if (behavior === undefined) return 'This is no test card. Choose a number from the list.';
  order.behavior = behavior;
  if (behavior === 'declined') setStatus(context, order, 'declined');
  else if (behavior === 'expires_first') {
    setStatus(context, order, 'expired');
    goOn(context, order);
  } else if (behavior === 'asks_3d_secure') {
    setStatus(context, order, 'waitingPayment');
    order.step = 'three_d_secure';
  } else startPayment(context, order);
  return null;
}

function isOver({ status }: SimulatedOrder): boolean {
  return status === 'declined' || status === 'cancelled' || status === 'expired' || status === 'refunded';
}

const STATUS_WORDS: Readonly<Record<SimulatedOrder['status'], string>> = {
  pendingPayment: 'Waiting for your payment',
  waitingPayment: 'Your bank is confirming the payment',
  extraVerification: 'We are checking your identity',
  paymentReceived: 'Payment received',
  inProgress: 'Your coins are being sent',
  underReview: 'Under review',
  cryptoTransferred: 'Your coins are on their way',
  complete: 'Delivered',
  declined: 'Your card was declined. You were not charged.',
  cancelled: 'We could not accept your identity. You were not charged.',
  expired: 'This order has expired. You were not charged.',
  refunded: 'Refunded to your card',
};

function orderPage(order: SimulatedOrder, problem: string | null = null): Answer {
  const alert = problem === null ? '' : `<p role="alert" class="problem">${escaped(problem)}</p>`;
  const back = `<p><a id="back" href="${escaped(order.returnUrl)}">Back to the shop</a></p>`;
  const isOpen = !isOver(order) && order.step !== 'done';
  const body = `${summary(order)}<p id="status" role="status">${STATUS_WORDS[order.status]}</p>${alert}${
    isOpen ? form(order) : ''
  }${back}`;
  const waits = order.step === 'done' || order.step === 'identity_pending' || order.status === 'expired';
  return page('Buy crypto', body, problem === null ? 200 : 422, waits);
}

function summary({ fiatAmount, fiat, cryptoAmount, crypto, blockchain, address, tag }: SimulatedOrder): string {
  return `<dl>
    <dt>You pay</dt><dd>${escaped(fiatAmount)} ${escaped(fiat)}</dd>
    <dt>You get</dt><dd>${escaped(cryptoAmount)} ${escaped(crypto)} (${escaped(blockchain)})</dd>
    <dt>Sent to</dt><dd><code>${escaped(address)}</code>${tag === null ? '' : `, tag ${escaped(tag)}`}</dd>
  </dl>`;
}

function form(order: SimulatedOrder): string {
  const step = `<input type="hidden" name="step" value="${order.step}">`;
  switch (order.step) {
    case 'email':
      return `<form method="post">${step}<label>Email
        <input name="email" type="email" required autocomplete="email"></label><button>Continue</button></form>`;
    case 'identity':
      return `<form method="post">${step}<label>Full name
        <input name="name" required autocomplete="name"></label>
        <p class="hint">The check is simulated. A name with the word Pending is checked for a while, one with the word
        Refused is refused.</p><button>Verify identity</button></form>`;
    case 'card':
      return `<form method="post">${step}<label>Card number
        <input name="number" inputmode="numeric" required value="${testCardOf('pays')}" autocomplete="off"></label>
        <button>Pay ${escaped(order.fiatAmount)} ${escaped(order.fiat)}</button></form>${cardTable()}`;
    case 'three_d_secure':
      return `<h2>3-D Secure</h2><p>Your bank asks: is this payment yours? Close the page to leave it unanswered.</p>
        <form method="post">${step}<button name="answer" value="approve">Approve</button>
        <button name="answer" value="refuse">Refuse</button></form>`;
    case 'identity_pending':
    case 'done':
      return '';
    default:
      return order.step satisfies never;
  }
}

function cardTable(): string {
  const rows = [...TEST_CARDS].map(
    ([number, behavior]: [string, CardBehavior]) =>
      `<tr><td><code>${number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}</code></td><td>${CARD_WORDS[behavior]}</td></tr>`,
  );
  return `<h2>Test cards</h2><table><tbody>${rows.join('')}</tbody></table>`;
}

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 34rem; margin: 0 auto; padding: 1rem; }
  .banner { background: #8a5a00; color: #fff; padding: .5rem .75rem; border-radius: .375rem; }
  dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; }
  dd { margin: 0; overflow-wrap: anywhere; }
  label { display: block; }
  input { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: .5rem; margin: .25rem 0 .75rem; }
  button { font: inherit; padding: .5rem 1rem; }
  #status { font-weight: 600; }
  .problem { color: #b00020; }
  table { font-size: .875rem; border-spacing: .5rem .125rem; margin-left: -.5rem; }
  td { vertical-align: top; }
  @media (prefers-color-scheme: dark) { .problem { color: #ff8a93; } }`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

function page(title: string, body: string, status = 200, refreshes = false): Answer {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    ${refreshes ? '<meta http-equiv="refresh" content="2">' : ''}<style>${STYLE}</style></head>
    <body><p class="banner">Simulated card partner: no real money moves.</p><main><h1>${title}</h1>${body}</main></body>
    </html>`;
  return {
    status,
    body: html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'`,
    },
  };
}
