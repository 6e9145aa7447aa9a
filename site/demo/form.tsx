import { CRYPTO_GATES, gates } from '../../domain/assets/assets.ts';
import { DEMO_CASES } from '../../domain/demo/cases.ts';
import { DEMO_CURRENCIES, MAX_DEMO_DESCRIPTION, MAX_DEMO_NAME } from '../../domain/demo/limits.ts';
import { sampleOrder, useSite } from '../words.ts';
import { ACT_NAMES, SAMPLE } from './words.ts';

/** The two steps beside a live preview. Without script the form is sent as it is. */
export function DemoForm({ place }: { readonly place: 'demo' | 'demo-iframe' }) {
  return (
    <div className="demo-make">
      <form className="steps" method="post" action={`/${place}`} data-demo-form={place} data-fee-bps="__BPS_INVOICE__">
        <FirstStep />
        <SecondStep />
        <p role="alert" className="problem" data-problem hidden />
        <p className="acts">
          <button className="btn" type="submit">
            Generate invoice
          </button>
        </p>
      </form>
      <Preview />
    </div>
  );
}

function FirstStep() {
  return (
    <fieldset>
      <legend>1. What you sell</legend>
      <label>
        Shop name
        <input
          type="text"
          name="merchant"
          required
          maxLength={MAX_DEMO_NAME}
          defaultValue={SAMPLE.merchant}
          autoComplete="off"
        />
      </label>
      <label>
        Description
        <input
          type="text"
          name="description"
          maxLength={MAX_DEMO_DESCRIPTION}
          defaultValue={sampleOrder(useSite().words)}
          autoComplete="off"
        />
      </label>
      <div className="pair">
        <label>
          Amount
          <input
            type="text"
            name="amount"
            required
            inputMode="decimal"
            pattern="(0|[1-9][0-9]{0,3})([.][0-9]{1,2})?"
            title="Up to 1000, with a point before the cents"
            defaultValue={SAMPLE.amount}
            autoComplete="off"
          />
        </label>
        <label>
          Currency
          <select name="currency" defaultValue={SAMPLE.currency}>
            {DEMO_CURRENCIES.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </select>
        </label>
      </div>
      <fieldset className="coins">
        <legend>Coins you take</legend>
        {CRYPTO_GATES.map((id) => (
          <label key={id}>
            <input type="checkbox" name="gates[]" value={id} defaultChecked />
            {gateName(id)}
          </label>
        ))}
      </fieldset>
    </fieldset>
  );
}

function SecondStep() {
  return (
    <fieldset>
      <legend>2. Fees and taxes</legend>
      <PayerChoice name="service_fee_payer" title="Service fee of __FEE_INVOICE__" />
      <PayerChoice name="network_fee_payer" title="Network fee" />
      <div className="pair uneven">
        <label>
          Tax
          <select name="tax_type" defaultValue="exclusive">
            <option value="exclusive">On top of the price</option>
            <option value="inclusive">Included in the price</option>
            <option value="exempt">None</option>
          </select>
        </label>
        <label>
          Rate in %
          <input
            type="text"
            name="tax_rate"
            inputMode="decimal"
            pattern="(100|[0-9]{1,2})([.][0-9]{1,2})?"
            title="From 0 to 100"
            defaultValue="19"
            autoComplete="off"
          />
        </label>
      </div>
      <label>
        Then your customer
        <select name="case" defaultValue="">
          <option value="">waits for you to play</option>
          {DEMO_CASES.map((each) => (
            <option key={each} value={each}>
              {ACT_NAMES[each]}
            </option>
          ))}
        </select>
      </label>
    </fieldset>
  );
}

function PayerChoice({ name, title }: { readonly name: string; readonly title: string }) {
  return (
    <fieldset className="choice">
      <legend>{title}</legend>
      <label>
        <input type="radio" name={name} value="merchant" defaultChecked />
        You pay
      </label>
      <label>
        <input type="radio" name={name} value="customer" />
        Your customer pays
      </label>
    </fieldset>
  );
}

/** Filled in by the script while the visitor types. */
function Preview() {
  return (
    <section className="preview" aria-label="Preview" data-preview hidden>
      <p className="stripe">
        <b>Demo.</b> Do not send any funds.
      </p>
      <div className="body">
        <div className="row">
          <div>
            <b data-show="merchant" />
            <br />
            <span className="muted" data-show="description" />
          </div>
          <span className="total" data-show="total" />
        </div>
        <dl>
          <div>
            <dt>Price</dt>
            <dd className="num" data-show="price" />
          </div>
          <div data-line="tax">
            <dt data-show="tax-name" />
            <dd className="num" data-show="tax" />
          </div>
          <div data-line="service">
            <dt>Service fee</dt>
            <dd className="num" data-show="service" />
          </div>
          <div data-line="network">
            <dt>Network fee</dt>
            <dd className="muted">added with the coin</dd>
          </div>
        </dl>
        <p className="muted" data-show="coins" />
      </div>
    </section>
  );
}

function gateName(id: (typeof CRYPTO_GATES)[number]): string {
  const { asset, title, networkTitle } = gates[id];
  return asset === 'USDT' ? `USDT on ${networkTitle}` : title;
}
