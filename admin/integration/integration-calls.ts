import { useQuery } from '@tanstack/react-query';
import type { ConfirmationBody, TwoFaBody } from '../../api/contract/account.ts';
import type { Gate } from '../../api/contract/gates.ts';
import type {
  ApiTokenForm,
  ApiTokenView,
  CreateApiTokenBody,
  CreatePaymentLinkBody,
  Fees,
  IntegrationProfile,
  IssuedApiToken,
  NotificationKey,
  PaymentLink,
  UpdateApiTokenBody,
  UpdateProfileBody,
} from '../../api/contract/integration.ts';
import type { WebhookDelivery } from '../../api/contract/webhooks.ts';
import { call } from '../data/http-client.ts';
import { ask, here, type ListPage } from '../data/profile-call.ts';
import { randomKey } from '../data/random-key.ts';

export function useProfile() {
  return useQuery({ queryKey: ['profile'], queryFn: () => ask<IntegrationProfile>('/profile') });
}

export function saveProfile(body: UpdateProfileBody): Promise<IntegrationProfile> {
  return ask('/profile', { method: 'PUT', body });
}

export function showNotificationKey(body: ConfirmationBody): Promise<NotificationKey> {
  return ask('/profile/notification-key/show', { method: 'POST', body });
}

export function renewNotificationKey(body: { overlap_hours: number } & ConfirmationBody): Promise<NotificationKey> {
  return ask('/profile/notification-key', { method: 'POST', body });
}

export async function uploadLogo(file: File): Promise<void> {
  await ask('/profile/image', { method: 'POST', body: file });
}

export async function removeLogo(): Promise<void> {
  await ask('/profile/image', { method: 'DELETE' });
}

export function useTokens(page: number, perPage: number) {
  const path = `/api-tokens?page=${page}&per_page=${perPage}`;
  return useQuery({
    queryKey: ['api-tokens', page, perPage],
    queryFn: async () => (await call<ListPage<ApiTokenView>>(here(path))).json,
  });
}

export function useToken(id: string) {
  return useQuery({
    queryKey: ['api-token', id],
    queryFn: () => ask<ApiTokenView>(`/api-tokens/${encodeURIComponent(id)}`, { isPage: true }),
  });
}

export function useTokenForm() {
  return useQuery({ queryKey: ['api-token-form'], queryFn: () => ask<ApiTokenForm>('/api-tokens/create') });
}

export function createToken(body: CreateApiTokenBody): Promise<IssuedApiToken> {
  return ask('/api-tokens', { method: 'POST', body });
}

export function updateToken(id: string, body: UpdateApiTokenBody): Promise<ApiTokenView> {
  return ask(`/api-tokens/${id}`, { method: 'PUT', body });
}

export async function resetSecret(id: string, body: ConfirmationBody): Promise<string> {
  const path = `/api-tokens/${id}/refresh-secret-key`;
  return (await ask<{ secret_key: string }>(path, { method: 'POST', body })).secret_key;
}

export async function deleteToken(id: string, body: TwoFaBody): Promise<void> {
  await call(here(`/api-tokens/${id}`), { method: 'DELETE', body });
}

export interface DeliveryFilter {
  readonly page: number;
  readonly perPage: number;
  readonly status: WebhookDelivery['status'] | '';
}

/** While something is on its way, or awaited, the list is read again, so that its end is seen. */
export function useDeliveries({ page, perPage, status }: DeliveryFilter, isAwaited: boolean) {
  const path = `/webhooks/deliveries?page=${page}&per_page=${perPage}${status === '' ? '' : `&status=${status}`}`;
  return useQuery({
    queryKey: ['deliveries', page, perPage, status],
    queryFn: async () => (await call<ListPage<WebhookDelivery>>(here(path))).json,
    refetchInterval: ({ state }) => (isAwaited || state.data?.data.some(isMoving) ? 1500 : false),
  });
}

function isMoving({ status }: WebhookDelivery): boolean {
  return status === 'pending' || status === 'retrying';
}

export function sendTestWebhook(url: string): Promise<{ readonly url: string }> {
  const options = { method: 'POST', body: url === '' ? {} : { url }, idempotencyKey: randomKey() } as const;
  return ask('/webhooks/test', options);
}

export function usePaymentLinks(page: number, perPage: number) {
  const path = `/payment-links?page=${page}&per_page=${perPage}`;
  return useQuery({
    queryKey: ['payment-links', page, perPage],
    queryFn: async () => (await call<ListPage<PaymentLink>>(here(path))).json,
  });
}

export function createPaymentLink(body: CreatePaymentLinkBody): Promise<PaymentLink> {
  return ask('/payment-links', { method: 'POST', body });
}

export async function switchPaymentLink(id: string, active: boolean): Promise<void> {
  await ask(`/payment-links/${id}`, { method: 'PUT', body: { active } });
}

export function useGates() {
  return useQuery({
    queryKey: ['gates'],
    queryFn: async () => (await call<{ data: Gate[] }>('/spa/gates')).json.data,
  });
}

export function useFees() {
  return useQuery({ queryKey: ['fees'], queryFn: () => ask<Fees>('/fees') });
}
