import { createHash } from 'node:crypto'
import { ar, gzip, tar } from './archive.mjs'

/** Where Debian keeps files that an archive has elsewhere. */
const moved = [
  [/^share\/zsh\/site-functions\//, 'share/zsh/vendor-completions/'],
  // Debian's policy wants all licenses in one file, which `copyright` is.
  [/^share\/doc\/kiva\/LICENSE$/, ''],
]

/**
 * A .deb with the files of an archive at Debian's places. `control`, `copyright`, `overrides` and `changelog` are
 * texts with placeholders in braces for what is known here: {architecture}, {size}, {date}, {license}.
 */
export function debianPackage(
  executable,
  shared,
  { control, copyright, overrides, changelog, architecture, date },
) {
  const license = shared.find(({ name }) => name.endsWith('/LICENSE')).data.toString()
  const files = [
    executable,
    ...shared.map(({ name, data }) => ({
      name: moved.reduce((path, [from, to]) => path.replace(from, to), name),
      data,
    })),
    { name: 'share/doc/kiva/copyright', data: copyright.replace('{license}', () => indented(license)) },
    { name: 'share/doc/kiva/changelog', data: changelog.replace('{date}', longDate(date)) },
    { name: 'share/lintian/overrides/kiva', data: overrides },
  ]
    .filter(({ name }) => name !== '')
    .map(compressed)
    .map((file) => ({ ...file, name: `usr/${file.name}` }))
  const size = files.reduce((total, { data }) => total + Math.ceil(data.length / 1024), 0)
  const sums = files
    .map(({ name, data }) => `${createHash('md5').update(data).digest('hex')}  ${name}\n`)
    .sort()
  const about = control.replace('{architecture}', architecture).replace('{size}', size)
  const packed = (entries) =>
    gzip(
      tar(
        entries.map((entry) => ({ ...entry, name: `./${entry.name}` })),
        date,
      ),
    )
  return ar(
    [
      { name: 'debian-binary', data: '2.0\n' },
      {
        name: 'control.tar.gz',
        data: packed([
          { name: 'control', data: about },
          { name: 'md5sums', data: sums.join('') },
        ]),
      },
      { name: 'data.tar.gz', data: packed(files) },
    ],
    date,
  )
}

/** Debian wants pages and documents compressed, but not its copyright file. */
function compressed({ name, data, ...more }) {
  const isPacked = /^share\/(man|doc)\//.test(name) && !name.endsWith('/copyright')
  return isPacked ? { name: `${name}.gz`, data: gzip(data, 9) } : { name, data: Buffer.from(data), ...more }
}

/** A text as a field of a control file has it: a space before each line, a dot for an empty one. */
function indented(text) {
  return text.trim().replaceAll(/^$/gm, '.').replaceAll(/^/gm, ' ')
}

/** A date as changelogs of Debian have it. */
function longDate(date) {
  return new Date(date * 1000).toUTCString().replace('GMT', '+0000')
}
