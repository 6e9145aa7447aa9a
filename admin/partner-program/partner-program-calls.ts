import type { PartnerAgreement, PartnerRooms } from '../../contract/partners.ts';
import type { Api } from '../data/api.ts';

export const partnerProgramCalls = (api: Api) => ({
  partnerRooms: () => api.get<PartnerRooms>('/spa/partner'),
  /** The agreement of the mailed link. */
  partnerAgreement: (token: string) => api.post<PartnerAgreement>('/spa/partner/agreement', { token }),
  acceptPartnerAgreement: (token: string, version: string) =>
    api.post<PartnerRooms>('/spa/partner/accept', { token, version, confirmed: true }),
  addPartnerLink: (label: string) => api.post<PartnerRooms>('/spa/partner/links', { label }),
});

declare module '../data/use-provider.ts' {
  interface TidegateProvider extends ReturnType<typeof partnerProgramCalls> {}
}
