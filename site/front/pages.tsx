import type { Page } from '../page.ts';
import { companyPages } from './about.tsx';
import { readChangelog } from './changelog.ts';
import { changelogPage } from './changelog-page.tsx';
import { developersPage } from './developers.tsx';
import { errorPages } from './error-pages.tsx';
import { faqPage } from './faq.tsx';
import { Landing } from './landing.tsx';
import { Pricing } from './pricing.tsx';
import { productPages } from './products.tsx';
import { searchPage } from './search.tsx';
import { securityPage } from './security.tsx';
import { statusPage } from './status.tsx';

/** The landing page, the prices, and the other pages for visitors that are no articles. */
export async function frontPages(): Promise<Page[]> {
  return [
    {
      ...{ name: 'landing', path: '/', template: 'island' },
      title: 'Tidegate: take crypto at the price you set',
      description:
        'Let customers pay in Bitcoin, Ether, USDT and five other coins at a rate that is held, and get coins or euro with books that add up.',
      structured: {
        '@context': 'https://schema.org',
        '@type': 'Organization',
        name: '__OPERATOR__',
        url: '__ORIGIN__/',
        logo: '__ORIGIN__/favicon.svg',
      },
      body: <Landing />,
    },
    {
      ...{ name: 'pricing', path: '/pricing', template: 'island' },
      title: 'Pricing – Tidegate',
      description:
        'Fees for invoices, deposits, conversion, payouts, withdrawals and refunds: a share of each payment, no monthly fee.',
      body: <Pricing />,
    },
    ...productPages(),
    ...companyPages(),
    ...[securityPage(), developersPage(), faqPage(), statusPage(), changelogPage(await readChangelog())],
    searchPage(),
    ...errorPages(),
  ];
}
