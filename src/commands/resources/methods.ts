import { get } from '../../api/endpoint.ts'

export const methods = {
  brief: "Describe the API's methods",
  endpoints: {
    list: get('/methods', {
      brief: "List the API's methods",
      returns: 'method_summary',
      params: {},
      examples: ['', '-o json'],
    }),
    show: get('/methods/:ids', {
      brief: 'Show the arguments and rules of methods',
      returns: 'method_summary',
      params: {
        ids: { kind: 'string', list: true, brief: "method ids in quotes, such as 'GET*|loans|search'" },
      },
      examples: ["'GET*|loans|search'", "'GET*|loans|search' -o json"],
    }),
  },
}
