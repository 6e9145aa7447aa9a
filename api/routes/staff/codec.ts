import { type CodedPayload, CodedPayloads } from '../../../contract/staff-codec.ts';
import { audit } from '../../../db/audit/audit.ts';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { DomainError, fieldError } from '../../../domain/errors.ts';
import { createPayloadCodec, fromPlain, isSealed, toPlain } from '../../../temporal/payload-codec.ts';
import { anyone, staffAt } from '../../access.ts';
import type { App } from '../../app.ts';
import { createLimiter } from '../../auth/limiter.ts';
import { type StaffDoor, staffActOf, staffOf } from '../../auth/staff-door.ts';
import type { ServerDeps } from '../../deps.ts';

const PREFIX = '/staff/temporal';

/** The settings that the codec server needs; without them, there is none. */
interface CodecSettings {
  readonly origin: string;
  readonly key: Uint8Array;
}

/**
 * Lets the Web UI, and no other site, read answers of the codec server. Call it before the guard, so that the Web UI
 * can also read why a call was refused.
 */
export function useCodecOrigin(app: App, config: ServerDeps['config']): void {
  const settings = settingsOf(config);
  if (settings === undefined) return;
  app.addHook('onRequest', async ({ url, headers }, reply) => {
    if (!url.startsWith(`${PREFIX}/`)) return;
    reply.header('vary', 'Origin');
    if (headers.origin !== settings.origin) return;
    reply.header('access-control-allow-origin', settings.origin);
    reply.header('access-control-allow-credentials', 'true');
  });
}

/**
 * Temporal's protocol for codec servers, with which staff read encrypted workflows in the Web UI. Each reading is in
 * the audit log before it is answered. The Web UI cannot send our CSRF token: instead, the browser has to name its
 * origin, which no page can forge.
 */
export async function staffCodecRoutes(app: App, { db, secrets }: StaffDoor, { config }: ServerDeps): Promise<void> {
  const settings = settingsOf(config);
  if (settings === undefined) return;
  const codec = await createPayloadCodec(settings.key);
  const perPerson = createLimiter(db, secrets, { name: 'codec', perMinute: CALLS_PER_MINUTE });
  const namespace = config.temporalNamespace;

  for (const { path, permission, action, convert } of [
    { path: 'decode', permission: 'workflow_view', action: 'workflow.decoded', convert: decode },
    { path: 'encode', permission: 'payout_operate', action: 'workflow.encoded', convert: encode },
  ] as const) {
    const url = `${PREFIX}/${path}`;
    app.options(url, { config: anyone('Browsers ask without cookies first.'), schema: { hide: true } }, (_, reply) =>
      reply
        .code(204)
        .headers({
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': 'content-type, x-namespace',
          'access-control-max-age': '600',
        })
        .send(),
    );
    app.post(
      url,
      {
        config: staffAt(settings.origin, permission),
        bodyLimit: MAX_BYTES,
        schema: { hide: true, body: CodedPayloads, response: { 200: CodedPayloads } },
        onRequest: (request) => perPerson.take(staffOf(request).id),
      },
      async (request) => {
        if (request.headers['x-namespace'] !== namespace) throw fieldError('x-namespace', `Must be ${namespace}.`);
        const converted = await convert(request.body.payloads);
        if (converted.count > 0) {
          await inTransaction(db, (tx) =>
            audit(tx, {
              ...staffActOf(request),
              chain: 'staff',
              action,
              target: { kind: 'namespace', id: namespace, label: namespace },
              data: { payloads: converted.count, about: converted.about },
            }),
          );
        }
        return { payloads: converted.payloads };
      },
    );
  }

  async function decode(payloads: readonly CodedPayload[]): Promise<Converted> {
    const opened = await Promise.all(
      payloads.map(async (payload) => {
        const sealed = fromPlain(payload);
        // A payload that is not encrypted is returned unchanged, with fields that this version does not know.
        if (!isSealed(sealed)) return { payload, text: undefined };
        const [plain] = await codec.decode([sealed]).catch(() => {
          throw new DomainError('validation_failed', { message: WRONG_KEY, fields: { payloads: [WRONG_KEY] } });
        });
        return { payload: toPlain(plain ?? {}), text: Buffer.from(plain?.data ?? []).toString() };
      }),
    );
    const texts = opened.flatMap(({ text }) => text ?? []);
    return { payloads: opened.map(({ payload }) => payload), count: texts.length, about: subjectsOf(texts) };
  }

  async function encode(payloads: readonly CodedPayload[]): Promise<Converted> {
    const plain = payloads.map(fromPlain);
    const sealed = await codec.encode(plain);
    const texts = plain.map(({ data }) => Buffer.from(data ?? []).toString());
    return { payloads: sealed.map(toPlain), count: sealed.length, about: subjectsOf(texts) };
  }
}

interface Converted {
  readonly payloads: CodedPayload[];
  /** How many were encrypted before or are now. */
  readonly count: number;
  /** The owner of the data: `invoice:<uuid>`. */
  readonly about: readonly string[];
}

function settingsOf({ temporalUiOrigin: origin, temporalCodecKey: key }: ServerDeps['config']) {
  return origin === undefined || key === undefined ? undefined : ({ origin, key } satisfies CodecSettings);
}

/** The protocol does not say which workflow is read, but most payloads name what they are about. */
function subjectsOf(texts: readonly string[]): string[] {
  const found = texts.flatMap((text) => [...text.matchAll(SUBJECT)].map(([, kind, id]) => `${kind}:${id}`));
  return [...new Set(found)].slice(0, MAX_SUBJECTS);
}

const SUBJECT = /"(merchant|invoice|payout|massPayout|case|suspension|event|method)Id":"([0-9a-f-]{36})"/g;
const MAX_SUBJECTS = 20;

/** A view of a long history asks for each event. */
const CALLS_PER_MINUTE = 600;
/** Temporal's own limit for a payload is 2 MB, before base64. */
const MAX_BYTES = 4 * 1024 * 1024;

const WRONG_KEY = 'The data was encrypted with another key, or was changed. Check TEMPORAL_CODEC_KEY of this API.';
