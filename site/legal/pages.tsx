import type { ReactNode } from 'react';
import type { Page } from '../page.ts';
import { AmlPolicy } from './aml.tsx';
import { PrivacyPolicy } from './privacy.tsx';

/** The documents that people accept when they sign up: `/legal/privacy` and `/legal/aml`. */
export function legalPages(): Page[] {
  return [
    {
      name: 'legal-privacy',
      title: 'Privacy policy – Tidegate',
      description: 'Which personal data Tidegate processes, why, and for how long.',
      body: (
        <LegalFrame current="privacy">
          <PrivacyPolicy />
        </LegalFrame>
      ),
    },
    {
      name: 'legal-aml',
      title: 'Anti-money laundering policy – Tidegate',
      description: 'How Tidegate verifies businesses, monitors payments and reports suspicions.',
      body: (
        <LegalFrame current="aml">
          <AmlPolicy />
        </LegalFrame>
      ),
    },
  ];
}

const DOCUMENTS = [
  { slug: 'privacy', title: 'Privacy' },
  { slug: 'aml', title: 'Anti-money laundering' },
] as const;

interface LegalFrameProps {
  readonly current: (typeof DOCUMENTS)[number]['slug'];
  readonly children: ReactNode;
}

function LegalFrame({ current, children }: LegalFrameProps) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="bar">
        <span className="brand">Tidegate</span>
        <nav aria-label="Legal documents" className="documents">
          {DOCUMENTS.map(({ slug, title }) => (
            <a key={slug} href={`/legal/${slug}`} aria-current={slug === current ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
      </header>
      <main id="main" tabIndex={-1} className="legal">
        {children}
      </main>
    </>
  );
}
