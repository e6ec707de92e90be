// Of node:assert, undici asks only whether something holds; the rest of it takes a millisecond to load.
module.exports = (holds, message) => {
  if (!holds) throw new Error(message ?? 'undici expected otherwise')
}
