import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useEffect, useState, useTransition } from 'react';
import type { CodeSent } from '../../contract/account.ts';
import { reportError } from '../data/http-client.ts';
import { notify } from '../data/notices.ts';
import { t } from '../i18n/translate.ts';

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 12px',
  minHeight: 36,
  color: theme.palette.text.secondary,
  fontSize: 13,
  lineHeight: '20px',
  fontVariantNumeric: 'tabular-nums',
}));

export interface ResendCodeProps {
  /** Seconds until another code can be requested. */
  waitSeconds: number;
  resend: () => Promise<Pick<CodeSent, 'resend_in_seconds'>>;
}

/** Another code by mail, once the time between two is over. */
export function ResendCode({ waitSeconds, resend }: ResendCodeProps) {
  const [until, setUntil] = useState(() => Date.now() + waitSeconds * 1000);
  const left = useSecondsLeft(until);
  const [isPending, start] = useTransition();
  const again = async () => {
    try {
      const { resend_in_seconds } = await resend();
      setUntil(Date.now() + resend_in_seconds * 1000);
      notify(t('code.resent'), 'success');
    } catch (error) {
      reportError(error);
    }
  };
  return (
    <Row>
      {left > 0 ? (
        <span>{t('code.resendIn', { time: clock(left) })}</span>
      ) : (
        <Button disabled={isPending} onClick={() => start(again)}>
          {t('code.resend')}
        </Button>
      )}
    </Row>
  );
}

function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return Math.max(0, Math.ceil((until - now) / 1000));
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
