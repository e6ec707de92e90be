/** The sort parameter of lists that can be sorted by age only. */
export const sort_by = {
  kind: 'string',
  brief: 'sort order',
  choices: ['oldest', 'newest'],
  default: 'newest',
} as const
