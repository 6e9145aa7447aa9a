import type { ReactNode } from 'react';
import { type DefaultValues, type FieldValues, FormProvider, type Path, useForm } from 'react-hook-form';
import { reportError } from '../data/http-client.ts';
import { Revalidation } from './revalidation.tsx';
import { NO_RULES, type Rules, resolverOf } from './rules.ts';
import { useSubmission } from './submission.ts';

export interface PlainFormProps<V extends FieldValues> {
  /** Initial values; later changes of this prop are ignored. */
  defaultValues: V;
  rules?: Rules<V>;
  /** Gets the values trimmed, passwords excepted. */
  send: (values: V) => Promise<void>;
  id?: string;
  className?: string;
  children?: ReactNode;
}

/**
 * A form of a page without a session, which must not load react-admin: the same inputs and rules as in `Form`. It
 * validates from the first time a filled field is left (spec §5).
 */
export function PlainForm<V extends FieldValues>(props: PlainFormProps<V>) {
  const { defaultValues, rules = NO_RULES, send, children, ...element } = props;
  const form = useForm<V>({
    defaultValues: defaultValues as DefaultValues<V>,
    resolver: resolverOf(rules),
    mode: 'onTouched',
  });
  const submit = useSubmission({ send, tell: reportError });
  return (
    <FormProvider {...form}>
      <form
        {...element}
        noValidate
        onSubmit={(event) => {
          const { currentTarget } = event;
          void form.handleSubmit(async (values) => {
            const refused = await submit(values, currentTarget);
            for (const [name, message] of Object.entries(refused ?? {}))
              form.setError(name as Path<V>, { type: 'server', message });
          })(event);
        }}
      >
        {children}
      </form>
      <Revalidation />
    </FormProvider>
  );
}
