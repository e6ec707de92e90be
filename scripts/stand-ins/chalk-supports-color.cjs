// kiva decides about color itself (src/output/terminal/color.ts). Saves a table reading the environment, the terminals and `node:os`.
module.exports = { stdout: false, stderr: false }
