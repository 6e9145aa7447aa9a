import type { LoginBody } from '../../contract/session.ts';
import { emailProblem, missing } from '../components/form-problems.ts';
import type { Problems } from '../forms/rules.ts';

export type Credentials = Required<Pick<LoginBody, 'email' | 'password' | 'remember'>>;

/** Checks that need no server. An existing password is not checked against the rules for new ones. */
export function checkCredentials({ email, password }: Pick<Credentials, 'email' | 'password'>): Problems<Credentials> {
  return { ...emailProblem(email), ...missing({ password }) };
}
