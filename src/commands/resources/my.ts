import { get } from '../../api/endpoint.ts'

export const my = {
  brief: 'Your account',
  endpoints: {
    account: get('/my/account', {
      brief: 'Show your account',
      returns: 'user_account',
      auth: true,
      params: {},
      examples: ['', '-o json'],
    }),
  },
}
