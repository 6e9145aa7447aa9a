import { OWNER_SHARE_PERCENT } from '../../domain/compliance/business-data.ts';
import {
  type CountryList,
  ENHANCED_COUNTRIES,
  PROHIBITED_COUNTRIES,
  PROHIBITED_GOODS,
} from '../../domain/compliance/lists.ts';

/** The rules of `domain/compliance`, with its lists, so that what is published is what the product does. */
export function AmlPolicy() {
  return (
    <>
      <h1>Anti-money laundering policy</h1>
      <p className="lead">Version of 24 November 2026.</p>
      <p>
        Tidegate serves businesses whose owners and activities are known. This policy describes how we prevent money
        laundering and the financing of terrorism, and what we require of merchants.
      </p>

      <h2>Verification</h2>
      <p>
        Before a business can use production, it submits an extract of the register, its ownership and its address, and
        each representative and owner is identified. Owners who hold {OWNER_SHARE_PERCENT} % or more also prove where
        they live. Industries that need a license submit it. We check businesses and people against sanctions lists
        before approval and every 30 days afterwards, and ask for a new document before an old one expires. High risk
        requires the approval of two people.
      </p>

      <h2>Countries we do not serve</h2>
      <Countries lists={PROHIBITED_COUNTRIES} />

      <h2>Countries with enhanced due diligence</h2>
      <p>Merchants and owners from these countries also show where their money comes from.</p>
      <Countries lists={ENHANCED_COUNTRIES} />

      <h2>Prohibited goods and services</h2>
      <ul>
        {PROHIBITED_GOODS.goods.map(({ key, name }) => (
          <li key={key}>{name}</li>
        ))}
      </ul>

      <h2>Monitoring and reporting</h2>
      <p>
        Operations that are linked and together reach EUR 15,000 are reviewed. A suspicious operation is suspended and
        reported to the authority within three working hours. The law forbids us to tell anyone concerned about a
        report. Suspended money can only be released by the approval of authorized staff.
      </p>

      <h2>Responsibilities</h2>
      <p>
        A money laundering reporting officer (MLRO) is responsible for this policy and its reports. Compliance officers
        and managers decide cases; nobody can approve their own decision where two people are required. Access to
        evidence is logged.
      </p>

      <h2>Records</h2>
      <p>
        We keep documents, decisions and payments for at least five years after the relationship ends, by default for
        eight years. Monitoring covers one year at a time, and then the merchant is reviewed again.
      </p>

      <h2>What merchants must do</h2>
      <ul>
        <li>Submit true and complete information, and report changes of the business or its owners.</li>
        <li>Answer our questions about payments and provide documents that support them.</li>
        <li>Accept payments only for their own goods and services.</li>
      </ul>
    </>
  );
}

function Countries({ lists }: { readonly lists: readonly CountryList[] }) {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  return (
    <ul>
      {lists.map(({ source, publishedOn, countries }) => (
        <li key={source}>
          {source} ({publishedOn}):{' '}
          {countries
            .map((code) => names.of(code) ?? code)
            .sort((one, other) => one.localeCompare(other))
            .join(', ')}
        </li>
      ))}
    </ul>
  );
}
