// Answers of a marketplace of any size: loans of the sandbox, in many languages, repeated with other ids and amounts.
import { writeFile } from 'node:fs/promises'
import { serve } from './processes.mjs'

const firstId = 3_000_000
const pageSizeLimit = 100

/** Writes 2,000 loans of the sandbox, and the details of 50 of them, to a file. */
export async function writePool(file, env, kiva) {
  const sandbox = await serve(env, kiva, 'sandbox', '--http')
  const ask = async (path) => (await (await fetch(`${sandbox.base_url}/v1/loans/${path}`)).json()).loans
  const loans = []
  for (let page = 1; page <= 20; page += 1)
    loans.push(...(await ask(`search.json?per_page=${pageSizeLimit}&page=${page}`)))
  const ids = loans.filter((_, index) => index % 40 === 0).map(({ id }) => id)
  const details = await ask(`${ids}.json`)
  sandbox.stop()
  await writeFile(file, JSON.stringify({ loans, details }))
}

/** Returns a function that answers the path of a request as the service would, with a list of `total` loans. */
export function answerWith({ loans, details }, total) {
  const loanAt = (index) => ({
    ...loans[index % loans.length],
    id: firstId + index,
    funded_amount: (index * 25) % 2000,
    loan_amount: 2000 + ((index * 75) % 8000),
  })
  const detailOf = (id) => ({ ...details[id % details.length], ...loanAt(id - firstId) })
  return (path) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    const [, ids] = /\/loans\/([\d,]+)\.json$/.exec(pathname) ?? []
    if (ids) return { loans: ids.split(',').map((id) => detailOf(Number(id))) }
    const page = Number(searchParams.get('page') ?? 1)
    const size = Math.min(pageSizeLimit, Number(searchParams.get('per_page') ?? 20))
    const start = (page - 1) * size
    const length = Math.max(0, Math.min(size, total - start))
    return {
      paging: { page, total, page_size: size, pages: Math.ceil(total / size) },
      loans: Array.from({ length }, (_, at) => loanAt(start + at)),
    }
  }
}
