import { get } from '../../api/endpoint.ts'
import { teamCategories } from '../../api/records/closed-sets.ts'
import { sort_by } from '../api.ts'

const id = { kind: 'number', brief: 'team id' } as const

export const teams = {
  brief: 'Search and show lending teams, their lenders and loans',
  endpoints: {
    search: get('/teams/search', {
      brief: 'Search lending teams',
      returns: 'team_listing',
      paged: true,
      newestFirst: true,
      params: {
        membership_type: { kind: 'string', brief: 'membership policy', known: 'membership_type' },
        category: {
          kind: 'string',
          brief: 'team category',
          choices: teamCategories,
        },
        sort_by: {
          kind: 'string',
          brief: 'sort order',
          choices: ['newest', 'oldest', 'member_count', 'loan_count', 'loaned_amount', 'query_relevance'],
          default: 'newest',
        },
        q: { kind: 'string', brief: 'words to search for' },
      },
      examples: [
        '--sort-by member_count',
        '--category "Local Area" --membership-type open',
        '--q river -o json',
      ],
    }),
    show: get('/teams/:ids', {
      brief: 'Show teams in detail',
      returns: 'team_detail',
      params: { ids: { kind: 'number', list: true, brief: 'team ids' } },
      byName: 'using_shortname',
      examples: ['201', '201,202 -o json'],
    }),
    using_shortname: get('/teams/using_shortname/:shortnames', {
      brief: 'Show teams by shortname',
      returns: 'team_detail',
      params: { shortnames: { kind: 'string', list: true, brief: 'team shortnames', pageOf: 'team' } },
      examples: ['sandbox_stewards', 'sandbox_stewards -o json'],
    }),
    lenders: get('/teams/:id/lenders', {
      brief: "List a team's lenders",
      returns: 'lender_listing',
      paged: true,
      newestFirst: true,
      params: { id, sort_by },
      examples: ['201', '201 --sort-by oldest --limit 5'],
    }),
    loans: get('/teams/:id/loans', {
      brief: "List a team's loans",
      returns: 'loan_listing',
      paged: true,
      params: { id, sort_by },
      examples: ['201', '201 --limit 5 -o ndjson'],
    }),
  },
}
