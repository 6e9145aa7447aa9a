import type { EndpointId } from '../../domain/webhooks/endpoint.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { SealedKeys } from '../shops/profiles.ts';

/** The secret of an endpoint, readable for this endpoint only. */
export function sealEndpointSecret(box: SecretBox, id: EndpointId, secret: string): Buffer {
  return box.seal(secret, contextOf(id));
}

/** The secrets that sign now, the current one first. */
export function openEndpointSecrets(box: SecretBox, id: EndpointId, { current, previous }: SealedKeys): string[] {
  const sealed = previous ? [current, previous] : [current];
  return sealed.map((each) => box.open(each, contextOf(id)));
}

function contextOf(id: EndpointId): string {
  return `webhook_endpoint:${id}:secret`;
}
