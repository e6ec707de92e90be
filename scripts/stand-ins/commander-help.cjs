// Help is our own (src/cli/help), and so are suggestions: of commander's, only the names are asked for.
exports.Help = class {}
exports.stripColor = (text) => text
exports.suggestSimilar = () => ''
