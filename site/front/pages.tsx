import type { Page } from '../page.ts';
import { companyPages } from './about.tsx';
import { readChangelog } from './changelog.ts';
import { changelogPage } from './changelog-page.tsx';
import { developersPage } from './developers.tsx';
import { errorPages } from './error-pages.tsx';
import { faqPages } from './faq.tsx';
import { readInstalls } from './installs.ts';
import { landingPages } from './landing.tsx';
import { pricingPages } from './pricing.tsx';
import { productPages } from './products.tsx';
import { readQuickstarts } from './quickstarts.ts';
import { reservesPage } from './reserves.tsx';
import { searchPage } from './search.tsx';
import { securityPage } from './security.tsx';
import { statusPage } from './status.tsx';

/** The landing page, the prices, and the other pages for visitors that are no articles. */
export async function frontPages(): Promise<Page[]> {
  return [
    ...landingPages(),
    ...pricingPages(),
    ...faqPages(),
    ...productPages(),
    ...companyPages(),
    securityPage(),
    developersPage(await readQuickstarts(), await readInstalls()),
    statusPage(),
    reservesPage(),
    changelogPage(await readChangelog()),
    searchPage(),
    ...errorPages(),
  ];
}
