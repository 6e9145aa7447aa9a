import type { FastifyRequest } from 'fastify';
import { mayTry, takeTry, withinHour } from '../../db/accounts/lockouts.ts';
import type { AccountSecrets } from '../../db/accounts/secrets.ts';
import { createFormTokens, type FormToken } from '../../db/contact/form-tokens.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { networkOf } from '../../domain/assets/network.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import { FORM_WORDS, judgeForm } from '../../domain/forms/gate.ts';
import { isProven } from '../../domain/forms/proof-of-work.ts';
import type { ServerDeps } from '../deps.ts';

/** How a form came, beside its own fields. */
export interface SentWith {
  readonly token: string;
  /** Null where no script ran. */
  readonly proof: string | null;
  /** The value of the field that people do not see. */
  readonly trap: string;
}

export interface PassedForm {
  readonly token: FormToken;
  readonly wasProven: boolean;
  /** It came from a program that fills in every field: nothing is to be done, and the answer is as usual. */
  readonly isTrapped: boolean;
}

export interface FormGate {
  /** The token of a form that is shown now. */
  issue(): string;
  /**
   * Checks that a person sent the form, before anything is stored or mailed.
   * @throws DomainError 422 on `token` for a form that came too soon, too late or from elsewhere
   */
  check(sent: SentWith): PassedForm;
  /**
   * Counts the form, by the network that it comes from and in total; those without a proof of work cannot use up what
   * is left for those with one.
   * @throws DomainError `rate_limited`
   */
  count(request: FastifyRequest, form: PassedForm, name: 'contact' | 'newsletter'): Promise<void>;
}

/** Keeps programs from the forms of the public pages without anybody else's help. */
export function createFormGate({ config, db, now }: ServerDeps, secrets: AccountSecrets): FormGate {
  const tokens = createFormTokens(config.encryptionKey);
  return {
    issue: () => tokens.make(now()),
    check({ token: given, proof, trap }) {
      const token = tokens.read(given, now());
      if (token === undefined) throw fieldError('token', FORM_WORDS.unknown);
      const wasProven = proof !== null && isProven(given, proof);
      if (proof !== null && !wasProven) throw fieldError('token', FORM_WORDS.unknown);
      const verdict = judgeForm({ ageMs: token.ageMs, isProven: wasProven, isTrapped: trap !== '' });
      if (verdict === 'too_soon' || verdict === 'too_old') throw fieldError('token', FORM_WORDS[verdict]);
      return { token, wasProven, isTrapped: verdict === 'trap' };
    },
    async count(request, { wasProven }, name) {
      const key = networkOf(request.ip);
      await takeTry(db, secrets, { scope: `${name}:address`, key, tries: BY_ADDRESS, minutes: 60 });
      const scope = `${name}:${wasProven ? 'proven' : 'plain'}`;
      const { perHour, perDay } = wasProven ? PROVEN : PLAIN;
      const day = String(Math.floor(now() / DAY_MS));
      const isLeft = await inTransaction(db, async (tx) => {
        if (!(await mayTry(tx, secrets, withinHour({ scope, key: '', tries: perHour }, now())))) return false;
        return mayTry(tx, secrets, { scope: `${scope}:day`, key: day, tries: perDay, minutes: 1_440 });
      });
      if (isLeft) return;
      const message = `Too many forms arrive at the moment. Please write to ${config.support.mail} instead.`;
      throw new DomainError('rate_limited', { message, retryAfterSeconds: 3_600 });
    },
  };
}

const BY_ADDRESS = 5;
/** All together: at the largest size, a day stores 24 megabytes. */
const PROVEN = { perHour: 300, perDay: 1_000 } as const;
const PLAIN = { perHour: 60, perDay: 200 } as const;
const DAY_MS = 86_400_000;
