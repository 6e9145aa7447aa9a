/** What is stored and why, as `docs/security.md` and the retention of the compliance cases have it. */
export function PrivacyPolicy() {
  return (
    <>
      <h1>Privacy policy</h1>
      <p className="lead">Version of 24 November 2026.</p>
      <p>
        This policy explains which personal data Tidegate processes when you use the back office, pay an invoice or are
        verified as an owner or representative of a business.
      </p>

      <Data />

      <h2>Legal basis</h2>
      <p>
        We process data to perform our contract with the merchant or the payer, to meet legal duties (in particular
        against money laundering), and for our legitimate interest in a secure service. We do not sell data, show
        advertising or build profiles for it.
      </p>

      <h2>Cookies</h2>
      <p>
        We only use cookies that the service needs: one for your session, one against forged requests, and one that
        recognizes your browser, so that a sign-in from a new device can be confirmed. For the same purpose the back
        office sends a hash of properties of your browser with its requests. The invoice page stores no cookies for
        tracking, and no page loads content from third parties, except a CAPTCHA where one is configured for sign-in.
      </p>

      <h2>Recipients</h2>
      <ul>
        <li>The merchant whose invoice you pay sees your payment and the contact data of the invoice.</li>
        <li>A verification provider checks identity documents on our behalf.</li>
        <li>Banks and exchanges receive what a withdrawal or conversion requires.</li>
        <li>Authorities receive what the law obliges us to report.</li>
      </ul>
      <p>Blockchain transactions are public and permanent. Nobody can delete them.</p>

      <h2>Retention</h2>
      <p>
        We keep the records of a business relationship and of its payments for at least five years after it ends, by
        default for eight years. After that, documents and personal data of verification are deleted. If you close your
        account, data that no law obliges us to keep is erased.
      </p>

      <h2>Security</h2>
      <p>
        Verification documents and secrets are encrypted, each document with a key of its own. Access to personal data
        by our staff requires a second factor and is logged. Passwords and API secrets are stored as hashes.
      </p>

      <h2>Your rights</h2>
      <p>
        You can request access to your data, its correction, deletion or transfer, object to its processing, and
        complain to a data protection authority. Contact support from the back office, or reply to any of our emails.
        Payers can also contact the shop named on the invoice.
      </p>
    </>
  );
}

function Data() {
  return (
    <>
      <h2>Data we process</h2>
      <dl className="fields">
        <div>
          <dt>Team members of merchants</dt>
          <dd>
            Name, email address, password (as a hash), role, sign-ins with browser, IP address and location, and what
            you did in the account: to provide the account, protect it, and record who moved money.
          </dd>
        </div>
        <div>
          <dt>Owners and representatives</dt>
          <dd>
            Name, date of birth, nationality, country, address, share of the business, identity documents, and results
            of sanctions checks: to meet our legal duties against money laundering.
          </dd>
        </div>
        <div>
          <dt>Payers</dt>
          <dd>
            The payment on the blockchain, the language of the page and, if the shop or you provide them, name, email
            address and refund address: to accept the payment, send receipts and refund it.
          </dd>
        </div>
      </dl>
    </>
  );
}
