import Link from '@mui/material/Link';
import { useEffect, useState, useTransition } from 'react';
import type { CompanyBody, CompanyDraft } from '../../contract/account.ts';
import { websiteOf } from '../../domain/accounts/account-rules.ts';
import { TURNOVER_RANGES } from '../../domain/accounts/business.ts';
import { acceptance, missing } from '../components/form-problems.ts';
import { Splash } from '../components/splash.tsx';
import { goTo } from '../data/go-to.ts';
import { reportError } from '../data/http-client.ts';
import { loadUser, session, signOut } from '../data/session.ts';
import { SIGN_IN, unfinishedStep, VERIFY_COMPANY } from '../data/unfinished.ts';
import { useStore } from '../data/use-store.ts';
import { CheckInput } from '../forms/check-input.tsx';
import type { Problems } from '../forms/rules.ts';
import { SubmitButton } from '../forms/submit-button.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { preloadBackOffice } from '../lazy-back-office.tsx';
import { authCalls } from './auth-calls.ts';
import { AuthForm, AuthFrame, SmallPrint } from './auth-frame.tsx';
import { enter } from './enter.ts';
import { SignUpSteps } from './sign-up-steps.tsx';
import { TurnoverInput } from './turnover-input.tsx';

type Company = {
  readonly company_name: string;
  readonly turnover: string;
  readonly website: string;
  readonly confirmed: boolean;
};

const EMPTY: Company = { company_name: '', turnover: '', website: '', confirmed: false };

/**
 * `/auth/verify-company`: the last step of sign-up. Users whose next step is another one, or who have finished, are
 * redirected to it (spec §4).
 */
export default function VerifyCompanyPage() {
  const user = useStore(session);
  const [initial, setInitial] = useState<Company | null>(null);
  useEffect(() => {
    // Prefills the answers of an earlier application; without one the form is empty.
    authCalls.companyDraft().then(
      (draft) => setInitial(companyOf(draft)),
      () => setInitial(EMPTY),
    );
    loadUser().then(
      (known) => {
        if (unfinishedStep(known) !== VERIFY_COMPANY) enter(known);
      },
      () => undefined,
    );
    preloadBackOffice();
  }, []);
  if (initial === null) return <Splash />;
  return (
    <AuthFrame title={t('company.title')} lead={t('company.lead')} steps={<SignUpSteps current="company" />}>
      <CompanyForm initial={initial} />
      {user && <SignedInAs email={user.email} />}
    </AuthFrame>
  );
}

function companyOf({ turnover, website }: CompanyDraft): Company {
  return { ...EMPTY, turnover: turnover ?? '', website: website ?? '' };
}

function CompanyForm({ initial }: { initial: Company }) {
  return (
    <AuthForm
      defaultValues={initial}
      rules={companyProblems}
      send={async (company) => enter(await authCalls.nameCompany(toBody(company)))}
    >
      <TextInput source="company_name" label={t('company.name')} autoComplete="organization" large autoFocus />
      <TurnoverInput />
      <TextInput
        source="website"
        label={t('company.website')}
        type="url"
        autoComplete="url"
        placeholder="shop.example"
        large
      />
      <CheckInput source="confirmed" label={t('company.confirmed')} />
      <SubmitButton label={t('company.submit')} busy={t('company.busy')} size="large" fullWidth />
    </AuthForm>
  );
}

/** The way out for who came here with another account. */
function SignedInAs({ email }: { email: string }) {
  const [isPending, start] = useTransition();
  const leave = () => signOut().then(() => goTo(SIGN_IN), reportError);
  return (
    <SmallPrint>
      {t('company.out', { email })}{' '}
      <Link component="button" type="button" variant="caption" disabled={isPending} onClick={() => start(leave)}>
        {t('shell.signOut')}
      </Link>
    </SmallPrint>
  );
}

function companyProblems({ company_name, turnover, website, confirmed }: Company): Problems<Company> {
  return {
    ...missing({ company_name, turnover }),
    ...websiteProblem(website),
    ...acceptance({ confirmed }),
  };
}

function websiteProblem(website: string): { readonly website?: string } {
  if (website === '') return missing({ website });
  return websiteOf(website) === undefined ? { website: t('form.websiteInvalid') } : {};
}

function toBody({ turnover, ...company }: Company): CompanyBody {
  return { ...company, turnover: TURNOVER_RANGES.find((range) => range === turnover) ?? TURNOVER_RANGES[0] };
}
