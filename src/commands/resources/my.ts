import { get } from '../../api/endpoint.ts'

export const my = {
  brief: 'See what belongs to the user who logged in',
  endpoints: {
    account: get('/my/account', {
      brief: 'Show the account of the authorized user',
      returns: 'user_account',
      auth: true,
      params: {},
      examples: ['', '-o json'],
    }),
  },
}
