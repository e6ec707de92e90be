/**
 * Parts of teams: names for each of the 17 documented categories, and the texts of their profiles. One table.
 */
import { splitCells } from '../text.ts'

const table = {
  'Alumni Groups': `Old Hilltop Alumni; Class of the Long Winter; Lighthouse School Leavers; The Back Bench`,
  Businesses: `Paper Kite Printing; Two Rivers Brewery; Copper Kettle Cafés; Fern & Daughters Books`,
  'Businesses - Internal Groups': `Third Floor Lenders; Night Shift at the Mill; Accounts Payable It Forward; The Loading Dock`,
  Clubs: `Slow Cyclists; Saturday Chess and Soup; Barn Dance Irregulars; Lamplight Astronomers`,
  'Colleges/Universities': `Eastgate College Lenders; Faculty of Small Things; Westmoor Engineers; Library Steps Lenders`,
  'Common Interest': `Sourdough Keepers; People Who Read Footnotes; Mapmakers and Map Readers; Left-Handed Knitters`,
  Events: `The Great River Swim; Harvest Fair Volunteers; Winter Solstice Walk; Kites over the Common`,
  Families: `The Lindqvist Cousins; Four Generations Lending; Okonjo and Sons and Daughters; Aunts United`,
  'Field Partner Fans': `Friends of the Terrace Banks; Lantern Supporters; Seedling Circle; Well-Wishers of the Wellspring`,
  Friends: `Kitchen Table Lenders; The Wednesday Walk; Six at the Corner Booth; Pen Pals`,
  'Local Area': `River Valley Neighbours; Harbour Street Lends; Moorland Postcodes; Eastern Quay`,
  Memorials: `In Memory of a Good Gardener; Hazel's Lamp; For Grandfather Anselm; The Unfinished Quilt`,
  'Religious Congregations': `St Brendan Tea Circle; Lotus Hall Sangha; Meeting House on the Hill; Olive Tree Minyan`,
  Schools: `Riverside Primary Class 4B; Beech Lane School; Harbour High Debaters; Class 2A and Their Parents`,
  'Sports Groups': `Back Row Rugby; Tideway River Rowers; Cold Water Swimmers; Uphill Both Ways`,
  'Youth Groups': `Ten Bright Torches; Young Growers Union; Compass Scouts; Kitchen Garden Juniors`,
  Other: `Miscellaneous and Glad of It; Owls; Neither Here nor There; Left Luggage`,
}

export const teamNames: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(table).map(([category, row]) => [category, splitCells(row)]),
)

/** Prefixes for names, used once all names are taken. */
export const teamPrefixes = ['Northern', 'Second', 'Lakeside', 'Little', 'Evening', 'Far', 'United'] as const

export const teamReasons = [
  'We pool small sums and argue happily over where they go.',
  'One loan a month, chosen by whoever baked the cake.',
  'A good harvest somewhere is good news everywhere.',
  'Because together we can fill the last gap of a loan before it expires.',
  'It began as a bet and became a tradition.',
] as const

export const teamDescriptions = [
  'We are a friendly lot from all over. New members are welcome; the only rule is to read the story before you lend.',
  'Founded in a waiting room and run on tea. We like farms, bakeries and anything with wheels.',
  'Each spring we lend for seed, each autumn for school fees. In between we send one another pictures of goats.',
  'We follow the water: wells, pumps, fish ponds, and every borrower who lives beside a river.',
  'No speeches, no badges. Just a list, a calendar and a surprising number of repaid loans.',
] as const
