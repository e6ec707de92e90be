// undici brings its parser of HTTP twice, for processors with SIMD and without: 70 kB each to read. The one for all is as fast.
module.exports = require('undici/lib/llhttp/llhttp-wasm.js')
