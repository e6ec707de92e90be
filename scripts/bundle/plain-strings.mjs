/**
 * A rolldown plugin: long strings in quotes. The minifier writes every string as a template, which V8 reads letter by
 * letter: of the WebAssembly in undici, 70 kB, that took longer than all that is done with it.
 */
export const plainStrings = {
  name: 'plain-strings',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) chunk.code = chunk.code?.replace(longTemplate, '"$1"')
  },
}

/** Of base64, so that there is nothing to escape in it. */
const longTemplate = /`([\w+/=]{1000,})`/g
