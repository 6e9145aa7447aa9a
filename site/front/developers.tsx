import { codeFigure } from '../guides/code.ts';
import type { Page } from '../page.ts';
import { FrontFrame } from './frame.tsx';
import type { Install } from './installs.ts';
import { PageText, Part } from './page-text.tsx';
import type { Quickstart } from './quickstarts.ts';
import { SNIPPETS, type Snippet } from './snippets.ts';

/** `/developers`: from the keys to a verified webhook, SDKs, and everything to read. */
export function developersPage(quickstarts: readonly Quickstart[], installs: readonly Install[]): Page {
  return {
    name: 'developers',
    path: '/developers',
    template: 'guide',
    title: 'Developers – Tidegate',
    description:
      'From your keys to a verified webhook in five minutes: SDKs from this gateway, quickstarts that run as they are printed, and the API.',
    body: (
      <FrontFrame section="/developers">
        <PageText
          title="Copy, run, and see a payment arrive"
          lead="From your keys to a verified webhook in five minutes. Our tests run every page and every piece of code as it is printed here."
        >
          <Keys />
          <Part title="A webhook in five minutes">
            <p>From an empty folder to a payment that your server has verified:</p>
            <Links to={quickstarts.filter(({ isShort }) => isShort)} />
          </Part>
          <Part title="A shop in ten minutes">
            <p>Orders that are shipped once, however often a webhook arrives:</p>
            <Links to={quickstarts.filter(({ isShort }) => !isShort)} />
          </Part>
          <Sdks installs={installs} />
          <ReadOn />
          <Part title="The calls themselves">
            <Snippets />
          </Part>
          <Rely />
        </PageText>
      </FrontFrame>
    ),
  };
}

function Keys() {
  return (
    <Part title="Your keys">
      <p>
        On your own machine, <code>npm start</code> prints an API key, its secret and the key that signs webhooks, and
        keeps them in <code>.tidegate/started.json</code>. The quickstarts read them there. Elsewhere:
      </p>
      <ol>
        <li>
          <a href="/auth/sign-up">Open a sandbox</a>. It needs an email address.
        </li>
        <li>
          <a href="/support/articles/create-an-api-token">Create a token</a> at <a href="/integration">Integration</a>{' '}
          and copy its secret, which is shown once.
        </li>
        <li>Copy the notification key of your profile there, with which webhooks are signed.</li>
      </ol>
    </Part>
  );
}

function Links({ to }: { readonly to: readonly Quickstart[] }) {
  return (
    <ul>
      {to.map(({ path, title, about }) => (
        <li key={path}>
          <a href={path}>{title}</a>: {about}
        </li>
      ))}
    </ul>
  );
}

function Sdks({ installs }: { readonly installs: readonly Install[] }) {
  return (
    <Part title="SDKs and command line">
      <p>
        This gateway serves the archives of its release. Nothing is in a public registry yet, so never install by name
        alone. Composer refuses addresses without https: for a gateway on your own machine, first run{' '}
        <code>composer config secure-http false</code>. <a href="/developers/api-sdks">How to install and keep them</a>
      </p>
      {installs.map(({ name, version, command }) => (
        <Code key={name} code={command} grammar="sh" name={`${name} ${version}`} />
      ))}
      <p>
        Archives:{' '}
        {installs.map(({ name, archive }, at) => (
          <span key={name}>
            {at > 0 && ', '}
            <a href={archive}>{name}</a>
          </span>
        ))}
        . All versions with size and hash: <a href="/sdk/index.json">index.json</a>,{' '}
        <a href="/sdk/SHA256SUMS">SHA256SUMS</a>
      </p>
    </Part>
  );
}

function ReadOn() {
  return (
    <Part title="Read on">
      <ul>
        <li>
          <a href="/docs/api">API reference</a>, with your sandbox key filled in
        </li>
        <li>
          <a href="/developers/api-using">Using the API</a>: credentials, idempotency, errors, lists
        </li>
        <li>
          <a href="/developers/api-versions">Versions of the API</a>: what changed when, and how to upgrade
        </li>
        <li>
          <a href="/developers/webhooks">Webhooks</a>, and what a status means for{' '}
          <a href="/developers/api-orders">an order</a>
        </li>
        <li>
          By subject: <a href="/developers/api-invoices">invoices</a>,{' '}
          <a href="/developers/api-payment-links">payment links</a>,{' '}
          <a href="/developers/api-payment-requests">payment requests</a>,{' '}
          <a href="/developers/api-deposits">deposits</a>, <a href="/developers/api-payouts">sending money</a>,{' '}
          <a href="/developers/api-conversions">conversions</a>,{' '}
          <a href="/developers/api-card-purchase">purchases by card</a> and{' '}
          <a href="/developers/api-card-frame">their frame</a>
        </li>
        <li>
          The back office’s own calls: <a href="/developers/api-accounts">accounts</a>,{' '}
          <a href="/developers/api-integration">integration</a>,{' '}
          <a href="/developers/api-back-office-payouts">payouts</a>
        </li>
        <li>
          OpenAPI: <a href="/docs/openapi.public.json">calls with an API token</a>,{' '}
          <a href="/docs/openapi.json">all calls</a>. AsyncAPI: <a href="/docs/asyncapi.json">all events</a>
        </li>
        <li>
          Plugins: <a href="/developers/api-woocommerce">WooCommerce</a>,{' '}
          <a href="/developers/api-greenfield">plugins for BTCPay</a>
        </li>
        <li>
          For programs that read: <a href="/llms.txt">llms.txt</a>
        </li>
        <li>
          <a href="/changelog">Changelog</a> and <a href="/status">status</a>
        </li>
        <li>
          <a href="/blog/webhooks-done-right">Webhooks done right</a>,{' '}
          <a href="/blog/idempotency-keys">idempotency keys</a>
        </li>
      </ul>
    </Part>
  );
}

function Rely() {
  return (
    <Part title="What you can rely on">
      <ul>
        <li>An idempotency key makes every call that creates something safe to repeat.</li>
        <li>Errors have a code for programs, a message for people, and the fields that are wrong.</li>
        <li>
          Webhooks arrive at least once and are sent again for three days. What you missed is in the list of events.
        </li>
        <li>Amounts are strings with all decimals, never floating-point numbers.</li>
      </ul>
    </Part>
  );
}

/** Pieces of code in tabs that need no script. */
function Snippets() {
  return (
    <fieldset className="tabs">
      <legend className="unseen">Pieces of code</legend>
      {SNIPPETS.map(({ id, title }, at) => (
        <label key={id}>
          <input type="radio" name="snippet" value={id} id={`snippet-${id}`} defaultChecked={at === 0} />
          {title}
        </label>
      ))}
      {SNIPPETS.map((snippet) => (
        <SnippetPanel key={snippet.id} snippet={snippet} />
      ))}
    </fieldset>
  );
}

function SnippetPanel({ snippet: { id, title, about, code, grammar } }: { readonly snippet: Snippet }) {
  return (
    <section className={`panel ${id}`} aria-label={title}>
      <p>{about}</p>
      <Code code={code} grammar={grammar} name={title} />
    </section>
  );
}

function Code({ code, grammar, name }: { readonly code: string; readonly grammar: string; readonly name: string }) {
  const html = codeFigure(code, { grammar, title: name });
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own code, escaped by the highlighter
  return <div className="code" dangerouslySetInnerHTML={{ __html: html }} />;
}
