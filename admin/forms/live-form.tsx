import type { ReactNode } from 'react';
import { type DefaultValues, type FieldValues, FormProvider, useForm } from 'react-hook-form';

export interface LiveFormProps<V extends FieldValues> {
  /** Initial values; later changes of this prop are ignored. */
  defaultValues: V;
  children: ReactNode;
}

/**
 * Inputs that act as they change and are never sent, such as what a list is narrowed by: what is shown follows from
 * their values (`useWatch`). It draws nothing, so forms may be inside.
 */
export function LiveForm<V extends FieldValues>({ defaultValues, children }: LiveFormProps<V>) {
  const form = useForm<V>({ defaultValues: defaultValues as DefaultValues<V> });
  return <FormProvider {...form}>{children}</FormProvider>;
}
