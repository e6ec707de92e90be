/** What package.json says of the tool: its version, and the address of its website, with a slash at the end. */
export { homepage, version } from '../../package.json'
