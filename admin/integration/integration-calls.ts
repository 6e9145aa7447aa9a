import type { ConfirmationBody, TwoFaBody } from '../../contract/account.ts';
import type { Gate } from '../../contract/gates.ts';
import type {
  ApiTokenForm,
  ApiTokenView,
  CreateApiTokenBody,
  Fees,
  IntegrationProfile,
  IssuedApiToken,
  NotificationKey,
  RotateKeyBody,
  UpdateApiTokenBody,
  UpdateProfileBody,
} from '../../contract/integration.ts';
import type { CreatePaymentLinkBody, PaymentLink, UpdatePaymentLinkBody } from '../../contract/payment-links.ts';
import type { CreatePluginKeyBody, IssuedPluginKey, PluginConnection } from '../../contract/plugin-keys.ts';
import type { LoggedRequest } from '../../contract/requests.ts';
import type { CreateShopBody, Shop } from '../../contract/shops.ts';
import type {
  SpaCreateEndpointBody,
  SpaRotateEndpointBody,
  SpaUpdateEndpointBody,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from '../../contract/webhook-endpoints.ts';
import { type ShopPath, shopPath } from '../../domain/accounts/shop-path.ts';
import type { Api } from '../data/api.ts';
import { addFilter } from '../data/list-query.ts';
import { randomKey } from '../data/random-key.ts';

/** How a shop is connected. */
export const integrationCalls = (api: Api) => ({
  profile: () => api.get<IntegrationProfile>('profile'),
  saveProfile: (body: UpdateProfileBody) => api.put<IntegrationProfile>('profile', body),
  showNotificationKey: (body: ConfirmationBody) => api.post<NotificationKey>('profile/notification-key/show', body),
  renewNotificationKey: (body: RotateKeyBody) => api.post<NotificationKey>('profile/notification-key', body),
  uploadLogo: (file: File) => api.post('profile/image', file),
  removeLogo: () => api.delete('profile/image'),
  tokenForm: () => api.get<ApiTokenForm>('api-tokens/create'),
  createToken: (body: CreateApiTokenBody) => api.post<IssuedApiToken>('api-tokens', body),
  updateToken: (id: string, body: UpdateApiTokenBody) => api.put<ApiTokenView>(tokenPath(id), body),
  resetSecret: (id: string, body: ConfirmationBody) =>
    api.post<{ secret_key: string }>(`${tokenPath(id)}/refresh-secret-key`, body),
  deleteToken: (id: string, body: TwoFaBody) => api.delete(tokenPath(id), body),
  pluginConnection: () => api.get<PluginConnection>('plugin-keys'),
  createPluginKey: (body: CreatePluginKeyBody) => api.post<IssuedPluginKey>('plugin-keys', body),
  deletePluginKey: (id: string) => api.delete(`plugin-keys/${encodeURIComponent(id)}`),
  /** The newest requests of the shop's tokens, or those before a cursor. */
  requests: (filter: Readonly<Record<string, string>>, after?: string) => {
    const query = new URLSearchParams({ limit: '50', ...(after === undefined ? {} : { after }) });
    addFilter(query, filter);
    return api.log<LoggedRequest>(`requests?${query}`);
  },
  createEndpoint: (body: SpaCreateEndpointBody) => api.post<WebhookEndpointWithSecret>('webhook-endpoints', body),
  updateEndpoint: (id: string, changes: SpaUpdateEndpointBody) => api.put<WebhookEndpoint>(endpointPath(id), changes),
  renewEndpointSecret: (id: string, body: SpaRotateEndpointBody) =>
    api.post<WebhookEndpointWithSecret>(`${endpointPath(id)}/rotate-secret`, body),
  deleteEndpoint: (id: string) => api.delete(endpointPath(id)),
  testEndpoint: (id: string) =>
    api.post<{ url: string }>('webhooks/test', { endpoint_id: id }, { idempotencyKey: randomKey() }),
  /** To the address of the profile where none is named. */
  sendTestWebhook: (url: string) =>
    api.post<{ url: string }>('webhooks/test', url === '' ? {} : { url }, { idempotencyKey: randomKey() }),
  createPaymentLink: (body: CreatePaymentLinkBody) => api.post<PaymentLink>('payment-links', body),
  updatePaymentLink: (id: string, changes: UpdatePaymentLinkBody) =>
    api.put<PaymentLink>(`payment-links/${encodeURIComponent(id)}`, changes),
  shops: () => api.get<Shop[]>('/spa/shops'),
  createShop: (body: CreateShopBody, idempotencyKey: string) => api.post<Shop>('/spa/shops', body, { idempotencyKey }),
  closeShop: ({ id }: Shop) => api.post<Shop>(`/spa/shops/${id}/close`, {}),
  reopenShop: ({ id }: Shop) => api.post<Shop>(`/spa/shops/${id}/reopen`, {}),
  activate: (place: ShopPath) => api.post(`/spa/profile/activate/${shopPath(place)}`, {}),
  gates: () => api.get<Gate[]>('/spa/gates'),
  fees: () => api.get<Fees>('fees'),
});

function endpointPath(id: string): string {
  return `webhook-endpoints/${encodeURIComponent(id)}`;
}

function tokenPath(id: string): string {
  return `api-tokens/${encodeURIComponent(id)}`;
}

declare module '../data/use-provider.ts' {
  interface TidegateProvider extends ReturnType<typeof integrationCalls> {}
}
