// What `gh api --paginate` does: one page after the other, each parsed, its records a line each.
// `node sequential.mjs http://127.0.0.1:8080/v1/loans/newest.json`
const [address] = process.argv.slice(2)
for (let page = 1, pages = 1; page <= pages; page += 1) {
  const reply = await fetch(`${address}?page=${page}`)
  const { paging, loans } = await reply.json()
  pages = paging.pages
  process.stdout.write(loans.map((loan) => `${JSON.stringify(loan)}\n`).join(''))
}
