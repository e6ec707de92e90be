/** The PowerShell completion, checked by a parser of the language. No PowerShell runs here. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { e2eTools } from './requirements.ts'
import { scripts } from './shells.ts'

/** The used part of tree-sitter, from the package that includes the PowerShell grammar. */
interface TreeSitter {
  readonly Parser: { init(): Promise<void>; new (): Parser }
  readonly Language: { load(path: string): Promise<Language> }
}
interface Language {
  readonly name: string
}
interface Parser {
  setLanguage(language: Language): void
  parse(text: string): { readonly rootNode: SyntaxNode }
}
interface SyntaxNode {
  readonly type: string
  readonly text: string
  readonly isError: boolean
  readonly isMissing: boolean
  readonly children: readonly SyntaxNode[]
}

let parser: Parser
beforeAll(async () => {
  const tools = createRequire(join(e2eTools, 'any.js'))
  const { Parser, Language }: TreeSitter = tools('@vscode/tree-sitter-wasm')
  await Parser.init()
  parser = new Parser()
  const language = tools.resolve('@vscode/tree-sitter-wasm/wasm/tree-sitter-powershell.wasm')
  parser.setLanguage(await Language.load(language))
})

const script = readFileSync(join(scripts, 'kiva.ps1'), 'utf8')
const parsed = (text: string) => parser.parse(text).rootNode

/** Returns the wanted nodes of a tree, outermost first. */
function nodesOf(node: SyntaxNode, isWanted: (one: SyntaxNode) => boolean): readonly SyntaxNode[] {
  return [node, ...node.children.flatMap((child) => nodesOf(child, isWanted))].filter(isWanted)
}

const mistakesIn = (text: string) =>
  nodesOf(parsed(text), ({ isError, isMissing }) => isError || isMissing).map((node) => node.text)

test('the completion script has no syntax error', () => {
  expect(mistakesIn(script)).toEqual([])
})

test('the completion script defines its functions and registers a completer', () => {
  const names = nodesOf(parsed(script), ({ type }) => type === 'function_name' || type === 'command_name')
  const told = names.map(({ text }) => text)
  for (const name of ['Get-KivaPlace', 'Get-KivaValues', 'Get-KivaNames', 'Register-ArgumentCompleter'])
    expect(told).toContain(name)
})

test.each([
  ['a brace that nothing closes', script.replace(/\}\s*$/, '')],
  ['a quote too many', script.replace("'loans'", "'loans''")],
  ['a list cut short', script.replace('); break }', '; break }')],
])('the parser reports %s', (_, broken) => {
  expect(broken).not.toBe(script)
  expect(mistakesIn(broken)).not.toEqual([])
})
