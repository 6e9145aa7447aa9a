import { newId } from '../ids.ts';
import type { BusinessData, CasePerson } from './business-data.ts';

/** An ordinary shop without any risk. */
export function aBusiness(changes: Partial<BusinessData> = {}): BusinessData {
  return {
    legal_name: 'Quay & Sons GmbH',
    registration_number: 'HRB 4711',
    country: 'DE',
    street: 'Am Kai 7',
    city: 'Hamburg',
    postal_code: '20457',
    incorporated_on: '2012-04-01',
    industry: 'e_commerce',
    turnover: '30k_to_100k',
    website: 'https://quay.example',
    description: 'Books and charts for sailors, sold online.',
    source_of_funds: 'Sales of the shop.',
    ...changes,
  };
}

/** Its owner, who also represents it. */
export function aPerson(changes: Partial<CasePerson> = {}): CasePerson {
  return {
    id: newId(),
    full_name: 'Nora Quay',
    birth_date: '1984-05-17',
    nationality: 'DE',
    country: 'DE',
    street: 'Am Kai 9',
    city: 'Hamburg',
    postal_code: '20457',
    politically_exposed: false,
    is_owner: true,
    is_representative: true,
    share_percent: 80,
    ...changes,
  };
}
