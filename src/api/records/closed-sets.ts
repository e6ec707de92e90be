/** Documented closed sets that are both the values of a parameter and those of a field. */

export const loanStatuses = ['fundraising', 'funded', 'in_repayment', 'paid', 'ended_with_loss'] as const

export const teamCategories = [
  'Alumni Groups',
  'Businesses',
  'Businesses - Internal Groups',
  'Clubs',
  'Colleges/Universities',
  'Common Interest',
  'Events',
  'Families',
  'Field Partner Fans',
  'Friends',
  'Local Area',
  'Memorials',
  'Religious Congregations',
  'Schools',
  'Sports Groups',
  'Youth Groups',
  'Other',
] as const
