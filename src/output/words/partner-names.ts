import { at } from '../../api/records/field-values.ts'
import type { KnownPartners } from '../../domain/partner-medians.ts'
import { clean } from '../gate/text.ts'
import type { Format } from './format.ts'
import { line } from './line.ts'

/** Returns a format for ids of field partners: `Umoja Harvest Trust (101)`; the id alone for an unknown one. */
export const partnerNames =
  ({ byId }: KnownPartners): Format =>
  (value) => {
    const [id, name] = [line(value), clean(line(at(byId.get(line(value)), 'name')))]
    return name === '' ? id : `${name} (${id})`
  }
