import { styled } from '@mui/material/styles';
import type { PersonBody, Verification } from '../../api/contract/verification.ts';
import { countryProblems } from '../../domain/compliance/lists.ts';
import { personProblems } from '../../domain/compliance/person-rules.ts';
import { countryChoices } from '../auth/countries.ts';
import { CheckField } from '../components/check-field.tsx';
import { DialogForm } from '../components/dialog-form.tsx';
import { Field } from '../components/field.tsx';
import { missing } from '../components/form-problems.ts';
import { SelectField } from '../components/select-field.tsx';
import { useForm } from '../components/use-form.ts';
import { t } from '../i18n/translate.ts';
import { useTaken } from './use-verification.ts';
import { verificationCalls } from './verification-calls.ts';

type Person = Verification['people'][number];

interface Values extends Record<string, string | boolean> {
  full_name: string;
  birth_date: string;
  nationality: string;
  country: string;
  street: string;
  city: string;
  postal_code: string;
  is_owner: boolean;
  share_percent: string;
  is_representative: boolean;
  politically_exposed: boolean;
}

const EMPTY: Values = {
  full_name: '',
  birth_date: '',
  nationality: '',
  country: '',
  street: '',
  city: '',
  postal_code: '',
  is_owner: false,
  share_percent: '',
  is_representative: true,
  politically_exposed: false,
};

const Boxes = styled('div')({ display: 'grid', gap: 4 });

/** Names an owner or representative, or changes one. */
export function PersonDialog({ person, onClose }: { person: Person | null; onClose: () => void }) {
  const take = useTaken();
  const form = useForm<Values>({
    initial: person === null ? EMPTY : valuesOf(person),
    check: problemsOf,
    async send(values) {
      take(await verificationCalls.savePerson(personOf(values), person?.id ?? null));
      onClose();
    },
  });
  const choose = t('verify.choose');
  const title = t(person === null ? 'verify.person.add' : 'verify.person.change');
  return (
    <DialogForm title={title} form={form} submit={t('verify.person.save')} onClose={onClose}>
      <Field {...form.text('full_name')} label={t('verify.person.full_name')} autoComplete="off" autoFocus />
      <Boxes>
        <CheckField {...form.box('is_representative')} label={t('verify.person.is_representative')} />
        <CheckField {...form.box('is_owner')} label={t('verify.person.is_owner')} />
        <CheckField {...form.box('politically_exposed')} label={t('verify.person.politically_exposed')} />
      </Boxes>
      {form.values.is_owner && (
        <Field {...form.text('share_percent')} label={t('verify.person.share_percent')} decimal end="%" />
      )}
      <Field {...form.text('birth_date')} label={t('verify.person.birth_date')} type="date" />
      <SelectField
        {...form.text('nationality')}
        label={t('verify.person.nationality')}
        choices={countryChoices()}
        placeholder={choose}
      />
      <SelectField
        {...form.text('country')}
        label={t('verify.person.country')}
        choices={countryChoices()}
        placeholder={choose}
      />
      <Field {...form.text('street')} label={t('verify.person.street')} autoComplete="off" />
      <Field {...form.text('postal_code')} label={t('verify.person.postal_code')} autoComplete="off" />
      <Field {...form.text('city')} label={t('verify.person.city')} autoComplete="off" />
    </DialogForm>
  );
}

function problemsOf(values: Values): Readonly<Record<string, string | undefined>> {
  const { full_name, birth_date, nationality, country, street, postal_code, city, is_owner, share_percent } = values;
  const isShare = /^([1-9]\d?|100)$/.test(share_percent);
  const rules = {
    ...personProblems(personOf(values), Date.now()),
    ...countryProblems(country),
    ...countryProblems(nationality, 'nationality'),
  };
  const told = Object.fromEntries(Object.entries(rules).map(([name, messages]) => [name, messages[0]]));
  return {
    ...told,
    ...(is_owner && !isShare ? { share_percent: t('verify.person.share') } : {}),
    ...missing({ full_name, birth_date, nationality, country, street, postal_code, city }),
  };
}

function valuesOf({ id: _, share_percent, ...person }: Person): Values {
  return { ...person, share_percent: share_percent === null ? '' : String(share_percent) };
}

function personOf({ share_percent, ...values }: Values): PersonBody {
  return { ...values, share_percent: values.is_owner && share_percent !== '' ? Number(share_percent) : null };
}
