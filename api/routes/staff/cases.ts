import { type CaseLine, listCases } from '../../../db/staff/cases.ts';
import { staff } from '../../access.ts';
import type { App } from '../../app.ts';
import type { StaffDoor } from '../../auth/staff-door.ts';
import { Page } from '../../contract/basics.ts';
import { CaseLineView, CaseListQuery } from '../../contract/staff-cases.ts';

const tags = ['Compliance'];

/** The queue of merchants who want to go to production, and what staff decide about each. */
export function staffCaseRoutes(app: App, door: StaffDoor): void {
  app.get(
    '/staff/cases',
    {
      config: staff('case_view'),
      schema: {
        tags,
        summary: 'The queue of cases',
        querystring: CaseListQuery,
        response: { 200: Page(CaseLineView) },
      },
    },
    async (request) => {
      const { page = 1, per_page: perPage = 25, status, risk, search, order } = request.query;
      const { lines, total } = await listCases(door.db, {
        status: partsOf(status),
        risk: partsOf(risk),
        search,
        longestFirst: order !== 'newest',
        page,
        perPage,
      });
      return { data: lines.map(presentLine), pagination: { total, page, per_page: perPage } };
    },
  );
}

function partsOf(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(',');
}

function presentLine(line: CaseLine): CaseLineView {
  return {
    id: line.id,
    company_name: line.companyName,
    country: line.country,
    status: line.status,
    reason: line.reason,
    since: line.since.toISOString(),
    risk_level: line.riskLevel,
    approvals: [...line.approvals],
    documents: line.documents,
  };
}
