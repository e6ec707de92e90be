import { at } from '../../api/records/field-values.ts'
import type { JsonObject } from '../../core/json.ts'
import { clean } from '../gate/text.ts'
import type { Format } from './format.ts'
import { line } from './line.ts'

/** Returns a format for ids of field partners: `Umoja Harvest Trust (101)`; the id alone for an unknown one. */
export const partnerNames =
  (partners: ReadonlyMap<string, JsonObject>): Format =>
  (value) => {
    const [id, name] = [line(value), clean(line(at(partners.get(line(value)), 'name')))]
    return name === '' ? id : `${name} (${id})`
  }
