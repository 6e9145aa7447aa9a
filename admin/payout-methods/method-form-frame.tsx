import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import type { CreateMethodBody, PaymentMethod, UpdateMethodBody } from '../../contract/payment-methods.ts';
import { isOwnerRole } from '../../domain/accounts/permissions.ts';
import { Card, CardBody } from '../components/card.tsx';
import { SecondFactorDialog } from '../components/second-factor-dialog.tsx';
import { useSecondFactor } from '../components/use-second-factor.ts';
import { session } from '../data/session.ts';
import { useProvider } from '../data/use-provider.ts';
import { useStore } from '../data/use-store.ts';
import { Form, type FormProps } from '../forms/form.tsx';
import { SubmitButton } from '../forms/submit-button.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { Actions, Pair } from '../integration/parts.tsx';
import { AutomaticInputs } from './automatic-inputs.tsx';

/** Users who may not change a method still see it. */
const FieldSet = styled('fieldset')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  minWidth: 0,
});

export interface MethodFormProps {
  /** Left out: a new one. */
  method?: PaymentMethod;
  onSaved: (method: PaymentMethod) => Promise<void>;
}

export interface MethodFormFrameProps<V extends FieldValues>
  extends MethodFormProps,
    Required<Pick<FormProps<V>, 'defaultValues' | 'rules'>> {
  title: string;
  /** Where the methods are listed. */
  path: string;
  /** Null for what the rules refuse. */
  toBody: (values: V) => CreateMethodBody | UpdateMethodBody | null;
  children: ReactNode;
}

/** The card and form of a method, with the second factor where the server asks for it. */
export function MethodFormFrame<V extends FieldValues>(props: MethodFormFrameProps<V>) {
  const { title, path, method, onSaved, defaultValues, rules, toBody, children } = props;
  const provider = useProvider();
  const factor = useSecondFactor<CreateMethodBody | UpdateMethodBody>(async (body) =>
    onSaved(await ('version' in body ? provider.updateMethod(method?.id ?? '', body) : provider.createMethod(body))),
  );
  const mayChange = method?.actions.update ?? true;
  const send = async (values: V) => {
    const body = toBody(values);
    if (body !== null) await factor.first(body);
  };
  return (
    <Card title={title} titleHidden>
      <CardBody sx={{ pt: { xs: 4, sm: 5 } }}>
        <Form<V> defaultValues={defaultValues} rules={rules} send={send}>
          <FieldSet disabled={!mayChange}>
            {children}
            {mayChange && (
              <Actions>
                <SubmitButton label={t(method ? 'integration.save' : 'methods.add')} busy={t('integration.saving')} />
                <Button component={RouterLink} to={path}>
                  {t('action.cancel')}
                </Button>
              </Actions>
            )}
          </FieldSet>
        </Form>
      </CardBody>
      {factor.isAsked && <SecondFactorDialog send={factor.second} onClose={factor.forget} />}
    </Card>
  );
}

/** The method's name and its recipient. */
export function MethodNames({ help }: { help: string }) {
  return (
    <Pair>
      <TextInput source="title" label={t('method.title')} help={help} autoComplete="off" />
      <TextInput
        source="label"
        label={t('create.optional', { label: t('method.label') })}
        help={t('method.labelHelp')}
        autoComplete="off"
      />
    </Pair>
  );
}

/** Shown to those who may turn it on, and to all where it is on. */
export function AutomaticIfPermitted() {
  const { automatic } = useWatch<{ automatic: boolean }>() as { automatic: boolean };
  const user = useStore(session);
  const maySetUp = user !== null && isOwnerRole(user.role);
  return maySetUp || automatic ? <AutomaticInputs /> : null;
}
