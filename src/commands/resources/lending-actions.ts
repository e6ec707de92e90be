import { get } from '../../api/endpoint.ts'

export const lendingActions = {
  brief: 'See what public lenders just did',
  endpoints: {
    recent: get('/lending_actions/recent', {
      brief: 'List the 100 most recent loans made by public lenders',
      returns: 'lending_action',
      params: {},
      examples: ['', '-o ndjson'],
    }),
  },
}
