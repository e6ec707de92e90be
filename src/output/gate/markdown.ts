/** Escapes text from the API for Markdown. */
import { clean } from './text.ts'

/**
 * Returns the text as one line of Markdown that shows it letter by letter, in any block: a paragraph, a heading, a list,
 * a cell of a table. CommonMark and GFM find no element, link or entity in it, and GitHub no mention, reference,
 * emoji or formula.
 */
export function markdown(text: string): string {
  const words = clean(text)
  return amount.test(words)
    ? words
    : joints
        .reduce((before, pattern) => before.replace(pattern, '$&\n'), words)
        .replace(/(?<=[^\s(])\$/g, '\n$')
        .replace(hash, (digits) => digits.replace(/.{6}(?=.)/g, '$&\n'))
        .replace(syntax, String.raw`\$&`)
        .replace(listNumber, String.raw`\$&`)
        .replaceAll('\n', comment)
}

/**
 * Ends a text node, and shows nothing. GitHub looks for mentions, references, emoji and formulas in the text that
 * Markdown has become, so neither a backslash nor an entity breaks them up. A zero-width character would be copied along.
 */
const comment = '<!-- -->'

/** A number or an amount of money alone: nothing in Markdown, and readable as it is. */
const amount = /^[-+]?\$?\d(?:[\d.,]*\d)?%?$/

/** Text that must not stay together with the text behind it. Sanitized text has no newline, which marks these places. */
const joints: readonly RegExp[] = [
  // Mentions, mail addresses, commits of a repository.
  /@/g,
  // Issues, advisories.
  /#(?=\d)|\b(?:gh|ghsa|cve)(?=-\w)/gi,
  // Addresses.
  /:(?=\/\/)|www(?=\.)/gi,
  // Emoji, but no time of day.
  /:(?!\d\d:)(?=[\w+-]+:)/g,
  // Formulas. Before an amount no formula ends, and the sign of any other is broken off.
  /(?<!^|[\s(])\$|\$(?!\d)/g,
]

/** The hash of a commit, whole or shortened. Numbers, such as the ids of loans, stay whole. */
const hash = /\b(?=\d*[a-f])[\da-f]{7,40}\b/gi

/** What Markdown would read as a style, a link, a cell, HTML or an entity; at the start also as a list or a heading. */
const syntax = /[\\`*_[\]<>|~#]|(?<!^|[\s(])\$|\$(?!\d)|&(?=\w)|=(?==)|(?<==)=|^[-+=:]/g

/** The mark behind the number of a list item. */
const listNumber = /(?<=^\d{1,9})[.)](?= |$)/
