// undici without what a run doesn't need: its root would load caches, fetch, websockets and more at each start.
// Connections, through proxies too, are our own (src/node/network/connect.ts).
exports.Agent = require('undici/lib/dispatcher/agent.js')
