/** Hints for statements in the SQL of other databases. */

interface DialectHint {
  /** What SQLite says about the statement. */
  readonly message: RegExp
  /** What the statement has, where the message could be about something else. */
  readonly statement?: RegExp
  readonly hint: string
}

const partOfDate = "date_trunc('month', d) is the first day; CAST(strftime('%m', d) AS INTEGER) a number."

const hints: readonly DialectHint[] = [
  {
    message: /^no such function: (?:now|getdate|sysdate)$/i,
    hint: "Use strftime('%Y-%m-%dT%H:%M:%SZ', 'now'): dates are text, in UTC.",
  },
  { message: /^no such function: (?:today|curdate)$/i, hint: "Use date('now'): dates are text, in UTC." },
  {
    message: /^unrecognized token: ":"$/,
    statement: /::/,
    hint: 'Use date(d) for d::date, and CAST(x AS INTEGER), REAL or TEXT for other types.',
  },
  {
    message: /^near "ILIKE"/i,
    hint: 'Use LIKE: it ignores the case of the letters A to Z.',
  },
  {
    message: /^near "FROM"/i,
    statement: /\bextract\s*\(/i,
    hint: "Use CAST(strftime('%Y', d) AS INTEGER) for extract(year FROM d): %m is the month, %d the day.",
  },
  {
    message: /^no such function: (?:date_part|datepart|year|quarter|month|week|day|hour)$/i,
    hint: partOfDate,
  },
  { message: /^no such function: (?:to_char|date_format)$/i, hint: "Use strftime('%Y-%m', d)." },
  {
    message: /^no such function: (?:datediff|date_diff|age)$/i,
    hint: 'Use julianday(a) - julianday(b): days, with fractions.',
  },
  {
    message: /^no such (?:column: interval|function: (?:date_add|dateadd|date_sub))$|^near "\d+"/i,
    statement: /\b(?:interval|date_?add|date_sub)\b/i,
    hint: "Use date(d, '-7 days') or datetime(d, '+1 month').",
  },
  { message: /^near "\d+"/, statement: /\bselect\s+top\b/i, hint: 'Use LIMIT 10 at the end.' },
]

/** Returns how SQLite writes what it rejects in a statement; `undefined` if no other dialect is recognized. */
export const dialectHint = (message: string, text: string): string | undefined =>
  hints.find(({ message: rejected, statement }) => rejected.test(message) && (statement?.test(text) ?? true))
    ?.hint
