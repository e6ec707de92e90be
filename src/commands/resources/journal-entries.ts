import { get } from '../../api/endpoint.ts'

export const journalEntries = {
  brief: 'Search journal entries and list their comments',
  endpoints: {
    search: get('/journal_entries/search', {
      brief: 'Search journal entries',
      returns: 'journal_entry',
      paged: true,
      newestFirst: true,
      params: {
        media: { kind: 'string', brief: 'entries with this media', choices: ['any', 'video', 'image'] },
        partner: { kind: 'string', list: true, brief: 'field partner id' },
        sort_by: {
          kind: 'string',
          brief: 'sort order',
          choices: ['newest', 'oldest', 'recommendation_count', 'comment_count'],
          default: 'newest',
        },
        q: { kind: 'string', brief: 'words to search for in entries' },
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
