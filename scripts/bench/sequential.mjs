// What `gh api --paginate` does: one page after the other, each parsed, its records a line each; or read alone, and nothing printed.
// `node sequential.mjs http://127.0.0.1:8080/v1/loans/newest.json [alone]`
const [address, alone] = process.argv.slice(2)
for (let page = 1, pages = 1; page <= pages; page += 1) {
  const reply = await fetch(`${address}?page=${page}`)
  const { paging, loans } = await reply.json()
  pages = paging.pages
  if (!alone) process.stdout.write(loans.map((loan) => `${JSON.stringify(loan)}\n`).join(''))
}
