import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { InvitationLinkView } from '../../contract/team.ts';
import { ROLE_NAMES } from '../../domain/accounts/team.ts';
import { authCalls } from '../auth/auth-calls.ts';
import { AuthFrame } from '../auth/auth-frame.tsx';
import { ListError } from '../components/list-state.tsx';
import { Splash } from '../components/splash.tsx';
import { t } from '../i18n/translate.ts';
import { ErrorPage } from '../system/error-page.tsx';
import { JoinForm } from './join-form.tsx';

/**
 * `/user-invite`: opened by the link of an invitation. Its token is in the fragment (`#`), so that it reaches neither
 * logs nor other sites. A used or expired link, or none, is error 1002 (spec §2).
 */
export default function UserInvitePage() {
  const { hash } = useLocation();
  const token = new URLSearchParams(hash.slice(1)).get('token');
  return token ? <ByLink key={token} token={token} /> : <ErrorPage code={1002} />;
}

function ByLink({ token }: { token: string }) {
  const [link, setLink] = useState<InvitationLinkView | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const load = useCallback(() => {
    setFailure(null);
    authCalls.invitationLink(token).then(setLink, setFailure);
  }, [token]);
  useEffect(load, [load]);
  if (failure) {
    return (
      <AuthFrame title={t('join.title', { company: t('join.fallbackCompany') })}>
        <ListError title={t('join.failed')} error={failure} onRetry={load} />
      </AuthFrame>
    );
  }
  if (!link) return <Splash />;
  if (link.state !== 'valid' || link.role === null) {
    return <ErrorPage code={1002} note={link.message || undefined} />;
  }
  const email = link.email ?? '';
  return (
    <AuthFrame
      title={t('join.title', { company: link.company_name || t('join.fallbackCompany') })}
      lead={t('join.lead', { role: ROLE_NAMES[link.role], email })}
    >
      <JoinForm token={token} email={email} fullName={link.full_name ?? ''} onClosed={load} />
    </AuthFrame>
  );
}
