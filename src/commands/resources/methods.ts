import { get } from '../../api/endpoint.ts'

export const methods = {
  brief: 'Read what the API says of itself',
  endpoints: {
    list: get('/methods', {
      brief: 'List the methods of the API',
      returns: 'method_summary',
      params: {},
      examples: ['', '-o json'],
    }),
    show: get('/methods/:ids', {
      brief: 'Show the specification of methods',
      returns: 'method_summary',
      params: {
        ids: { kind: 'string', list: true, brief: 'method ids, such as GET*|loans|search (quote them)' },
      },
      examples: ["'GET*|loans|search'", "'GET*|loans|search' -o json"],
    }),
  },
}
