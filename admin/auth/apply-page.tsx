import { useState } from 'react';
import type { ApplicationBody } from '../../contract/account.ts';
import { domainOf } from '../../domain/accounts/account-rules.ts';
import { INDUSTRIES, TURNOVER_RANGES } from '../../domain/accounts/business.ts';
import { acceptance, emailProblem, missing } from '../components/form-problems.ts';
import { CheckInput } from '../forms/check-input.tsx';
import type { Problems } from '../forms/rules.ts';
import { SelectInput } from '../forms/select-input.tsx';
import { SubmitButton } from '../forms/submit-button.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { authCalls } from './auth-calls.ts';
import { AuthForm, AuthFrame } from './auth-frame.tsx';
import { BackLink } from './back-link.tsx';
import { CaptchaInput, withCaptcha } from './captcha.tsx';
import { TurnoverInput } from './turnover-input.tsx';

type Application = {
  readonly email: string;
  readonly contact_handle: string;
  readonly domain: string;
  readonly industry: string;
  readonly turnover: string;
  readonly confirmed: boolean;
  readonly recaptcha_token: string;
};

/** "Apply for account" (spec §2): about the business; the mail that follows has the link to the first password. */
export default function ApplyPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) {
    return (
      <AuthFrame title={t('apply.sentTitle')} lead={t('apply.sentText', { email: sentTo })}>
        <BackLink />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title={t('apply.title')}
      lead={t('apply.lead')}
      other={{ question: t('apply.rather'), label: t('apply.signUp'), to: '/auth/sign-up' }}
    >
      <ApplicationForm onSent={setSentTo} />
    </AuthFrame>
  );
}

const EMPTY: Application = {
  email: '',
  contact_handle: '',
  domain: '',
  industry: '',
  turnover: '',
  confirmed: false,
  recaptcha_token: '',
};

function ApplicationForm({ onSent }: { onSent: (email: string) => void }) {
  const send = async (application: Application) => {
    await authCalls.apply(toBody(application));
    onSent(application.email);
  };
  return (
    <AuthForm defaultValues={EMPTY} rules={applicationProblems} send={send}>
      <TextInput source="email" label={t('auth.signIn.email')} type="email" autoComplete="email" large autoFocus />
      <TextInput source="contact_handle" label={t('apply.handle')} help={t('apply.handleHelp')} large />
      <TextInput source="domain" label={t('apply.domain')} placeholder="shop.example" autoComplete="url" large />
      <SelectInput
        source="industry"
        label={t('apply.industry')}
        placeholder={t('apply.industryChoose')}
        choices={INDUSTRIES.map((value) => ({ value, label: t(`industry.${value}`) }))}
        large
      />
      <TurnoverInput />
      <CheckInput source="confirmed" label={t('apply.confirmed')} />
      <CaptchaInput />
      <SubmitButton label={t('apply.submit')} busy={t('apply.busy')} size="large" fullWidth />
    </AuthForm>
  );
}

function applicationProblems(application: Application): Problems<Application> {
  const { email, contact_handle, domain, industry, turnover, confirmed } = application;
  const isDomain = domain === '' || domainOf(domain) !== undefined;
  return {
    ...emailProblem(email),
    ...missing({ contact_handle, domain }),
    ...(isDomain ? {} : { domain: t('form.domainInvalid') }),
    ...missing({ industry, turnover }),
    ...acceptance({ confirmed }),
  };
}

function toBody({ industry, turnover, ...application }: Application): ApplicationBody {
  return {
    ...withCaptcha(application),
    industry: INDUSTRIES.find((each) => each === industry) ?? INDUSTRIES[0],
    turnover: TURNOVER_RANGES.find((range) => range === turnover) ?? TURNOVER_RANGES[0],
  };
}
