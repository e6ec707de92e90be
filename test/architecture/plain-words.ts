/**
 * Shapes of sentences that nobody would say aloud, and the strings to look for them in: those of the source, with
 * the file that has them.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'rolldown/utils'

export interface Shape {
  readonly banned: RegExp
  /** Better words. */
  readonly instead: string
  /** A sentence with this shape. */
  readonly example: string
}

/** The start of a sentence. */
const start = '(?:^|[.:;!?] )'

export const shapes: readonly Shape[] = [
  {
    banned: /\bOne step out\b|\bdialogue of lines\b|\bThe sandbox refuses\b|\bno help on\b/i,
    instead: 'what it does: close or go back, one command per line, cannot do this, unknown help topic',
    example: 'With --plain it is a dialogue of lines',
  },
  {
    banned: /\basked of the (?:service|API)\b|\b(?:searches|search|asks|ask) the service\b/i,
    instead: '"search the API"',
    example: 'Agriculture is asked of the service',
  },
  {
    banned: /\b(?:does|do) not go with\b|\bgoes with --/i,
    instead: '"cannot be used with" or "requires"',
    example: '--images does not go with --wire',
  },
  {
    banned: /\b(?:is|are) none\b(?! found)/i,
    instead: 'what the thing is: invalid value "x" for --status',
    example: '--country-code takes two-letter codes, and "xyz" is none',
  },
  {
    banned: /(?<!\bthere )\b(?:is|are) no (?!longer\b|more\b)[a-z]/i,
    instead: '"is not a …", or what the thing is',
    example: 'It is no text: name a file',
  },
  { banned: /\bstrangers?\b/i, instead: '"text from the API"', example: 'Text of strangers is made safe' },
  {
    banned: new RegExp(`${start}Have (?:it|a|an|the|your)\\b`),
    instead: 'a verb in the imperative',
    example: 'Have a shell complete kiva from now on',
  },
  {
    banned: new RegExp(`${start}Tells?\\b|\\btells? (?:what|who|how|which|whether|it|them|of)\\b`, 'i'),
    instead: '"show", "print" or "list"',
    example: 'Tell what --cache has kept, and remove it',
  },
  {
    banned: /\b(?:is|are|was|were) told\b/i,
    instead: '"is printed" or "is reported"',
    example: 'Ids that are not found are told on stderr',
  },
  {
    banned: new RegExp(`${start}Ask any`, 'i'),
    instead: '"send a request to any"',
    example: 'Ask any path of the service',
  },
  {
    banned: /\bcomes? as\b|\bas (?:it|they) (?:comes?|came)\b/i,
    instead: '"in the order of the API", "defaults"',
    example: 'settings · all as they come',
  },
  {
    banned: /\bwhat (?:(?:(?:it|they) )?(?:is|are|was|were|has|have)|comes?|stands?|strangers)\b(?!.*\?)/i,
    instead: 'a noun',
    example: 'What is watched is shown as it changes',
  },
  {
    banned: new RegExp(`${start}(?:See|Look for|Read|Say) (?:what (?:is|public|the)|which|who)\\b`, 'i'),
    instead: 'a verb with its object',
    example: 'Look for what is wrong with the set-up of this machine',
  },
  {
    banned: /\bwhich there (?:is|are)\b/i,
    instead: '"list all …"',
    example: 'without names, tell which there are',
  },
  {
    banned: /\bis too much\b/i,
    instead: '"unexpected argument"',
    example: 'kiva loans newest takes no argument, and "x" is too much',
  },
  {
    banned: /\bdoes not (?:know|understand) "/i,
    instead: 'invalid value "x" for --option',
    example: '--status does not know "open"',
  },
  { banned: /\banew\b/i, instead: '"again" or "restart"', example: 'Start bash anew to see it.' },
  {
    banned: /\bForget (?:a|the|what)\b|\bNothing to forget\b/i,
    instead: '"log out", "unset" or "delete"',
    example: 'Forget the token on this machine',
  },
  {
    banned: /^Was made\b|\b(?:of|from|than|by) what\b/,
    instead: 'a noun',
    example: 'It is made of what the commands themselves are made of',
  },
  {
    banned:
      /\b(?:objects?|lines?|results?|values?|documents?|features?|events?|records?|ids?|one) a (?:line|second|page|record)\b/i,
    instead: '"per line"',
    example: 'one JSON object a line',
  },
  {
    banned: /\b(?:run to come|from now on|once more, please|says? of itself|with everything about)\b/i,
    instead: 'a shorter sentence',
    example: 'Keep a setting for every run to come',
  },
  {
    banned: /\b(?:bear|hold) what\b|\bis (?:the answer|the conversation)\b|\bthe truth about\b/i,
    instead: 'the fact',
    example: 'stdout is the answer, stderr is the conversation',
  },
  {
    banned: /\b(?:colour(?:s|ed)?|behaviours?|licences?|catalogues?|favours?|centres?|grey)\b/i,
    instead: 'American spelling',
    example: 'no colour, no pager, nothing redrawn',
  },
  {
    banned: /\b(?:the|no|one|each|every) (?:[\w-]+ )?repl(?:y|ies)\b/i,
    instead: '"response", the word of HTTP',
    example: 'no reply from the API',
  },
]

export interface Text {
  /** The file, or the help page or command that prints it. */
  readonly where: string
  readonly text: string
}

/** Returns a line for each paragraph with a banned shape: where it is, the words, and better ones. */
export const findBanned = (texts: readonly Text[]): readonly string[] =>
  texts.flatMap(({ where, text }) => {
    const paragraphs = text.split('\n\n').map((part) => part.replaceAll(/\s+/g, ' ').trim())
    return paragraphs.flatMap((part) =>
      shapes.flatMap(({ banned, instead }) => {
        const found = banned.exec(part)?.[0]
        return found === undefined ? [] : [`${where}: "${found.trim()}" in "${part}": say ${instead}`]
      }),
    )
  })

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Returns the paths of the files below a folder of the repository with these extensions. */
export const filesIn = (folder: string, names: RegExp): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && names.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))

/** Returns the sentences of a text file: its lines, without indentation. */
export const linesOf = (where: string): readonly Text[] =>
  readFileSync(join(root, where), 'utf8')
    .split('\n')
    .map((line) => ({ where, text: line.trim() }))

/** Returns the strings of a source file that can be sentences. Values in templates become `…`. */
export function stringsOf(where: string, source = readFileSync(join(root, where), 'utf8')): readonly Text[] {
  const strings: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const one of node) visit(one)
      return
    }
    if (typeof node !== 'object' || node === null) return
    const { type, value, quasis, ...rest } = node as Readonly<Record<string, unknown>>
    if (type === 'ImportDeclaration') return
    if (type === 'Literal' && typeof value === 'string') strings.push(value)
    if (type === 'TemplateLiteral' && Array.isArray(quasis))
      strings.push(quasis.map(({ value: { cooked } }) => cooked).join('…'))
    visit(Object.values({ value, ...rest }))
  }
  visit(parseSync(where, source).program)
  return strings.filter((text) => text.includes(' ')).map((text) => ({ where, text }))
}
