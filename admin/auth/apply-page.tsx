import Button from '@mui/material/Button';
import { useState } from 'react';
import type { ApplicationBody } from '../../api/contract/account.ts';
import { domainOf } from '../../domain/account-rules.ts';
import { INDUSTRIES, TURNOVER_RANGES } from '../../domain/business.ts';
import { CheckField } from '../components/check-field.tsx';
import { Field } from '../components/field.tsx';
import { acceptance, emailProblem, missing } from '../components/form-problems.ts';
import { SelectField } from '../components/select-field.tsx';
import { type FormErrors, useForm } from '../components/use-form.ts';
import { t } from '../i18n/translate.ts';
import { authCalls } from './auth-calls.ts';
import { AuthForm, AuthFrame } from './auth-frame.tsx';
import { BackLink } from './back-link.tsx';
import { Captcha, withCaptcha } from './captcha.tsx';
import { TurnoverChoice } from './turnover-choice.tsx';

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
export function ApplyPage() {
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

function ApplicationForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useForm<Application>({
    initial: {
      email: '',
      contact_handle: '',
      domain: '',
      industry: '',
      turnover: '',
      confirmed: false,
      recaptcha_token: '',
    },
    check: applicationProblems,
    async send(application) {
      await authCalls.apply(toBody(application));
      onSent(application.email);
    },
  });
  return (
    <AuthForm ref={form.ref} noValidate onSubmit={form.submit}>
      <Field {...form.text('email')} label={t('auth.signIn.email')} type="email" autoComplete="email" large autoFocus />
      <Field {...form.text('contact_handle')} label={t('apply.handle')} help={t('apply.handleHelp')} large />
      <Field {...form.text('domain')} label={t('apply.domain')} placeholder="shop.example" autoComplete="url" large />
      <SelectField
        {...form.text('industry')}
        label={t('apply.industry')}
        placeholder={t('apply.industryChoose')}
        choices={INDUSTRIES.map((value) => ({ value, label: t(`industry.${value}`) }))}
        large
      />
      <TurnoverChoice {...form.text('turnover')} />
      <CheckField {...form.box('confirmed')} label={t('apply.confirmed')} />
      <Captcha {...form.text('recaptcha_token')} />
      <Button type="submit" variant="contained" size="large" fullWidth disabled={form.busy}>
        {t(form.busy ? 'apply.busy' : 'apply.submit')}
      </Button>
    </AuthForm>
  );
}

function applicationProblems(application: Application): FormErrors<Application> {
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
