import type { Group } from './document.ts';
import { GroupCards } from './group-cards.tsx';
import { guidesOf } from './guides.ts';

/** Rules that apply to every call, and where to find each call. */
export function Introduction({ groups, isBare }: { readonly groups: readonly Group[]; readonly isBare: boolean }) {
  return (
    <>
      <h1>API reference</h1>
      <p className="lead">Accept crypto payments, follow them and send money. Every call is JSON over HTTPS.</p>
      <section aria-labelledby="start">
        <h2 id="start">Start here</h2>
        <ul className="cards">
          {guidesOf(isBare).map(({ path, title, about }) => (
            <li key={path}>
              <a href={path}>{title}</a>
              <p>{about}</p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="authentication">
        <h2 id="authentication">Authentication</h2>
        <p>
          Calls under <code>/api/v1</code> use HTTP Basic: your API key is the user name, its secret the password.
          Create a key in the back office under Integration. Its secret is shown once.
        </p>
        <p>
          Keys that start with <code>tg_test_</code> work in the sandbox, where chains are simulated and no money moves.
          Keys that start with <code>tg_live_</code> work in production. Each key has permissions, and can be limited to
          the IP addresses of your servers. Keep secrets on your servers, never in a web page or an app.
        </p>
      </section>
      <section aria-labelledby="formats">
        <h2 id="formats">Formats</h2>
        <ul>
          <li>
            Amounts and rates are decimal strings in major units, such as <code>"49.90"</code>. JSON numbers are
            refused.
          </li>
          <li>Times are ISO 8601 in UTC with milliseconds. IDs are UUID v7.</li>
          <li>
            One object is returned as <code>{'{ "data": {…} }'}</code>, a list as{' '}
            <code>{'{ "data": […], "pagination": {…} }'}</code>.
          </li>
          <li>Fields that a call does not know are refused, so a misspelled name never goes unnoticed.</li>
        </ul>
      </section>
      <section aria-labelledby="idempotency">
        <h2 id="idempotency">Idempotency</h2>
        <p>
          Send an <code>Idempotency-Key</code> with each POST. The same key and body within 24 hours return the first
          response again, so a request that is repeated after a broken connection is not processed twice. The same key
          with another body is refused with 409. Payouts and refunds require a key.
        </p>
      </section>
      <section aria-labelledby="errors">
        <h2 id="errors">Errors</h2>
        <p>
          An error has a <code>message</code> for people, a <code>code</code> for programs, and a{' '}
          <code>request_id</code> for support. With status 422, <code>errors</code> names each field. After 429 and 503,
          wait for the seconds in <code>Retry-After</code>.
        </p>
      </section>
      <Embedding />
      <section aria-labelledby="groups">
        <h2 id="groups">Calls</h2>
        <GroupCards groups={groups.filter(({ isInternal }) => !isInternal)} />
      </section>
    </>
  );
}

/** How a shop shows the payer's page in its own. */
function Embedding() {
  return (
    <section aria-labelledby="embedding">
      <h2 id="embedding">Embedding</h2>
      <p>
        One script shows the payer’s page in yours, on your profile’s registered domain and its subdomains: as a modal
        that a link opens, or inline. What happens is an event of the link or the element.{' '}
        <a href="/docs/api/embedding.md">Embedding</a> has the functions, the messages and who may embed it.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a longer line scrolls within */}
      <pre tabIndex={0}>
        <code>{EMBEDDED}</code>
      </pre>
      <p>
        Use events for what the payer sees, never as proof of a payment: ship after a webhook or{' '}
        <code>GET /api/v1/invoices/{'{id}'}</code>.
      </p>
    </section>
  );
}

const EMBEDDED = `<script src="https://pay.example.com/embed/v1.js" async></script>
<a href="CHECKOUT_URL" data-tidegate="modal">Pay</a>
<div data-tidegate="inline" data-invoice="INVOICE_ID" style="min-height: 780px"></div>
<script>
  addEventListener('tidegate:paid', ({ detail }) => {
    document.body.dataset.paid = detail.id;
  });
</script>`;
