/** Homes, occupations and reasons of lenders. One table. */
import type { NamePool } from './names.ts'

/** Place, country code, and the pool of names usual there. */
export const homes: readonly (readonly [whereabouts: string, country: string, names: NamePool])[] = [
  ['Leeds, West Yorkshire', 'GB', 'english'],
  ['Portland, Oregon', 'US', 'english'],
  ['Duluth, Minnesota', 'US', 'english'],
  ['Austin, Texas', 'US', 'latin'],
  ['Halifax, Nova Scotia', 'CA', 'english'],
  ['Montréal, Québec', 'CA', 'english'],
  ['Köln', 'DE', 'english'],
  ['Leipzig', 'DE', 'slavic'],
  ['Rennes', 'FR', 'english'],
  ['Marseille', 'FR', 'arabic'],
  ['Utrecht', 'NL', 'english'],
  ['Göteborg', 'SE', 'english'],
  ['Tromsø', 'NO', 'english'],
  ['Zürich', 'CH', 'english'],
  ['Lisboa', 'PT', 'latin'],
  ['Sevilla', 'ES', 'latin'],
  ['Kraków', 'PL', 'slavic'],
  ['Wellington', 'NZ', 'samoan'],
  ['Hobart, Tasmania', 'AU', 'english'],
  ['Sapporo', 'JP', 'english'],
  ['東京', 'JP', 'english'],
  ['Bengaluru', 'IN', 'indian'],
  ['Nairobi', 'KE', 'eastAfrican'],
  ['Accra', 'GH', 'westAfrican'],
  ['São Paulo', 'BR', 'latin'],
  ['Ciudad de México', 'MX', 'latin'],
  ['Singapore', 'SG', 'vietnamese'],
  ['İzmir', 'TR', 'centralAsian'],
]

export const occupations = [
  'Primary school teacher',
  'Nurse',
  'Retired librarian',
  'Software developer',
  'Bus driver',
  'Baker',
  'Gardener',
  'Veterinary nurse',
  'Student',
  'Retired music teacher',
  'Carpenter',
  'Midwife',
  'Translator',
  'Ship’s engineer',
  'Bookseller',
  'Hydrologist',
  'Grandparent, full time',
] as const

export const reasons = [
  'Somebody lent me my first tools. I never forgot it.',
  'The same ten pounds can help again and again.',
  'I like to read the stories over breakfast with my daughter, and she chooses.',
  'Because a loan says: I believe that this will work.',
  'My grandmother kept a market stall. Every loan is for her.',
  'We would rather lend than give advice.',
  'I grew up beside a river that flooded. A small loan at the right time is worth a big one too late.',
  'Curiosity, to begin with. Now it is a habit that I do not want to lose.',
] as const

export const occupationalInfos = [
  'I teach reading to seven-year-olds, who ask better questions than most committees.',
  'Night shifts, mostly. It leaves the mornings for the allotment.',
  'Forty years behind the same counter, and never bored.',
  'I look after old bridges, so that nobody has to notice them.',
  'Bread, rolls and, on Fridays, something with plums.',
] as const
