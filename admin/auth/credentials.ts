import { emailProblem, missing } from '../components/form-problems.ts';
import type { FormErrors } from '../components/use-form.ts';

export type Credentials = {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
};

/** What can be told without asking the server. The rules of a new password are not applied to an old one. */
export function checkCredentials({
  email,
  password,
}: Pick<Credentials, 'email' | 'password'>): FormErrors<Credentials> {
  return { ...emailProblem(email), ...missing({ password }) };
}
