/** Options that show whole records and their photos. */

import { typeOf } from '../../api/endpoint.ts'
import { notAChoice } from '../../api/values.ts'
import { type ImageProtocolChoice, imageProtocolChoices } from '../../output/pictures/image-protocols.ts'
import type { DetailOptions } from '../../output/view.ts'
import { languageCode, languageCodes } from '../../output/words/languages.ts'
import { rules } from '../option-spec.ts'
import { type OptionFamily, optionsIf } from './option-family.ts'

const ofDetails = {
  group: 'Output options',
  formats: ['table', 'md', 'html'],
  implies: 'table',
  conflicts: rules('Leave out --fields and --jq to print whole records.', 'fields', 'jq'),
} as const

/** Shows records one by one, or side by side. */
export const detail: OptionFamily<'read' | 'across' | 'lang' | 'full', DetailOptions> = {
  /**
   * `--read` applies to records that are letters; the others to detailed loans, which have stories and
   * schedules.
   */
  options: (endpoint) => [
    ...optionsIf(typeOf(endpoint).letter, {
      ...ofDetails,
      name: 'read',
      long: '--read',
      brief: 'print the full text of each record instead of a table',
    }),
    ...optionsIf(!typeOf(endpoint).single, {
      group: 'Output options',
      formats: ['table', 'md', 'html'],
      implies: 'table',
      name: 'across',
      long: '--across',
      brief: 'print records as columns, to compare them',
      conflicts: rules('--across prints one table of all records.', 'images', 'read', 'full', 'lang'),
    }),
    ...optionsIf(
      endpoint.returns === 'loan_detail',
      {
        ...ofDetails,
        name: 'lang',
        long: '--lang',
        value: 'language',
        brief: 'language of the story',
        known: [...languageCodes, 'all'],
      },
      { ...ofDetails, name: 'full', long: '--full', brief: 'list every scheduled repayment' },
    ),
  ],
  read: (given) => {
    const language = given.last('lang')
    return {
      read: given.has('read'),
      across: given.has('across'),
      language: language === undefined ? undefined : languageCode(language),
      full: given.has('full'),
    }
  },
}

/** Shows photos with the records. */
export const images: OptionFamily<'images', ImageProtocolChoice | undefined> = {
  options: () => [
    {
      name: 'images',
      long: '--images',
      value: 'protocol',
      valueIfOmitted: imageProtocolChoices[0],
      brief: 'show photos in the terminal or in -o html',
      group: 'Output options',
      choices: imageProtocolChoices,
      topic: 'images',
    },
  ],
  read: (given) => {
    const text = given.last('images')
    if (text === undefined) return undefined
    const protocol = imageProtocolChoices.find((choice) => choice === text)
    if (!protocol) throw notAChoice('--images', imageProtocolChoices, text)
    return protocol
  },
}
