import { at } from '../../api/records/field-values.ts'
import { htmlText } from '../terminal/html-text.ts'
import { line } from '../words/line.ts'
import { agoColumn, type Column, countColumn, idColumn, textColumn } from './column.ts'

/** The columns of journal entries. */
export const journalEntry: readonly Column[] = [
  idColumn('ID', 'id', 0),
  textColumn('SUBJECT', 'subject', 0, { role: 'name', minWidth: 16 }),
  textColumn('AUTHOR', 'author', 2),
  agoColumn('DATE', 'date', 1),
  countColumn('COMMENTS', 'comment_count', 7),
  countColumn('LIKED', 'recommendation_count', 8),
  {
    header: 'TEXT',
    reads: ['body'],
    value: (record) => line(htmlText(line(at(record, 'body')))),
    align: 'left',
    rank: 9,
    minWidth: 24,
  },
]
