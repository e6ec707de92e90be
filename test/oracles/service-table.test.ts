import { describe, expect, test } from 'vitest'
import { type Endpoint, formatsOf, type Param, paramsOf, pathNames } from '../../src/api/endpoint.ts'
import { catalogue } from '../../src/commands/catalogue.ts'
import { type DocumentedEndpoint, dataEndpoints } from './service-table.ts'

const dashed = (name: string) => name.replaceAll('_', '-')

const commands: readonly (readonly [command: string, endpoint: Endpoint])[] = Object.entries(
  catalogue,
).flatMap(([resource, { endpoints }]) =>
  Object.entries<Endpoint>(endpoints).map(
    ([verb, endpoint]) => [`${dashed(resource)} ${dashed(verb)}`, endpoint] as const,
  ),
)

const declared = new Map(commands.map((row) => [row[1].path, row]))

/** Returns an endpoint of the catalogue in the form of the document's table. */
function documentedForm(command: string, endpoint: Endpoint): DocumentedEndpoint {
  const required = pathNames(endpoint)
  const param = ([name, { kind, list, choices, default: ifLeftOut }]: [string, Param]) => [
    name,
    {
      type: list ? `list of ${kind}s` : kind,
      ...(required.includes(name) && { required: true }),
      ...(choices && { oneOf: choices }),
      ...(ifLeftOut !== undefined && { default: ifLeftOut }),
    },
  ]
  return {
    path: endpoint.path,
    command,
    params: Object.fromEntries(Object.entries(endpoint.params).map(param)),
    page: 'page' in paramsOf(endpoint),
    record: endpoint.returns,
    formats: formatsOf(endpoint).join(', ').toUpperCase(),
    authorized: endpoint.auth === true,
  }
}

describe('the catalogue says what the document says', () => {
  test('the catalogue has the paths of the document and no other', () => {
    expect([...declared.keys()].sort()).toEqual(dataEndpoints.map(({ path }) => path).sort())
    expect(declared.size, 'no path is declared twice').toBe(commands.length)
  })

  test.each(dataEndpoints)('$path', (documented) => {
    const row = declared.get(documented.path)
    expect(row && documentedForm(...row)).toEqual(documented)
  })
})

describe('the catalogue is sound in itself', () => {
  test('it is plain data', () => {
    expect(structuredClone(catalogue)).toEqual(catalogue)
    expect(JSON.parse(JSON.stringify(catalogue))).toEqual(catalogue)
  })

  test('each default is one of the choices', () => {
    const wrong = commands.flatMap(([command, endpoint]) =>
      Object.entries(endpoint.params)
        .filter(
          ([, { choices, default: usual }]) => usual !== undefined && choices && !choices.includes(usual),
        )
        .map(([name]) => `${command} --${name}`),
    )
    expect(wrong).toEqual([])
  })

  test('only the params that name no closed set and are open in the document have known values', () => {
    const open = commands.flatMap(([command, endpoint]) =>
      Object.entries(endpoint.params)
        .filter(([, { known }]) => known)
        .map(([name, { known, choices }]) => `${command} ${name}: ${known}${choices ? ' and choices' : ''}`),
    )
    expect(open.sort()).toEqual([
      'lenders search country_code: country_code',
      'loans search country_code: country_code',
      'loans search gender: gender',
      'loans search sector: sector',
      'teams search membership_type: membership_type',
    ])
  })

  test('every command has an example, and every brief is a phrase without a full stop', () => {
    for (const [command, endpoint] of commands) {
      expect(endpoint.examples.length, command).toBeGreaterThan(1)
      for (const brief of [endpoint.brief, ...Object.values(endpoint.params).map((param) => param.brief)])
        expect(brief, command).toMatch(/^\S.*[^.\s]$/)
    }
  })
})
