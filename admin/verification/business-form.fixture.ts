import type { Page } from 'playwright-core';

/** Fills in the description of a business, registered in this country. */
export async function fillInBusiness(page: Page, country: string): Promise<void> {
  await page.getByLabel('Legal name').fill('Quay & Sons GmbH');
  await page.getByLabel('Registration number').fill('HRB 4711');
  await page.getByLabel('Country of registration').selectOption(country);
  await page.getByLabel('Founded on').fill('2012-04-01');
  await page.getByLabel('Street and number').fill('Am Kai 7');
  await page.getByLabel('Postal code').fill('20457');
  await page.getByLabel('City').fill('Hamburg');
  await page.getByLabel('Industry').selectOption('retail');
  await page.getByLabel('Monthly turnover').selectOption('up_to_30k');
  await page.getByLabel('Website').fill('quay.example');
  await page.getByLabel('What you sell').fill('Charts');
  await page.getByLabel('Source of funds').fill('Sales');
}
