// HTTP/2 is never offered to a server, so it is never spoken.
module.exports = () => {
  throw new Error('HTTP/2 is left out')
}
