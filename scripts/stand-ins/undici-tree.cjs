// undici looks names of headers up in a tree, and makes small letters of those that are not in it. For the few of a run
// the tree is not worth planting: 5 of 300 million instructions.
exports.tree = { lookup: () => null }
