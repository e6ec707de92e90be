// cli-table3 measures with an old string-width, whose emoji patterns are slow; small-table.ts hands it one letter a column.
module.exports = (text) => text.length
