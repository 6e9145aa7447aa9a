import { styled } from '@mui/material/styles';
import { useWatch } from 'react-hook-form';
import type { PersonBody, Verification } from '../../contract/verification.ts';
import { countryProblems } from '../../domain/compliance/lists.ts';
import { personProblems } from '../../domain/compliance/person-rules.ts';
import { countryChoices } from '../auth/countries.ts';
import { missing } from '../components/form-problems.ts';
import { useProvider } from '../data/use-provider.ts';
import { bodyRules } from '../forms/body-rules.ts';
import { CheckInput } from '../forms/check-input.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import type { Problems } from '../forms/rules.ts';
import { SelectInput } from '../forms/select-input.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { useTaken } from './use-verification.ts';

type Person = Verification['people'][number];

interface Values {
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

const rules = bodyRules<Values>(async () => (await import('../../contract/verification.ts')).PersonBody, {
  toBody: personOf,
  check: problemsOf,
});

/** Names an owner or representative, or changes one. */
export function PersonDialog({ person, onClose }: { person: Person | null; onClose: () => void }) {
  const provider = useProvider();
  const take = useTaken();
  return (
    <FormDialog<Values>
      title={t(person === null ? 'verify.person.add' : 'verify.person.change')}
      submit={t('verify.person.save')}
      defaultValues={person === null ? EMPTY : valuesOf(person)}
      rules={rules}
      send={async (values) => {
        take(await provider.savePerson(personOf(values), person?.id ?? null));
        onClose();
      }}
      onClose={onClose}
    >
      <TextInput source="full_name" label={t('verify.person.full_name')} autoComplete="off" autoFocus />
      <Part />
      <TextInput source="birth_date" label={t('verify.person.birth_date')} type="date" />
      {(['nationality', 'country'] as const).map((source) => (
        <SelectInput
          key={source}
          source={source}
          label={t(`verify.person.${source}`)}
          choices={countryChoices()}
          placeholder={t('verify.choose')}
        />
      ))}
      <TextInput source="street" label={t('verify.person.street')} autoComplete="off" />
      <TextInput source="postal_code" label={t('verify.person.postal_code')} autoComplete="off" />
      <TextInput source="city" label={t('verify.person.city')} autoComplete="off" />
    </FormDialog>
  );
}

/** The person's role in the business. */
function Part() {
  const { is_owner: isOwner } = useWatch() as Values;
  return (
    <>
      <Boxes>
        <CheckInput source="is_representative" label={t('verify.person.is_representative')} />
        <CheckInput source="is_owner" label={t('verify.person.is_owner')} />
        <CheckInput source="politically_exposed" label={t('verify.person.politically_exposed')} />
      </Boxes>
      {isOwner && <TextInput source="share_percent" label={t('verify.person.share_percent')} decimal end="%" />}
    </>
  );
}

function problemsOf(values: Values): Problems<Values> {
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
