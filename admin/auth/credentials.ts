import type { LoginBody } from '../../contract/session.ts';
import { emailProblem, missing } from '../components/form-problems.ts';
import type { Problems } from '../forms/rules.ts';

export type Credentials = Required<Pick<LoginBody, 'email' | 'password' | 'remember'>>;

/** What can be told without asking the server. The rules of a new password are not applied to an old one. */
export function checkCredentials({ email, password }: Pick<Credentials, 'email' | 'password'>): Problems<Credentials> {
  return { ...emailProblem(email), ...missing({ password }) };
}
