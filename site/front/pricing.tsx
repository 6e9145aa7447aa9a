import { Calculator } from '../demo/calculator.tsx';
import { FrontFrame } from './frame.tsx';
import { Wide } from './wide.tsx';

const FEES = [
  { what: 'Invoice paid by your customer', fee: '__FEE_INVOICE__' },
  { what: 'Deposit to a static address', fee: '__FEE_DEPOSIT__' },
  { what: 'Conversion between coins and euro', fee: '__FEE_CONVERSION__' },
  { what: 'Payout to a wallet, single or by CSV', fee: '__FEE_PAYOUT__' },
  { what: 'Withdrawal to a bank account', fee: '__FEE_WITHDRAWAL__' },
  { what: 'Refund to a payer', fee: '__FEE_REFUND__' },
] as const;

/** The default plan, filled in from the gateway's own data when the page is served. */
export function Pricing() {
  return (
    <FrontFrame section="/pricing">
      <article className="wrap column">
        <h1>Pay for payments, not for months.</h1>
        <p className="lead">
          No set-up fee, no monthly fee, no minimum. These are the rates of the default plan; yours are always shown
          under Fees in the back office.
        </p>
        <Calculator />
        <Wide name="Fees">
          <table>
            <thead>
              <tr>
                <th scope="col">Operation</th>
                <th scope="col">Fee of the amount</th>
              </tr>
            </thead>
            <tbody>
              {FEES.map(({ what, fee }) => (
                <tr key={what}>
                  <th scope="row">{what}</th>
                  <td className="num">{fee}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Wide>
        <h2>Network fees</h2>
        <p>
          When coins leave the gateway, the network takes a fee of its own. You see it before you confirm, it is sealed
          into your approval, and the signer never pays more.
        </p>
        <h2>Who pays</h2>
        <p>
          You choose for each kind of fee whether you or your customer pays it. What your customer pays is part of the
          invoice’s total, so they see it before they choose a coin.
        </p>
        <p className="acts">
          <a className="btn" href="/auth/sign-up">
            Open a free sandbox
          </a>
        </p>
      </article>
    </FrontFrame>
  );
}
