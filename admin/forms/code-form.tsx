import { CodeInput, type CodeInputProps } from './code-input.tsx';
import { PlainForm } from './plain-form.tsx';
import { atField } from './submission.ts';

export interface CodeFormProps extends Pick<CodeInputProps, 'label' | 'help' | 'autoFocus'> {
  /** The name of the code. */
  source?: string;
  send: (code: string) => Promise<void>;
}

/** A form of one code, sent as soon as it is complete. Refusals are shown at the code. */
export function CodeForm({ source = 'code', send, ...input }: CodeFormProps) {
  const sendCode = async (values: Readonly<Record<string, string>>) => {
    try {
      await send(values[source] ?? '');
    } catch (error) {
      throw atField(source, error);
    }
  };
  return (
    <PlainForm defaultValues={{ [source]: '' }} send={sendCode}>
      <CodeInput source={source} sends {...input} />
    </PlainForm>
  );
}
