import { CRYPTO_GATES, gates } from '../../domain/assets/assets.ts';
import { intlTag } from '../../domain/languages.ts';
import { separatorsOf, writeDecimal } from '../../domain/money/decimal-text.ts';
import { useSite } from '../words.ts';

/** The texts of its script, in the language of its page, which contains them. */
export interface CalculatorScriptWords {
  /** For numbers and times. */
  readonly tag: string;
  readonly rate: string;
  readonly noRates: string;
  readonly noRate: string;
  readonly range: string;
  readonly stays: string;
}

/**
 * Its script counts with the plan and the rates of the moment. It is hidden by its style where no script runs, so that
 * nothing below it moves when the script starts.
 */
export function Calculator() {
  const { language, words } = useSite();
  const { sell, payIn, keep, euro, coin, rate, noRates, noRate, range, stays } = words.calculator;
  const tag = intlTag(language);
  const said: CalculatorScriptWords = { tag, rate, noRates, noRate, range, stays };
  return (
    <form className="calc" data-calculator data-words={JSON.stringify(said)}>
      <div className="in3">
        <label>
          {sell}
          <input
            type="text"
            name="amount"
            inputMode="decimal"
            defaultValue={writeDecimal('250.00', separatorsOf(tag))}
            autoComplete="off"
          />
        </label>
        <label>
          {payIn}
          <select name="gate" defaultValue="BTC">
            {CRYPTO_GATES.map((id) => (
              <option key={id} value={id}>
                {gates[id].asset === 'USDT' ? `USDT, ${gates[id].networkTitle}` : gates[id].title}
              </option>
            ))}
          </select>
        </label>
        <label>
          {keep}
          <select name="keep" defaultValue="euro">
            <option value="euro">{euro}</option>
            <option value="coin">{coin}</option>
          </select>
        </label>
      </div>
      <Result />
      <p className="muted" data-show="rate" />
    </form>
  );
}

function Result() {
  const { sends, serviceFee, conversion, get } = useSite().words.calculator;
  return (
    <dl aria-live="polite">
      <div>
        <dt>{sends}</dt>
        <dd className="num" data-show="due">
          –
        </dd>
      </div>
      <div>
        <Fee text={serviceFee} name="service-rate" fee="__FEE_INVOICE__" />
        <dd className="num" data-show="service">
          –
        </dd>
      </div>
      <div data-line="conversion">
        <Fee text={conversion} name="conversion-rate" fee="__FEE_CONVERSION__" />
        <dd className="num" data-show="conversion">
          –
        </dd>
      </div>
      <div className="sum">
        <dt>{get}</dt>
        <dd className="num" data-show="net">
          –
        </dd>
      </div>
    </dl>
  );
}

/** A fee's name, with its share of the amount. */
function Fee({ text, name, fee }: { readonly text: string; readonly name: string; readonly fee: string }) {
  const [before, after] = text.split('{fee}');
  return (
    <dt>
      {before}
      <span data-show={name}>{fee}</span>
      {after}
    </dt>
  );
}
