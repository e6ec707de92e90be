// undici without what a run doesn't need: its root would load caches, fetch, websockets and more at each start.
const Dispatcher = require('undici/lib/dispatcher/dispatcher.js')

Dispatcher.prototype.request = require('undici/lib/api/api-request.js')
exports.Agent = require('undici/lib/dispatcher/agent.js')

// Evaluated when there is a proxy; it is a proxy's agent that calls `connect`.
Object.defineProperty(exports, 'EnvHttpProxyAgent', {
  enumerable: true,
  get() {
    Dispatcher.prototype.connect = require('undici/lib/api/api-connect.js')
    return require('undici/lib/dispatcher/env-http-proxy-agent.js')
  },
})
