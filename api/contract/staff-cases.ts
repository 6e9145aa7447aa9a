import { type Static, Type } from 'typebox';
import { CASE_STATUSES } from '../../domain/compliance/case.ts';
import { Exact, Instant, Nullable, Text, Uuid } from './basics.ts';
import { StaffRoleSchema } from './staff.ts';

const RISKS = ['low', 'medium', 'high', 'unknown'] as const;

/** Values of a list, by comma. */
export function manyOf(values: readonly string[], description: string) {
  const one = `(${values.join('|')})`;
  return Type.String({ pattern: `^${one}(,${one})*$`, maxLength: 300, description });
}

export const staffPaging = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1 })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
  search: Type.Optional(Text(200)),
};

export const CaseListQuery = Exact({
  ...staffPaging,
  order: Type.Optional(
    Type.Enum(['longest_waiting', 'newest'], {
      type: 'string',
      description: 'Default: who waits longest comes first.',
    }),
  ),
  status: Type.Optional(manyOf(CASE_STATUSES, 'One or several, by comma.')),
  risk: Type.Optional(manyOf(RISKS, 'One or several, by comma; `unknown` was not assessed yet.')),
});

export const CaseStatusSchema = Type.Enum(CASE_STATUSES, { type: 'string', title: 'CaseStatus' });

export const CaseLineView = Exact(
  {
    id: Uuid,
    company_name: Nullable(Type.String()),
    country: Nullable(Type.String({ description: 'ISO 3166-1 alpha-2.' })),
    status: CaseStatusSchema,
    reason: Nullable(Type.String({ examples: ['yearly_review'] })),
    since: Instant,
    risk_level: Nullable(Type.String({ description: 'Null: not assessed yet.' })),
    approvals: Type.Array(StaffRoleSchema, { description: 'Roles that have approved in this round; two are needed.' }),
    documents: Type.Integer({ minimum: 0 }),
  },
  { title: 'CaseLine' },
);

export type CaseLineView = Static<typeof CaseLineView>;
