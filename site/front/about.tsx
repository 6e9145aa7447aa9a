import { CRYPTO_GATES, NETWORKS } from '../../domain/assets/assets.ts';
import { LANGUAGES } from '../../domain/languages.ts';
import type { Page } from '../page.ts';
import { FrontFrame, OPERATOR } from './frame.tsx';
import { PageText, Part } from './page-text.tsx';

const front = { template: 'front' } as const;

/** The company behind the gateway, jobs, and material for the press. */
export function companyPages(): Page[] {
  return [about(), careers(), press()];
}

function about(): Page {
  return {
    ...front,
    name: 'about',
    path: '/about',
    title: 'About – Tidegate',
    description:
      'Why this gateway exists, how it is built, and who runs it: books that add up, and clear words when a payment goes wrong.',
    body: (
      <FrontFrame>
        <PageText
          title="We built the part that others leave to support"
          lead="Taking a payment that goes right is easy. This gateway is made for those that go wrong: too little, too late, twice, in another coin, or taken back by the network."
        >
          <Part title="Our principles">
            <ul>
              <li>Every amount is in the books twice, and the books are compared with the networks all the time.</li>
              <li>A payer who made a mistake reads what happened and what to do, in their own language.</li>
              <li>Money leaves once or not at all, whatever crashes on the way.</li>
              <li>We publish what the code does. Numbers on these pages are read from it.</li>
            </ul>
          </Part>
          <Part title="The software">
            <p>
              The software is called Tidegate, and operators run it under their own name. It keeps its data in Postgres,
              its processes in Temporal, and its keys in a signer that is alone with them.
            </p>
          </Part>
          <Part title="The operator">
            <p>{OPERATOR} runs this gateway. __OPERATOR_LINE__</p>
            <p>
              <a href="/legal">Legal documents</a>
            </p>
          </Part>
        </PageText>
      </FrontFrame>
    ),
  };
}

function careers(): Page {
  return {
    ...front,
    name: 'careers',
    path: '/careers',
    title: 'Careers – Tidegate',
    description: 'How we work, which people we look for, and how to apply without a form.',
    body: (
      <FrontFrame>
        <PageText
          title="Work where a rounding error is an incident"
          lead="There is no list of open positions on this page at present. If you like what follows, write to us anyway."
        >
          <Part title="How we work">
            <ul>
              <li>
                A defect is first shown by a test, then its cause is corrected, then its siblings are searched for.
              </li>
              <li>Changes are small, and each says why it was made and how it was checked.</li>
              <li>
                Texts are written for people who did not write the code: merchants, payers in a hurry, operators at
                night.
              </li>
              <li>Nobody moves money alone, us included.</li>
            </ul>
          </Part>
          <Part title="Whom we look for">
            <p>
              Engineers who enjoy TypeScript, Postgres and distributed processes; compliance officers who read code
              without fear; people who can explain a reorganization to a florist.
            </p>
          </Part>
          <Part title="How to apply">
            <p>
              Write to <a href="/support">support</a> with the word “Application” in the subject and something that you
              made. We keep what you send as the <a href="/legal/privacy">privacy policy</a> says, and delete it on
              request.
            </p>
          </Part>
        </PageText>
      </FrontFrame>
    ),
  };
}

function press(): Page {
  return {
    ...front,
    name: 'press',
    path: '/press',
    title: 'Press – Tidegate',
    description: 'Facts, the logo and words about the gateway that you may quote, and whom to ask.',
    body: (
      <FrontFrame>
        <PageText
          title="Facts to quote, and a mark to print"
          lead="You may use everything on this page in reports about the gateway."
        >
          <Part title="In one sentence">
            <p>
              {OPERATOR} is a gateway with which businesses accept crypto payments at a price that they set in euro or
              another currency, and receive coins or euro.
            </p>
          </Part>
          <Part title="In numbers">
            <dl className="known">
              <div>
                <dt>Coins</dt>
                <dd>
                  {CRYPTO_GATES.length} on {NETWORKS.length} networks
                </dd>
              </div>
              <div>
                <dt>Languages of a payer’s page</dt>
                <dd>{LANGUAGES.length}</dd>
              </div>
              <div>
                <dt>Time for which a rate is held</dt>
                <dd>__LIFETIME_MINUTES__ minutes</dd>
              </div>
            </dl>
          </Part>
          <Part title="Logo">
            <p>
              <a href="/favicon.svg" download="tidegate.svg">
                Download the mark as SVG
              </a>
              . Please leave space of its own height around it, and do not change its proportions.
            </p>
          </Part>
          <Part title="Whom to ask">
            <p>
              Write to <a href="/support">support</a> with the word “Press” in the subject.
            </p>
          </Part>
        </PageText>
      </FrontFrame>
    ),
  };
}
