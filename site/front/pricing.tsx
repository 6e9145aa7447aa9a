import { Calculator } from '../demo/calculator.tsx';
import { inEveryLanguage, type Page } from '../page.ts';
import { siteWords, useSite } from '../words.ts';
import { FrontFrame } from './frame.tsx';
import { Wide } from './wide.tsx';

/** Filled in from the gateway's own data when the page is served. */
const FEES = [
  { operation: 'invoice', fee: '__FEE_INVOICE__' },
  { operation: 'deposit', fee: '__FEE_DEPOSIT__' },
  { operation: 'conversion', fee: '__FEE_CONVERSION__' },
  { operation: 'payout', fee: '__FEE_PAYOUT__' },
  { operation: 'withdrawal', fee: '__FEE_WITHDRAWAL__' },
  { operation: 'refund', fee: '__FEE_REFUND__' },
] as const;

export function pricingPages(): Page[] {
  return inEveryLanguage('/pricing', (language) => {
    const { title, description } = siteWords(language).pricing;
    return { name: 'pricing', template: 'island', title: `${title} – Tidegate`, description, body: <Pricing /> };
  });
}

/** The default plan. */
function Pricing() {
  const { words, link } = useSite();
  const { pricing, landing } = words;
  return (
    <FrontFrame section="/pricing">
      <article className="wrap column">
        <h1>{pricing.heading}</h1>
        <p className="lead">{pricing.lead}</p>
        <Calculator />
        <Wide name={pricing.fees}>
          <table>
            <thead>
              <tr>
                <th scope="col">{pricing.operation}</th>
                <th scope="col">{pricing.fee}</th>
              </tr>
            </thead>
            <tbody>
              {FEES.map(({ operation, fee }) => (
                <tr key={operation}>
                  <th scope="row">{pricing.operations[operation]}</th>
                  <td className="num">{fee}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Wide>
        <h2>{pricing.networkFees}</h2>
        <p>{pricing.networkFeesText}</p>
        <h2>{pricing.whoPays}</h2>
        <p>{pricing.whoPaysText}</p>
        <p className="acts">
          <a className="btn" {...link('/auth/sign-up')}>
            {landing.openSandbox}
          </a>
        </p>
      </article>
    </FrontFrame>
  );
}
