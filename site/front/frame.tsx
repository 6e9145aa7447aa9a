import type { ReactNode } from 'react';

const LINKS = [
  { path: '/pricing', title: 'Pricing' },
  { path: '/docs/api', title: 'Developers' },
  { path: '/blog', title: 'Blog' },
  { path: '/support/articles', title: 'Help' },
] as const;

const FOOT = [
  {
    title: 'Product',
    links: [
      { path: '/pricing', title: 'Pricing' },
      { path: '/guides/coins', title: 'Coins' },
      { path: '/guides/countries', title: 'Rules by country' },
      { path: '/verify?lang=en', title: 'Verify a document' },
    ],
  },
  {
    title: 'Learn',
    links: [
      { path: '/docs/api', title: 'API reference' },
      { path: '/support/articles', title: 'Help' },
      { path: '/blog', title: 'Blog' },
    ],
  },
  {
    title: 'Account',
    links: [
      { path: '/auth/sign-up', title: 'Open a sandbox' },
      { path: '/auth/sign-in', title: 'Sign in' },
      { path: '/support', title: 'Contact support' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { path: '/legal/privacy', title: 'Privacy' },
      { path: '/legal/aml', title: 'AML and KYC' },
    ],
  },
] as const;

interface FrontFrameProps {
  /** The path of the section that the page is in, e.g. `/blog`. */
  readonly section?: string;
  readonly children: ReactNode;
}

/** Head and foot of every page for visitors. No page of them has a script. */
export function FrontFrame({ section, children }: FrontFrameProps) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="top">
        <div className="wrap">
          <a className="mark" href="/">
            <Mark />
            <span>{OPERATOR}</span>
          </a>
          <nav aria-label="Main">
            {LINKS.map(({ path, title }) => (
              <a key={path} href={path} aria-current={path === section ? 'true' : undefined}>
                {title}
              </a>
            ))}
          </nav>
          <a className="in" href="/dashboard">
            Sign in
          </a>
          <a className="btn" href="/auth/sign-up">
            Open a sandbox
          </a>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <footer>
        <div className="wrap">
          <div className="cols">
            {FOOT.map(({ title, links }) => (
              <nav key={title} aria-label={title}>
                <p className="label">{title}</p>
                <ul>
                  {links.map(({ path, title: name }) => (
                    <li key={path}>
                      <a href={path}>{name}</a>
                    </li>
                  ))}
                </ul>
              </nav>
            ))}
          </div>
          <p className="operator">{OPERATOR_LINE}</p>
        </div>
      </footer>
    </>
  );
}

/** Filled in when the page is served: the gateway is run by many operators. */
export const OPERATOR = '__OPERATOR__';
const OPERATOR_LINE = '__OPERATOR_LINE__';

function Mark() {
  return (
    <svg viewBox="0 0 26 26" fill="none" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" aria-hidden>
      <path d="M3 5v16M23 5v16" />
      <path d="M7 10c2-2 4-2 6 0s4 2 6 0M7 16c2-2 4-2 6 0s4 2 6 0" />
    </svg>
  );
}
