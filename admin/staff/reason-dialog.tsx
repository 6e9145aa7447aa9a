import type { ReactNode } from 'react';
import { bodyRules, type LoadSchema } from '../forms/body-rules.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { reasonProblem } from './reason-problem.ts';

export interface ReasonDialogProps {
  title: string;
  text?: ReactNode;
  submit: string;
  danger?: boolean;
  /** Optional fields may be left empty. */
  optional?: boolean;
  /** The contract of the reason, where it has other limits than usual. */
  schema?: LoadSchema;
  send: (reason: string) => Promise<void>;
  onClose: () => void;
  /** Above the reason. */
  children?: ReactNode;
}

interface Draft {
  readonly reason: string;
}

/** An act that is kept with its reason. It closes when the server has taken it. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { text, optional = false, schema = usual, send, children, ...dialog } = props;
  return (
    <FormDialog<Draft>
      {...dialog}
      defaultValues={{ reason: '' }}
      rules={optional ? maybe(schema) : needed(schema)}
      send={async ({ reason }) => {
        await send(reason);
        dialog.onClose();
      }}
    >
      {text && <p>{text}</p>}
      {children}
      <ReasonInput autoFocus />
    </FormDialog>
  );
}

/** Why somebody does something: kept with the name. */
export function ReasonInput({ autoFocus = false }: { autoFocus?: boolean }) {
  return (
    <TextInput
      source="reason"
      label={t('staff.reason')}
      help={t('staff.reason.help')}
      multiline
      minRows={3}
      autoFocus={autoFocus}
    />
  );
}

const usual = async () => (await import('../../contract/staff-operations.ts')).ReasonBody.properties.reason;

const draftOf = (schema: LoadSchema) => async () => ({ properties: { reason: await schema() } });

const needed = (schema: LoadSchema) =>
  bodyRules<Draft>(draftOf(schema), { toBody: (draft) => draft, check: reasonProblem });

const maybe = (schema: LoadSchema) =>
  bodyRules<Draft>(draftOf(schema), { toBody: ({ reason }) => (reason === '' ? {} : { reason }) });
