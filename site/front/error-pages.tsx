import type { Page } from '../page.ts';
import { FrontFrame } from './frame.tsx';

interface ErrorText {
  readonly code: number;
  readonly title: string;
  readonly text: string;
  /** Where to go on from here, beside the start page. */
  readonly ways: readonly { readonly path: string; readonly title: string; readonly isOfSite?: true }[];
}

const HELP = { path: '/support/articles', title: 'Help articles', isOfSite: true } as const;
const SUPPORT = { path: '/support', title: 'Contact support' } as const;
const SIGN_IN = { path: '/auth/sign-in', title: 'Return to sign-in' } as const;
const STATUS = { path: '/status', title: 'Status of the gateway', isOfSite: true } as const;
const DASHBOARD = { path: '/dashboard', title: 'Back office' } as const;

/** The error pages of spec §2, in the words of the back office (`admin/i18n/messages-en-light.ts`) where they fit. */
const ERRORS: readonly ErrorText[] = [
  {
    code: 403,
    title: 'You do not have permission to perform this action',
    text: 'Your role in this account does not include it. An admin of your team can change that.',
    ways: [SIGN_IN, DASHBOARD, HELP],
  },
  {
    code: 404,
    title: 'This page does not exist',
    text: 'The address may be mistyped, or the page was moved. If you paid an invoice, your payment is not affected: open the link of the shop again.',
    ways: [HELP, DASHBOARD, SUPPORT],
  },
  {
    code: 410,
    title: 'Link expired',
    text: 'Links work once and for a limited time. Request a new one where you got it.',
    ways: [{ path: '/account?tab=profile', title: 'Back to profile' }, HELP],
  },
  {
    code: 500,
    title: 'Internal server error',
    text: 'Something went wrong, please try again later. Balances and payments are not affected.',
    ways: [STATUS, DASHBOARD, SUPPORT],
  },
  {
    code: 503,
    title: 'Service temporarily unavailable',
    text: 'Please try again in a moment. Payments that are under way are detected as soon as the service is back.',
    ways: [STATUS, SUPPORT],
  },
  {
    code: 1001,
    title: 'Coming soon',
    text: 'This page is being built. The menu shows what is available.',
    ways: [DASHBOARD, HELP],
  },
  {
    code: 1002,
    title: 'Invitation expired',
    text: 'Oops! It looks like this team access invitation has already been used or has expired. Ask the person who invited you for a new one.',
    ways: [SIGN_IN, HELP],
  },
];

/** Spec §2: a footer on 404, 403 and 500 only. */
const WITH_FOOT: ReadonlySet<number> = new Set([404, 403, 500]);

/** Each error page, also without links to pages that a gateway without the site does not have. */
export function errorPages(): Page[] {
  return ERRORS.flatMap((error) => [errorPage(error, false), errorPage(error, true)]);
}

function errorPage({ code, title, text, ways }: ErrorText, isBare: boolean): Page {
  return {
    name: `${isBare ? 'bare-' : ''}system-${code}`,
    template: 'front',
    title: `${title} – Tidegate`,
    description: text,
    body: (
      <FrontFrame isBare={isBare} hasFoot={WITH_FOOT.has(code)}>
        <div className="wrap column trouble">
          <p className="code num">{code}</p>
          <h1>{title}</h1>
          <p className="lead">{text}</p>
          <p className="acts">
            {ways
              .filter(({ isOfSite }) => !isBare || isOfSite === undefined)
              .map(({ path, title: name }, at) => (
                <a key={path} className={at === 0 ? 'btn' : 'btn alt'} href={path}>
                  {name}
                </a>
              ))}
          </p>
        </div>
      </FrontFrame>
    ),
  };
}
