import { SCREENING_EVERY_MS } from '../../domain/compliance/times.ts';
import { CONSENT_DAYS } from '../../domain/legal/consent.ts';
import { SESSION_HOURS } from '../../domain/legal/retention.ts';
import type { Page } from '../page.ts';
import { FrontFrame } from './frame.tsx';
import { PageText, Part } from './page-text.tsx';

/** The protection of money, accounts and pages: each line is implemented and tested as `docs/security/` lists. */
const PARTS: readonly { readonly title: string; readonly lines: readonly string[] }[] = [
  {
    title: 'Money',
    lines: [
      'Double entry in a database that refuses entries that do not add up. A trial balance runs every minute; a difference stops outgoing money.',
      'The keys of real money are in a signer that runs as a process of its own. It checks each payout by itself and signs only what people approved.',
      'A payout is stored before it is sent, so a crash can neither lose nor double it.',
      'Coins on the networks are compared with the books. A missing coin stops outgoing money and alerts people.',
    ],
  },
  {
    title: 'Your account',
    lines: [
      'Real money leaves only with a mailed code and a second factor. New addresses wait before they can be paid.',
      'You decide whether another person must approve, and how much may leave per payout and per day.',
      `A session lasts ${SESSION_HOURS} hours unless you choose otherwise, and a changed password ends all others.`,
      'A new device is confirmed by a code that is emailed.',
      'Three roles for your team, and shops that a person may work in. Each action is in an audit log whose rows are chained by hashes.',
      'API tokens have exactly the permissions that you give them, work from addresses that you name, and are stored as hashes.',
    ],
  },
  {
    title: 'Pages and data',
    lines: [
      'No page loads anything from third parties, except a captcha where one is configured, and the policy of each page allows no inline scripts.',
      'Identity documents are encrypted, each with a key of its own, and every access to one is recorded.',
      `Nothing optional is stored in a browser without consent, and a consent ends after ${CONSENT_DAYS} days.`,
      'Documents that we issue are signed. Anyone can verify them, without an account.',
    ],
  },
  {
    title: 'Compliance',
    lines: [
      'Businesses and the people behind them are verified before real money moves.',
      `Sanctions lists are compared before approval and every ${SCREENING_EVERY_MS / 86_400_000} days afterwards.`,
      'Two people with different roles decide what matters, and nobody approves their own request.',
    ],
  },
  {
    title: 'What you can do',
    lines: [
      'Turn on the second factor for everyone in your team, and keep the recovery codes away from your computer.',
      'Give your shop a token that can create invoices but not send money.',
      'Verify the signature of each webhook. A message without a right signature is not from us.',
      'We never ask for a password, a code or the words of a wallet.',
    ],
  },
];

export function securityPage(): Page {
  return {
    name: 'security',
    path: '/security',
    template: 'front',
    title: 'Security – Tidegate',
    description:
      'How money, accounts and personal data are protected: separate signer, double entry, second factor, approvals and encryption.',
    body: (
      <FrontFrame section="/security">
        <PageText
          title="Nothing moves because one machine or one person says so"
          lead="These are the safeguards that are built in and tested. There is no seal on this page: read what is done instead."
        >
          {PARTS.map(({ title, lines }) => (
            <Part key={title} title={title}>
              <ul>
                {lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </Part>
          ))}
          <Part title="Report a weakness">
            <p>
              Please write to the contact in <a href="/.well-known/security.txt">security.txt</a> before you publish
              anything. Test in the sandbox only, with accounts of your own, and without harming others.
            </p>
          </Part>
        </PageText>
      </FrontFrame>
    ),
  };
}
