/** The home page of a service: every endpoint, with a form for its parameters. */
import {
  type Catalogue,
  type Endpoint,
  formatsOf,
  type Param,
  paramsOf,
  pathNames,
  type WireFormat,
} from '../../api/endpoint.ts'
import { knownValues } from '../../api/gaps.ts'
import { parseValue } from '../../api/values.ts'
import { buildRequest } from '../../api/wire/request.ts'
import { KivaError } from '../../core/errors.ts'
import { badParameter } from '../http/refusal.ts'
import { openApiPath, type Site } from '../site.ts'
import { breakable, guardPage, type Html, html, writePage } from './page.ts'

/** Names of the form's own fields. They differ from all parameter names of the service. */
const endpointField = '_endpoint'
const formatField = '_format'

export function writeIndex(catalogue: Catalogue, site: Site) {
  const body = html`<h1>The API on this machine</h1>
<p>${site.intro}
Fill in the fields you need and send the request; empty fields are not sent.</p>
<p class="quiet">${site.preferences !== undefined && html`Applications with access to your account: <a href="${site.preferences}">account preferences</a>. `}In programs, use
the URLs below with <code>.json</code> at the end; the <a href="${openApiPath}">OpenAPI 3.1 description</a> lists parameters and responses.</p>
${Object.entries(catalogue).map(
  ([name, { brief, endpoints }]) => html`
<section aria-labelledby="${name}">
<h2 id="${name}">${name.replaceAll('_', ' ')}</h2>
<p class="quiet">${brief}.</p>
${Object.values(endpoints).map(writeEndpoint)}
</section>`,
)}`
  return {
    headers: guardPage(),
    text: writePage({ title: 'All endpoints', body, wide: true }, site),
  }
}

/**
 * Returns the address of the request that a submitted form describes, or `undefined` if no form was
 * submitted. Throws a `Refusal` for invalid input.
 */
export function readTrial(catalogue: Catalogue, query: URLSearchParams): string | undefined {
  const path = query.get(endpointField)
  if (path === null) return undefined
  const endpoint = Object.values(catalogue)
    .flatMap(({ endpoints }) => Object.values(endpoints))
    .find((known) => known.path === path)
  if (!endpoint) throw badParameter('unknown endpoint')
  const format = formatsOf(endpoint).find((known) => known === query.get(formatField)) ?? 'html'
  try {
    const filled = Object.entries(paramsOf(endpoint)).flatMap(([name, param]) => {
      const texts = query.getAll(name).filter((text) => text.trim() !== '')
      return texts.length === 0 ? [] : [[name, parseValue(name, param, texts)] as const]
    })
    const values = Object.fromEntries(filled)
    for (const name of pathNames(endpoint))
      if (values[name] === undefined) throw badParameter(`missing required parameter ${name}`)
    return buildRequest(endpoint, values, { baseUrl: '', format }).url
  } catch (error) {
    if (error instanceof KivaError && error.kind === 'usage') throw badParameter(error.message.slice(0, 200))
    throw error
  }
}

function writeEndpoint(endpoint: Endpoint): Html {
  const { path, brief } = endpoint
  const inPath = pathNames(endpoint)
  return html`<details class="endpoint">
<summary><code>${breakable(path)}</code> <span>${brief}</span></summary>
<form method="get" action="/">
<input type="hidden" name="${endpointField}" value="${path}">
${endpoint.auth && html`<p class="note">Needs a request that is signed for a user: try it with <code>kiva login</code>.</p>`}
<div class="params">
${Object.entries(paramsOf(endpoint)).map(([name, param]) =>
  writeParam(path, name, param, inPath.includes(name) ? exampleOf(endpoint) : undefined),
)}
${writeFormats(path, formatsOf(endpoint))}
</div>
<button class="main">Try it</button>
</form>
</details>`
}

/** `example` is the initial value of a path parameter, which is required. */
function writeParam(path: string, name: string, param: Param, example: string | undefined): Html {
  const id = `${path} ${name}`.replace(/\W+/g, '-')
  const notes = [
    param.brief,
    param.default !== undefined && `${param.default} when left out`,
    param.list && 'several with commas',
  ]
  const about = html`<span class="quiet" id="${id}-about">${notes.filter(Boolean).join('; ')}</span>`
  if (param.choices && param.list)
    return html`<fieldset><legend>${name}</legend>${param.choices.map(
      (choice) =>
        html`<label class="check"><input type="checkbox" name="${name}" value="${choice}"> ${choice}</label>`,
    )}<span class="quiet">${param.brief}</span></fieldset>`
  const field = param.choices
    ? html`<select id="${id}" name="${name}" aria-describedby="${id}-about"><option value=""></option>${param.choices.map(
        (choice) => html`<option>${choice}</option>`,
      )}</select>`
    : html`<input id="${id}" name="${name}" aria-describedby="${id}-about" autocomplete="off" autocapitalize="none" spellcheck="false"${
        param.kind === 'number' && !param.list && html` inputmode="numeric"`
      }${example !== undefined && html` value="${example}" required`}${param.known && html` list="${id}-known"`}>${
        param.known &&
        html`<datalist id="${id}-known">${knownValues[param.known].map((value) => html`<option>${value}</option>`)}</datalist>`
      }`
  return html`<div><label for="${id}">${name}</label>${field}${about}</div>`
}

function writeFormats(path: string, formats: readonly WireFormat[]): Html {
  const id = `${path} format`.replace(/\W+/g, '-')
  return html`<div><label for="${id}">format</label><select id="${id}" name="${formatField}">${formats.map(
    (format) => html`<option>${format}</option>`,
  )}</select></div>`
}

/** Returns the first id of the endpoint's first example in the help. */
function exampleOf({ examples }: Endpoint): string {
  return /^'?([^\s']+)/.exec(examples[0] ?? '')?.[1] ?? ''
}
