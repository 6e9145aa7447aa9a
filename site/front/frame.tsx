import type { ReactNode } from 'react';
import { LANGUAGE_NAMES, LANGUAGES } from '../../domain/languages.ts';
import { COOKIE_SETTINGS } from '../../domain/legal/consent.ts';
import { MARK_PATH } from '../../domain/site/mark.ts';
import { linkIn, useSite } from '../words.ts';

const LINKS = [
  { path: '/products', name: 'products' },
  { path: '/demo', name: 'demo' },
  { path: '/pricing', name: 'pricing' },
  { path: '/developers', name: 'developers' },
  { path: '/blog', name: 'blog' },
  { path: '/support/articles', name: 'help' },
] as const;

/** The links at the foot. Columns and links of `isAlways` are there without pages for visitors, too. */
const FOOT = [
  {
    title: 'product',
    links: [
      { path: '/products', name: 'products' },
      { path: '/pricing', name: 'pricing' },
      { path: '/security', name: 'security' },
      { path: '/status', name: 'status' },
      { path: '/reserves', name: 'reserves' },
      { path: '/changelog', name: 'changelog' },
    ],
  },
  {
    title: 'learn',
    isAlways: true,
    links: [
      { path: '/developers', name: 'developers' },
      { path: '/docs/api', name: 'reference', isAlways: true },
      { path: '/support/articles', name: 'help' },
      { path: '/faq', name: 'questions' },
      { path: '/guides/coins', name: 'coins' },
      { path: '/guides/countries', name: 'countries' },
      { path: '/blog', name: 'blog' },
      { path: '/newsletter', name: 'newsletter' },
    ],
  },
  {
    title: 'company',
    links: [
      { path: '/about', name: 'about' },
      { path: '/careers', name: 'careers' },
      { path: '/press', name: 'press' },
      { path: '/contact-us', name: 'contact' },
      { path: '/contact-us/partner', name: 'partners' },
      { path: '/auth/sign-up', name: 'openSandbox' },
      { path: '/auth/sign-in', name: 'signIn' },
    ],
  },
  {
    title: 'legal',
    isAlways: true,
    links: [
      { path: '/legal/terms', name: 'terms', isAlways: true },
      { path: '/legal/privacy', name: 'privacy', isAlways: true },
      { path: '/legal/aml', name: 'aml', isAlways: true },
      { path: '/legal/complaints', name: 'complaints', isAlways: true },
      { path: '/legal', name: 'legal', isAlways: true },
      { path: '/verify', name: 'verify', isAlways: true },
      { path: COOKIE_SETTINGS, name: 'cookies', isAlways: true },
    ],
  },
] as const;

interface FrontFrameProps {
  /** The path of the section that the page is in, e.g. `/blog`. */
  readonly section?: string;
  /** Without links to pages for visitors: for gateways that have none. */
  readonly isBare?: boolean;
  readonly hasFoot?: boolean;
  readonly children: ReactNode;
}

/** Head and foot of every page for visitors. */
export function FrontFrame({ section, isBare = false, hasFoot = true, children }: FrontFrameProps) {
  const { words, link } = useSite();
  return (
    <>
      <a className="skip" href="#main">
        {words.frame.skip}
      </a>
      <header className="top">
        <div className="wrap">
          <a className="mark" {...link(isBare ? '/legal' : '/')}>
            <Mark />
            <span>{OPERATOR}</span>
          </a>
          {isBare ? <span className="grow" /> : <MainLinks section={section} />}
          <a className="in" {...link('/dashboard')}>
            {words.frame.signIn}
          </a>
          <a className="btn" {...link('/auth/sign-up')}>
            {words.frame.openSandbox}
          </a>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {hasFoot && <Foot isBare={isBare} />}
    </>
  );
}

function MainLinks({ section }: { readonly section: string | undefined }) {
  const { words, link } = useSite();
  return (
    <nav aria-label={words.frame.main}>
      {LINKS.map(({ path, name }) => (
        <a key={path} {...link(path)} aria-current={path === section ? 'true' : undefined}>
          {words.frame.links[name]}
        </a>
      ))}
    </nav>
  );
}

/** The foot of every public page. */
export function Foot({ isBare }: { readonly isBare: boolean }) {
  const { words, link } = useSite();
  const { columns, links: names, signIn, openSandbox } = words.frame;
  const titles = { ...names, signIn, openSandbox };
  const isThere = (each: object) => !isBare || 'isAlways' in each;
  return (
    <footer>
      <div className="wrap">
        <div className="cols">
          {FOOT.filter(isThere).map(({ title, links }) => (
            <nav key={title} aria-label={columns[title]}>
              <p className="label">{columns[title]}</p>
              <ul>
                {links.filter(isThere).map(({ path, name }) => (
                  <li key={path}>
                    <a {...link(path)}>{titles[name]}</a>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <LanguageMenu />
        <p className="operator">{OPERATOR_LINE}</p>
      </div>
    </footer>
  );
}

/** The same page in the other languages. Pages that are only English have none. */
function LanguageMenu() {
  const { language, path, words } = useSite();
  if (path === undefined) return null;
  return (
    <nav className="languages" aria-label={words.frame.languages}>
      {LANGUAGES.map((each) => (
        <a
          key={each}
          href={linkIn(each, path).href}
          hrefLang={each}
          lang={each}
          aria-current={each === language ? 'page' : undefined}
        >
          {LANGUAGE_NAMES[each]}
        </a>
      ))}
    </nav>
  );
}

/** Filled in when the page is served: the gateway is run by many operators. */
export const OPERATOR = '__OPERATOR__';
const OPERATOR_LINE = '__OPERATOR_LINE__';

/** The product's mark. `site/build/icons.ts` draws it for programs that know no SVG. */
export function Mark() {
  return (
    <svg viewBox="0 0 26 26" fill="none" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" aria-hidden>
      <path d={MARK_PATH} />
    </svg>
  );
}
