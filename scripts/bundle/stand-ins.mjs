import { join } from 'node:path'
import { root } from './load-sources.mjs'

/**
 * Packages that a run needs only a corner of: whoever imports `of`, from a path that holds `from`, gets our file `by`
 * instead. Each file says why; docs/architecture.md has the measurements, under Packages.
 */
const rows = [
  { of: 'undici', from: '/src/', by: 'undici.cjs' },
  { of: './client-h2.js', from: '/undici/', by: 'undici-http2.cjs' },
  { of: '../core/connect', from: '/undici/', by: 'undici-connect.cjs' },
  { of: '../core/connect.js', from: '/undici/', by: 'undici-connect.cjs' },
  { of: '../core/diagnostics.js', from: '/undici/', by: 'undici-diagnostics.cjs' },
  { of: './diagnostics.js', from: '/undici/', by: 'undici-diagnostics.cjs' },
  { of: '../llhttp/llhttp_simd-wasm.js', from: '/undici/', by: 'undici-llhttp.cjs' },
  { of: '../llhttp/constants.js', from: '/undici/', by: 'undici-constants.cjs' },
  { of: './tree', from: '/undici/', by: 'undici-tree.cjs' },
  { of: '../web/fetch/body.js', from: '/undici/', by: 'undici-body.cjs' },
  { of: './help.js', from: '/commander/', by: 'commander-help.cjs' },
  { of: './suggestSimilar', from: '/commander/', by: 'commander-help.cjs' },
  { of: './lib/help.js', from: '/commander/', by: 'commander-help.cjs' },
  { of: 'string-width', from: '/cli-table3/', by: 'length.cjs' },
]

/** The rolldown plugin. */
export const standIns = {
  name: 'stand-ins',
  resolveId(specifier, importer) {
    const path = importer?.replaceAll('\\', '/') ?? ''
    const row = rows.find(({ of, from }) => of === specifier && path.includes(from))
    return row && join(root, 'scripts', 'stand-ins', row.by)
  },
}
