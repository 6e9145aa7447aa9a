import type { ReactNode } from 'react';
import { COOKIE_SETTINGS } from '../../domain/legal/consent.ts';

const LINKS = [
  { path: '/products', title: 'Products' },
  { path: '/demo', title: 'Demo' },
  { path: '/pricing', title: 'Pricing' },
  { path: '/developers', title: 'Developers' },
  { path: '/blog', title: 'Blog' },
  { path: '/support/articles', title: 'Help' },
] as const;

/** The links at the foot. Those of `isAlways` are there without pages for visitors, too. */
const FOOT = [
  {
    title: 'Product',
    links: [
      { path: '/products', title: 'Products' },
      { path: '/pricing', title: 'Pricing' },
      { path: '/security', title: 'Security' },
      { path: '/status', title: 'Status' },
      { path: '/changelog', title: 'Changelog' },
    ],
  },
  {
    title: 'Learn',
    links: [
      { path: '/developers', title: 'Developers' },
      { path: '/docs/api', title: 'API reference' },
      { path: '/support/articles', title: 'Help' },
      { path: '/faq', title: 'Questions' },
      { path: '/guides/coins', title: 'Coins' },
      { path: '/guides/countries', title: 'Rules by country' },
      { path: '/blog', title: 'Blog' },
      { path: '/newsletter', title: 'Newsletter' },
    ],
  },
  {
    title: 'Company',
    links: [
      { path: '/about', title: 'About' },
      { path: '/careers', title: 'Careers' },
      { path: '/press', title: 'Press' },
      { path: '/contact-us', title: 'Contact' },
      { path: '/auth/sign-up', title: 'Open a sandbox' },
      { path: '/auth/sign-in', title: 'Sign in' },
    ],
  },
  {
    title: 'Legal',
    isAlways: true,
    links: [
      { path: '/legal/terms', title: 'Terms' },
      { path: '/legal/privacy', title: 'Privacy' },
      { path: '/legal/aml', title: 'AML and KYC' },
      { path: '/legal/complaints', title: 'Complaints' },
      { path: '/legal', title: 'All documents' },
      { path: '/verify?lang=en', title: 'Verify a document' },
      { path: COOKIE_SETTINGS, title: 'Cookie settings' },
    ],
  },
] as const;

interface FrontFrameProps {
  /** The path of the section that the page is in, e.g. `/blog`. */
  readonly section?: string;
  /** Without links to pages for visitors: for gateways that have none. */
  readonly isBare?: boolean;
  readonly children: ReactNode;
}

/** Head and foot of every page for visitors. */
export function FrontFrame({ section, isBare = false, children }: FrontFrameProps) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="top">
        <div className="wrap">
          <a className="mark" href={isBare ? '/legal' : '/'}>
            <Mark />
            <span>{OPERATOR}</span>
          </a>
          {isBare ? <span className="grow" /> : <MainLinks section={section} />}
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
      <Foot isBare={isBare} />
    </>
  );
}

function MainLinks({ section }: { readonly section: string | undefined }) {
  return (
    <nav aria-label="Main">
      {LINKS.map(({ path, title }) => (
        <a key={path} href={path} aria-current={path === section ? 'true' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}

function Foot({ isBare }: { readonly isBare: boolean }) {
  const columns = FOOT.filter((column) => !isBare || 'isAlways' in column);
  return (
    <footer>
      <div className="wrap">
        <div className="cols">
          {columns.map(({ title, links }) => (
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
