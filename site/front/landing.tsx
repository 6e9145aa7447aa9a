import { CRYPTO_GATES, NETWORKS } from '../../domain/assets/assets.ts';
import type { DemoCase } from '../../domain/demo/cases.ts';
import { fillText } from '../../domain/text/messages.ts';
import { Calculator } from '../demo/calculator.tsx';
import { inEveryLanguage, type Page } from '../page.ts';
import { siteWords, useSite } from '../words.ts';
import { FrontFrame } from './frame.tsx';
import { Level } from './level.tsx';
import { questionsOf } from './questions.ts';
import { LatestWebhook, SampleInvoice } from './sample-invoice.tsx';
import { Wide } from './wide.tsx';

/** Filled in from the gateway's settings and its plan when the page is served. */
const SERVED = {
  minutes: '__LIFETIME_MINUTES__',
  invoiceFee: '__FEE_INVOICE__',
  conversionFee: '__FEE_CONVERSION__',
} as const;

export function landingPages(): Page[] {
  return inEveryLanguage('/', (language) => {
    const { title, description } = siteWords(language).landing;
    return {
      name: 'landing',
      template: 'island',
      title,
      description,
      structured: {
        '@context': 'https://schema.org',
        '@type': 'Organization',
        name: '__OPERATOR__',
        description,
        url: '__ORIGIN__/',
        logo: '__ORIGIN__/favicon.svg',
      },
      body: <Landing />,
    };
  });
}

/** Each begins a line. */
function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?]) /);
}

/** The product in ten seconds: the coin moves, the price does not. */
function Landing() {
  const { words, link } = useSite();
  const { heading, lead, payDemo, openSandbox, end } = words.landing;
  const signUp = link('/auth/sign-up');
  return (
    <FrontFrame>
      <section className="hero">
        <Level />
        <div className="wrap">
          <div className="say">
            <h1>
              {sentencesOf(heading).map((sentence) => (
                <span key={sentence}>{sentence} </span>
              ))}
            </h1>
            <p className="lead">{fillText(lead, SERVED)}</p>
            <p className="acts">
              <a className="btn" {...link('/demo')}>
                {payDemo}
              </a>
              <a className="btn alt" {...signUp}>
                {openSandbox}
              </a>
            </p>
          </div>
          <SampleInvoice />
          <LatestWebhook />
        </div>
      </section>
      <Facts />
      <Cases />
      <Price />
      <Build />
      <Compare />
      <Questions />
      <section className="end">
        <div className="wrap">
          <h2>{end}</h2>
          <p className="acts">
            <a className="btn" {...signUp}>
              {openSandbox}
            </a>
          </p>
        </div>
      </section>
    </FrontFrame>
  );
}

function Facts() {
  const { words, count } = useSite();
  const { facts } = words.landing;
  return (
    <section>
      <div className="wrap">
        <ul className="facts">
          <li>
            <b>{count(facts.coins, { count: CRYPTO_GATES.length })}</b>
            <span>{count(facts.networks, { count: NETWORKS.length })}</span>
          </li>
          <li>
            <b>{fillText(facts.minutes, SERVED)}</b>
            <span>{facts.rateHeld}</span>
          </li>
          <li>
            <b>{SERVED.invoiceFee}</b>
            <span>{facts.perPayment}</span>
          </li>
          <li>
            <b>{facts.sepa}</b>
            <span>{facts.wallet}</span>
          </li>
        </ul>
      </div>
    </section>
  );
}

const CASES = ['short', 'over', 'late', 'wrong', 'reorg'] as const satisfies readonly DemoCase[];

function Cases() {
  const { words, link } = useSite();
  const { cases } = words.landing;
  return (
    <section id="cases">
      <div className="wrap">
        <h2>{cases.heading}</h2>
        <Wide name={cases.table}>
          <table className="stack">
            <thead>
              <tr>
                <th scope="col">{cases.customer}</th>
                <th scope="col">{cases.sees}</th>
                <th scope="col">{cases.you}</th>
              </tr>
            </thead>
            <tbody>
              {CASES.map((played) => (
                <tr key={played}>
                  <th scope="row">
                    <a {...link(`/demo?case=${played}`)}>{fillText(cases[played].customer, SERVED)}</a>
                  </th>
                  <td data-head={cases.seesNarrow}>{cases[played].sees}</td>
                  <td data-head={cases.youNarrow}>{cases[played].you}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Wide>
        <p>{cases.note}</p>
      </div>
    </section>
  );
}

function Price() {
  const { words, link } = useSite();
  const { heading, lead, all } = words.landing.price;
  return (
    <section id="price">
      <div className="wrap two">
        <div>
          <h2>{heading}</h2>
          <p className="lead">{fillText(lead, SERVED)}</p>
          <p>
            <a {...link('/pricing')}>{all}</a>
          </p>
        </div>
        <Calculator />
      </div>
    </section>
  );
}

function Build() {
  const { words, link } = useSite();
  const { heading, lead, reference, code } = words.landing.build;
  return (
    <section id="build">
      <div className="wrap two">
        <div>
          <h2>{heading}</h2>
          <p className="lead">{lead}</p>
          <p className="acts">
            <a className="btn alt" {...link('/docs/api')}>
              {reference}
            </a>
          </p>
        </div>
        <Wide name={code}>
          <pre>{REQUEST}</pre>
        </Wide>
      </div>
    </section>
  );
}

const REQUEST = `curl https://your-gateway.example/api/v1/invoices \\
  --user "$KEY:$SECRET" \\
  --header 'content-type: application/json' \\
  --header 'idempotency-key: order-1001-1' \\
  --data '{
    "amount": "118.40",
    "currency": "EUR",
    "reference": "order-1001"
  }'`;

function Compare() {
  const { heading, table, wallets, hosted, rows } = useSite().words.landing.compare;
  return (
    <section id="compare">
      <div className="wrap">
        <h2>{heading}</h2>
        <Wide name={table}>
          <table className="stack pairs">
            <thead>
              <tr>
                <td />
                <th scope="col">{'__OPERATOR__'}</th>
                <th scope="col">{wallets}</th>
                <th scope="col">{hosted}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.what}>
                  <th scope="row">{row.what}</th>
                  <td data-head="__OPERATOR__">{row.ours}</td>
                  <td data-head={wallets}>{row.wallets}</td>
                  <td data-head={hosted}>{row.hosted}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Wide>
      </div>
    </section>
  );
}

function Questions() {
  const { language, words, link } = useSite();
  const [first] = questionsOf(language);
  return (
    <section id="questions">
      <div className="wrap two">
        <div>
          <h2>{words.landing.questions}</h2>
          <p>
            <a {...link('/faq')}>{words.landing.allQuestions}</a>
          </p>
        </div>
        <div>
          {first?.questions.map(({ question, answer }, at) => (
            <details key={question} open={at === 0}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
