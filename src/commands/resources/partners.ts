import { get } from '../../api/endpoint.ts'

export const partners = {
  brief: 'List field partners, the local lenders',
  endpoints: {
    list: get('/partners', {
      brief: 'List field partners',
      returns: 'partner_listing',
      paged: true,
      params: {},
      examples: ['', '--limit 10', '-o json'],
    }),
  },
}
