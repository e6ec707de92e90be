/** The date and the text of a version in CHANGELOG.md, or undefined. `Unreleased` is a version without a date. */
export function sectionOf(changelog, version) {
  const [, ...sections] = changelog.split(/^## \[/m)
  const text = sections.find((section) => section.startsWith(`${version}]`))
  if (text === undefined) return undefined
  const [heading, ...lines] = text.split('\n')
  return { date: heading.match(/\] - (\d{4}-\d\d-\d\d)$/)?.[1], notes: lines.join('\n').trim() }
}
