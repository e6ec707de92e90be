// A body is a string here, so the half of fetch that reads forms and streams is never asked for one.
exports.extractBody = () => {
  throw new Error('Bodies other than strings are left out')
}
