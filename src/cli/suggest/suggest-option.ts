/** Options that hands know from other programs, for `kiva api`: what there is in their place. */
const suggestions: Readonly<Record<string, string>> = {
  '-X': 'It sends GET only: the data of the service is read, never written.',
  '-d': 'It sends no body; -f key=value sends a parameter.',
  '-H': 'It makes the headers by itself, and signs where that is needed; --curl prints a line to change.',
  '-F': 'A parameter is -f key=value, sent as it stands.',
  '-i': 'The status and the headers are told by --debug, and written down by --trace FILE.',
  '--paginate': 'All pages are read with --all.',
}

const sameAs: Readonly<Record<string, string>> = {
  '--method': '-X',
  '--request': '-X',
  '--data': '-d',
  '--input': '-d',
  '--header': '-H',
  '--raw-field': '-F',
  '--form': '-F',
  '--include': '-i',
}

/** What was meant by an option that a command does not know, a whole sentence; `-XPOST` is `-X` too. */
export function meantByOption(path: string, typed: string): string | undefined {
  if (path !== 'kiva api') return undefined
  const name = typed.startsWith('--') ? typed : typed.slice(0, 2)
  return suggestions[sameAs[name] ?? name]
}
