import { isSimulatedProvider, webhookSecretOf } from '../../db/compliance/webhook-secret.ts';
import { isSigned, takeWebhook } from '../../db/compliance/webhooks.ts';
import { createSecretBox } from '../../db/core/secret-box.ts';
import { inTransaction, retrying } from '../../db/core/sequelize.ts';
import { DIGEST_ALGORITHM, DIGEST_ALGORITHM_HEADER, DIGEST_HEADER } from '../../domain/compliance/webhook-digest.ts';
import { DomainError } from '../../domain/errors.ts';
import { anyoneUnlimited } from '../access.ts';
import type { App } from '../app.ts';
import type { ServerDeps } from '../deps.ts';
import { readRawBodies } from '../plugins/raw-body.ts';

/**
 * Where the verification provider sends results. The provider signed the bytes, so they are not parsed before the
 * signature was checked.
 */
export async function verificationWebhookRoute(app: App, { db, config, now }: ServerDeps): Promise<void> {
  const secret = webhookSecretOf(config);
  const box = createSecretBox(Buffer.from(config.encryptionKey));
  const sandbox = isSimulatedProvider(config);

  await app.register(async (scope) => {
    readRawBodies(scope);
    scope.post(
      '/webhooks/verification',
      { config: anyoneUnlimited('The provider signs what it sends.'), schema: { hide: true } },
      async (request, reply) => {
        const body: unknown = request.body;
        const algorithm = request.headers[DIGEST_ALGORITHM_HEADER] ?? DIGEST_ALGORITHM;
        const digest = String(request.headers[DIGEST_HEADER] ?? '');
        const isTheirs = secret !== undefined && Buffer.isBuffer(body) && algorithm === DIGEST_ALGORITHM;
        if (!isTheirs || !isSigned(secret, body, digest)) throw new DomainError('unauthenticated');
        await retrying(() => inTransaction(db, (tx) => takeWebhook(tx, { box, sandbox, nowMs: now() }, body)));
        return reply.code(204).send();
      },
    );
  });
}
