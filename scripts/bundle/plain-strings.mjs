/**
 * A rolldown plugin: long strings in quotes. The minifier writes every string as a template, which V8 reads letter by
 * letter; WebAssembly, as undici and jq bring it in base64, is 70 kB and 1.2 MB of them.
 */
export const plainStrings = {
  name: 'plain-strings',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) chunk.code = chunk.code?.replace(longTemplate, '"$1"')
  },
}

/** Of base64, so that there is nothing to escape in it. */
const longTemplate = /`([\w+/=]{1000,})`/g
