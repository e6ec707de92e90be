// Packages that a run needs only a corner of, narrowed to it when bundling: the sources import them by their names.

/** esbuild plugins; `root` is where the packages are resolved from. */
export const narrowed = (root) => [narrowUndici(root), narrowCommander, narrowTable]

/**
 * undici without what one GET doesn't need: its root would load caches, fetch, websockets and HTTP/2 at each start.
 * Of node:http it only reads the limit of a header. Connections, through proxies too, are our own (src/node/connect.ts).
 */
const narrowUndici = (root) => ({
  name: 'narrow-undici',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: 'narrow' }))
    onLoad({ filter: /.*/, namespace: 'narrow' }, () => ({
      resolveDir: root,
      contents: `
        import Agent from 'undici/lib/dispatcher/agent.js'
        import Dispatcher from 'undici/lib/dispatcher/dispatcher.js'
        import request from 'undici/lib/api/api-request.js'
        Dispatcher.prototype.request = request
        export { Agent }`,
    }))
    onResolve({ filter: /^node:http$/ }, ({ importer }) =>
      /[\\/]undici[\\/]/.test(importer) ? { path: 'http', namespace: 'http' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'http' }, () => ({
      contents: 'exports.maxHeaderSize = 16384; exports.IncomingMessage = class {}',
    }))
    onLoad({ filter: /undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/ }, () => ({
      contents: 'module.exports = () => { throw new Error("HTTP/2 is left out") }',
    }))
  },
})

/** commander loads what starts subcommands of other programs; kiva has none. */
const narrowCommander = {
  name: 'narrow-commander',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      importer.includes('commander') ? { path: 'none', namespace: 'none' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'none' }, () => ({ contents: 'module.exports = {}' }))
  },
}

/** cli-table3 measures with an old string-width, whose emoji patterns are slow; grid.ts hands it one letter a column. */
const narrowTable = {
  name: 'narrow-table',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^string-width$/ }, ({ importer }) =>
      importer.includes('cli-table3') ? { path: 'length', namespace: 'length' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'length' }, () => ({
      contents: 'module.exports = (text) => text.length',
    }))
  },
}
