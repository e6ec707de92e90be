/** The version of the tool, from package.json. */
export { version } from '../package.json'
