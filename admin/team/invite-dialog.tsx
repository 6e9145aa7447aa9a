import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import type { InvitationBody } from '../../api/contract/team.ts';
import type { Role } from '../../domain/permissions.ts';
import { INVITED_AT_ONCE } from '../../domain/team.ts';
import { DialogForm } from '../components/dialog-form.tsx';
import { Field } from '../components/field.tsx';
import { isEmail } from '../components/is-email.ts';
import { type FormState, useForm } from '../components/use-form.ts';
import { toastSuccess } from '../data/toasts.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { RoleField } from './role-field.tsx';
import { teamCalls } from './team-calls.ts';
import { useTeamRefresh } from './use-refresh.ts';

const Person = styled('fieldset')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  '& + &': { paddingTop: 16, borderTop: `1px solid ${theme.palette.divider}` },
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
  '& > [data-full=true]': { gridColumn: '1 / -1' },
}));
const PersonHead = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  minHeight: 32,
});

/** The fields of a person by the names that the server gives them in a refusal. */
const nameOf = (at: number, field: keyof InvitationBody) => `invitations.${at}.${field}`;
const FIELDS = ['full_name', 'email', 'role'] as const;
const EMPTY = { full_name: '', email: '', role: 'support' } as const;

/** Invites one person or several; all are sent or none. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [count, setCount] = useState(1);
  const [tried, setTried] = useState(false);
  const refresh = useTeamRefresh();
  const places = Array.from({ length: count }, (_, at) => at);
  const form = useForm<Record<string, string>>({
    initial: valuesOf(0, EMPTY),
    check: (values) => Object.assign({}, ...places.map((at) => problemsOf(values, at))),
    async send(values) {
      await teamCalls.invite(places.map((at) => personOf(values, at)));
      toastSuccess(t('team.invite.sent', { smart_count: count }));
      await refresh();
      onClose();
    },
  });
  const set = (at: number, person: InvitationBody) => {
    for (const [name, value] of Object.entries(valuesOf(at, person))) form.set(name, value);
  };
  const add = () => {
    set(count, EMPTY);
    setCount(count + 1);
  };
  const remove = (gone: number) => {
    for (const at of places.slice(gone, -1)) set(at, personOf(form.values, at + 1));
    setCount(count - 1);
  };
  const hasGaps = places.some((at) => FIELDS.some((field) => (form.values[nameOf(at, field)] ?? '').trim() === ''));
  const submit = (event: FormEvent) => {
    setTried(true);
    form.submit(event);
  };
  return (
    <DialogForm
      title={t('team.invite.dialog')}
      form={{ ...form, submit }}
      submit={t('team.invite.send', { smart_count: count })}
      onClose={onClose}
    >
      <Typography sx={{ color: 'text.secondary' }}>{t('team.invite.text')}</Typography>
      {places.map((at) => (
        <PersonFields
          key={at}
          form={form}
          at={at}
          autoFocus={at === count - 1}
          onRemove={count > 1 ? () => remove(at) : undefined}
        />
      ))}
      <div>
        <Button variant="text" startIcon={<Icon name="plusCircle" />} disabled={count >= INVITED_AT_ONCE} onClick={add}>
          {t('team.invite.add')}
        </Button>
      </div>
      {tried && hasGaps && (
        <Typography role="alert" sx={{ color: 'error.main' }}>
          {t('team.invite.fillIn')}
        </Typography>
      )}
    </DialogForm>
  );
}

interface PersonFieldsProps {
  form: FormState<Record<string, string>>;
  at: number;
  autoFocus: boolean;
  /** Absent for the only one. */
  onRemove: (() => void) | undefined;
}

function PersonFields({ form, at, autoFocus, onRemove }: PersonFieldsProps) {
  return (
    <Person aria-label={t('team.invite.person', { number: at + 1 })}>
      {onRemove && (
        <PersonHead data-full>
          <Typography variant="h3">{t('team.invite.person', { number: at + 1 })}</Typography>
          <IconButton aria-label={t('team.invite.remove', { number: at + 1 })} onClick={onRemove}>
            <Icon name="cross" />
          </IconButton>
        </PersonHead>
      )}
      <Field
        {...form.text(nameOf(at, 'full_name'))}
        label={t('team.invite.name')}
        autoComplete="off"
        autoFocus={autoFocus}
      />
      <Field {...form.text(nameOf(at, 'email'))} label={t('team.invite.email')} type="email" autoComplete="off" />
      <div data-full>
        <RoleField
          role={(form.values[nameOf(at, 'role')] ?? EMPTY.role) as Role}
          onRole={(role) => form.set(nameOf(at, 'role'), role)}
        />
      </div>
    </Person>
  );
}

function valuesOf(at: number, person: InvitationBody): Record<string, string> {
  return Object.fromEntries(FIELDS.map((field) => [nameOf(at, field), person[field]]));
}

function personOf(values: Readonly<Record<string, string>>, at: number): InvitationBody {
  const read = (field: keyof InvitationBody) => values[nameOf(at, field)] ?? EMPTY[field];
  return { full_name: read('full_name'), email: read('email'), role: read('role') as Role };
}

function problemsOf(values: Readonly<Record<string, string>>, at: number): Record<string, string> {
  const { full_name, email } = personOf(values, at);
  return {
    ...(full_name === '' ? { [nameOf(at, 'full_name')]: t('form.required') } : {}),
    ...(email === '' ? { [nameOf(at, 'email')]: t('form.required') } : {}),
    ...(email !== '' && !isEmail(email) ? { [nameOf(at, 'email')]: t('form.emailInvalid') } : {}),
  };
}
