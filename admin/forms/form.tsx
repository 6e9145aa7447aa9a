import { type BaseSyntheticEvent, useContext, useMemo, useState } from 'react';
import { Form as RecordForm, type RouterProvider, RouterProviderContext } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { useNotifyError } from '../components/use-notify-error.ts';
import type { PlainFormProps } from './plain-form.tsx';
import { Revalidation } from './revalidation.tsx';
import { NO_RULES, type Rules, resolverOf } from './rules.ts';
import { useSubmission } from './submission.ts';

export interface FormProps<V extends FieldValues> extends PlainFormProps<V> {
  /** Asks before a page with changes is left. */
  warnWhenUnsavedChanges?: boolean;
}

/** react-admin's form with our rules: it validates from the first time a filled field is left (spec §5). */
export function Form<V extends FieldValues>(props: FormProps<V>) {
  const { defaultValues, rules = NO_RULES, send, children, ...element } = props;
  // Updates of the record from elsewhere must not overwrite the user's input.
  const [initial] = useState(defaultValues);
  const submit = useSubmission({ send, tell: useNotifyError() });
  const [router, closed] = useClosedAddress();
  return (
    <RouterProviderContext value={closed}>
      <RecordForm
        {...element}
        record={NO_RECORD}
        defaultValues={initial}
        resolver={resolverOf(rules as Rules<FieldValues>)}
        mode="onTouched"
        noValidate
        disableInvalidFormNotification
        onSubmit={(values: FieldValues, event?: BaseSyntheticEvent) =>
          submit(values as V, event?.target instanceof HTMLElement ? event.target : null)
        }
      >
        <RouterProviderContext value={router}>{children}</RouterProviderContext>
        <Revalidation />
      </RecordForm>
    </RouterProviderContext>
  );
}

const NO_RECORD = {};

/**
 * react-admin's forms take values from the address (`?source={"address":…}`): a link must not fill in where money goes.
 */
function useClosedAddress() {
  const router = useContext(RouterProviderContext);
  const closed = useMemo<RouterProvider>(
    () => ({
      ...router,
      useLocation() {
        const location = router.useLocation();
        return useMemo(() => ({ ...location, search: '', state: null }), [location]);
      },
    }),
    [router],
  );
  return [router, closed] as const;
}
