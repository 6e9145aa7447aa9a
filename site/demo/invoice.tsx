import { DEMO_CASES } from '../../domain/demo/cases.ts';
import { ACT_NAMES } from './words.ts';

/** Filled in when the page is served. */
const ID = '__DEMO_ID__';

/** The payer's page, the customer's acts and what the shop is sent, side by side. */
export function DemoInvoice({ place }: { readonly place: 'demo' | 'demo-iframe' }) {
  return (
    <div className="demo-play" data-demo-invoice={ID}>
      <iframe title="What your customer sees" src={`/demo-iframe/page/${ID}`} />
      <div className="beside">
        <form method="post" action={`/${place}/invoice/${ID}`} data-plays>
          <fieldset className="plays">
            <legend>Play the customer</legend>
            {DEMO_CASES.map((act) => (
              <button key={act} type="submit" name="act" value={act}>
                {ACT_NAMES[act]}
              </button>
            ))}
            <button type="submit" name="act" value="block" data-block>
              {ACT_NAMES.block}
            </button>
          </fieldset>
          <p role="status" className="muted" data-note />
          <p role="alert" className="problem" data-problem hidden />
        </form>
        <section aria-labelledby="sent">
          <h2 id="sent">What your shop is sent</h2>
          <p className="muted">
            Each webhook is signed with your notification key in the header <code>webhook-signature</code>.{' '}
            <a href={`/demo/invoices/${ID}/webhooks.json`}>As JSON</a>
          </p>
          <ol className="webhooks" data-webhooks />
        </section>
        <p>
          <a href={`/${place}`}>Make another demo invoice</a>
        </p>
      </div>
    </div>
  );
}
