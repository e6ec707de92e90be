import { get } from '../../api/endpoint.ts'

export const lendingActions = {
  brief: 'Recent lending activity',
  endpoints: {
    recent: get('/lending_actions/recent', {
      brief: 'List the 100 most recent loans by public lenders',
      returns: 'lending_action',
      params: {},
      examples: ['', '-o ndjson'],
    }),
  },
}
