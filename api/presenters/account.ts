import type { Activity, CodeSent, CompanyDraft, SessionView, Subscriptions } from '../../contract/account.ts';
import type { ActivityRow } from '../../db/accounts/activities.ts';
import { browserOf } from '../../db/accounts/origins.ts';
import type { SessionInfo } from '../../db/accounts/sessions.ts';
import type { companyDraft } from '../../db/accounts/sign-ups.ts';
import type { SignedInUser } from '../../db/accounts/users.ts';
import type { CodeTimes } from '../../db/accounts/verification-codes.ts';
import { INDUSTRIES, TURNOVER_RANGES } from '../../domain/accounts/business.ts';
import type { Locate } from '../locations.ts';

export function presentSession(
  { id, ip, userAgent, createdAt, lastSeenAt, current }: SessionInfo,
  locate: Locate,
): SessionView {
  return {
    id,
    browser: browserOf(userAgent),
    ip,
    location: locate(ip),
    created_at: createdAt.toISOString(),
    last_seen_at: lastSeenAt.toISOString(),
    current,
  };
}

export function presentActivity(
  { id, action, user_name, ip, user_agent, created_at }: ActivityRow,
  locate: Locate,
): Activity {
  return {
    id,
    created_at: created_at.toISOString(),
    action,
    user_name,
    browser: browserOf(user_agent),
    ip,
    location: locate(ip),
  };
}

export function presentSubscriptions({ subscriptions }: SignedInUser): Subscriptions {
  const { mail, signIn, productUpdates } = subscriptions;
  return {
    mail_enabled: mail,
    types: [
      { type: 'login_attempt', enabled: signIn },
      { type: 'product_updates', enabled: productUpdates },
    ],
  };
}

/** When a code ends and when another can be had. */
export function codeSent(email: string, { expiresInSeconds, resendInSeconds }: CodeTimes): CodeSent {
  return { email, expires_in_seconds: expiresInSeconds, resend_in_seconds: resendInSeconds };
}

/** The merchant's answers when it applied; a stored word that is none of the lists is none. */
export function presentDraft({ turnover, website, industry }: Awaited<ReturnType<typeof companyDraft>>): CompanyDraft {
  return {
    turnover: TURNOVER_RANGES.find((each) => each === turnover) ?? null,
    website,
    industry: INDUSTRIES.find((each) => each === industry) ?? null,
  };
}
