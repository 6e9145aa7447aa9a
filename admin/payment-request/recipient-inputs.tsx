import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { InvoiceRecipient } from '../../contract/payment-requests.ts';
import { useSettled } from '../components/use-settled.ts';
import { useProvider } from '../data/use-provider.ts';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { Pair } from '../integration/parts.tsx';
import type { RequestDraft } from './request-form.ts';

const RECIPIENTS = 'invoice-recipients';

/** Name and email of the recipient. Earlier recipients are offered in both; choosing one fills both. */
export function RecipientInputs() {
  const { getValues, setValue } = useFormContext<RequestDraft>();
  const [typed, setTyped] = useState('');
  const recipients = useRecipients(typed);
  // The chosen recipient may have left the list while it was read again.
  const queries = useQueryClient();
  const find = (isChosen: (each: InvoiceRecipient) => boolean) =>
    queries
      .getQueriesData<readonly InvoiceRecipient[]>({ queryKey: [RECIPIENTS] })
      .flatMap(([, list = []]) => list)
      .find(isChosen);
  /** The name that came with an address: it leaves with it, while a name that was typed stays. */
  const offeredName = useRef('');
  const fill = (values: Partial<Pick<RequestDraft, 'recipient_name' | 'recipient_email'>>) => {
    offeredName.current = values.recipient_name ?? '';
    for (const [name, value] of Object.entries(values))
      setValue(name as keyof typeof values, value, { shouldDirty: true, shouldValidate: true });
  };
  const typeName = (text: string) => {
    const chosen = find((each) => entryOf(each) === text);
    setTyped(chosen?.name ?? text);
    if (chosen) fill({ recipient_name: chosen.name, recipient_email: chosen.email });
  };
  const typeEmail = (text: string) => {
    setTyped(text);
    const chosen = find(({ email }) => email === text);
    if (chosen && ['', offeredName.current].includes(getValues('recipient_name')))
      fill({ recipient_name: chosen.name });
  };
  return (
    <Pair>
      <TextInput
        source="recipient_name"
        label={t('newRequest.name')}
        autoComplete="off"
        autoFocus
        suggestions={recipients.map((each) => ({ value: entryOf(each) }))}
        onTyped={typeName}
      />
      <TextInput
        source="recipient_email"
        label={t('newRequest.email')}
        type="email"
        autoComplete="off"
        suggestions={recipients.map(({ name, email }) => ({ value: email, label: name }))}
        onTyped={typeEmail}
      />
    </Pair>
  );
}

/** As mail programs write it: two people may have the same name. */
function entryOf({ name, email }: InvoiceRecipient): string {
  return `${name} <${email}>`;
}

/** Those whose name or email contains what is typed; none where they cannot be loaded, as they only save typing. */
function useRecipients(typed: string): readonly InvoiceRecipient[] {
  const provider = useProvider();
  const search = useSettled(typed.trim());
  const { data = [] } = useQuery({
    queryKey: [RECIPIENTS, search],
    queryFn: () => provider.invoiceRecipients(search),
    placeholderData: keepPreviousData,
  });
  return data;
}
