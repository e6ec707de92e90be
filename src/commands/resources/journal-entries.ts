import { get } from '../../api/endpoint.ts'

export const journalEntries = {
  brief: 'Search journal entries about loans, and list their comments',
  endpoints: {
    search: get('/journal_entries/search', {
      brief: 'Search journal entries',
      returns: 'journal_entry',
      paged: true,
      params: {
        media: { kind: 'string', brief: 'what the entry holds', choices: ['any', 'video', 'image'] },
        partner: { kind: 'string', list: true, brief: 'field partner' },
        sort_by: {
          kind: 'string',
          brief: 'order of the results',
          choices: ['newest', 'oldest', 'recommendation_count', 'comment_count'],
          default: 'newest',
        },
        q: { kind: 'string', brief: 'words in the content of the entry' },
      },
      examples: ['--media video', '--q harvest --sort-by recommendation_count', '--limit 3 -o json'],
    }),
    comments: get('/journal_entries/:id/comments', {
      brief: 'List comments of a journal entry',
      returns: 'comment',
      paged: true,
      params: { id: { kind: 'number', brief: 'journal entry id' } },
      examples: ['500001', '500001 -o json'],
    }),
  },
}
