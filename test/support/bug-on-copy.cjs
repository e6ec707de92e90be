// Makes `kiva explore` fail as a bug would when something is copied.
const { stringify } = JSON
JSON.stringify = (value, ...rest) => {
  if (value?.kind === 'copy') throw new Error('a bug')
  return stringify(value, ...rest)
}
