import { CRYPTO_GATES, gates } from '../../domain/assets/assets.ts';

/** Shown by its script, which counts with the plan and the rates of the moment. */
export function Calculator() {
  return (
    <form className="calc" data-calculator hidden>
      <div className="in3">
        <label>
          You sell for, in €
          <input type="text" name="amount" inputMode="decimal" defaultValue="250.00" autoComplete="off" />
        </label>
        <label>
          They pay in
          <select name="gate" defaultValue="BTC">
            {CRYPTO_GATES.map((id) => (
              <option key={id} value={id}>
                {gates[id].asset === 'USDT' ? `USDT, ${gates[id].networkTitle}` : gates[id].title}
              </option>
            ))}
          </select>
        </label>
        <label>
          You keep
          <select name="keep" defaultValue="euro">
            <option value="euro">Euro</option>
            <option value="coin">The coin</option>
          </select>
        </label>
      </div>
      <dl aria-live="polite">
        <div>
          <dt>Your customer sends</dt>
          <dd className="num" data-show="due">
            –
          </dd>
        </div>
        <div>
          <dt>
            Service fee, <span data-show="service-rate">__FEE_INVOICE__</span>
          </dt>
          <dd className="num" data-show="service">
            –
          </dd>
        </div>
        <div data-line="conversion">
          <dt>
            Conversion, <span data-show="conversion-rate">__FEE_CONVERSION__</span>
          </dt>
          <dd className="num" data-show="conversion">
            –
          </dd>
        </div>
        <div className="sum">
          <dt>You get</dt>
          <dd className="num" data-show="net">
            –
          </dd>
        </div>
      </dl>
      <p className="muted" data-show="rate" />
    </form>
  );
}
