/** The option that shows photos with the records. */
import { notAChoice } from '../../../api/values/values.ts'
import { type ImageProtocolChoice, imageProtocolChoices } from '../../../output/pictures/image-protocols.ts'
import type { OptionFamily } from '../option-family.ts'

export const images: OptionFamily<'images', ImageProtocolChoice | undefined> = {
  options: () => [
    {
      name: 'images',
      long: '--images',
      value: 'protocol',
      valueIfOmitted: imageProtocolChoices[0],
      brief: 'show photos in the terminal',
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
