import { get } from '../../api/endpoint.ts'

export const releases = {
  brief: 'See the release of the API',
  endpoints: {
    current: get('/releases/api/current', {
      brief: 'Show the current release of the API',
      returns: 'release',
      params: {},
      examples: ['', '-o json'],
    }),
  },
}
