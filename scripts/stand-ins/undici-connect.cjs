// The agent is always given our connector (src/node/network/connect.ts), so undici builds none: 2 kB less to read.
module.exports = () => {
  throw new Error("undici's connector is left out")
}
