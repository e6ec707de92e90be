import { get } from '../../api/endpoint.ts'

export const releases = {
  brief: "Show the API's release",
  endpoints: {
    current: get('/releases/api/current', {
      brief: "Show the API's current release",
      returns: 'release',
      params: {},
      examples: ['', '-o json'],
    }),
  },
}
