/** The order of lists that know no other than by age. */
export const sort_by = {
  kind: 'string',
  brief: 'order of the results',
  choices: ['oldest', 'newest'],
  default: 'newest',
} as const
