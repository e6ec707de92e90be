/** Where the thread of `kiva sql` starts: the build makes a file of it that shares no module with the tool. */
import { answersTo, openToAsk } from './mirror/sql-answers.ts'
import { serveSql } from './node/process/sql-thread.ts'

serveSql((file, statement, temp, now) => answersTo(openToAsk(file), statement, temp, now))
