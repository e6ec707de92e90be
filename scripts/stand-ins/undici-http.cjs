// Of node:http, undici's agent reads the limit of a header; its mock and its cache would read more.
exports.maxHeaderSize = 16384
exports.IncomingMessage = class {}
