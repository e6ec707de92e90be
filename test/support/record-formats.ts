import { formatNames, sumsUp } from '../../src/output/formats.ts'

/** The formats that tell of each record; a drawing of all of them tells of none. */
export const recordFormats = formatNames.filter((name) => !sumsUp(name))
