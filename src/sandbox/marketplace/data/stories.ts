/**
 * Sentences for loan descriptions. `{name}`, `{they}`, `{their}`, `{town}`, `{work}`, `{use}`, `{amount}`,
 * `{age}`, `{years}`, `{partner}` and `{count}` are placeholders. One table.
 */
import { splitCells } from '../text.ts'

export const openings = [
  '{name} is {age} and lives near {town}. {They} {work}.',
  'If you ask for {name} in {town}, people point and smile. {They} {work}.',
  '{name}, {age}, {work}. {They} began {years} years ago with borrowed tools.',
  'Most days begin before dawn for {name}, who {work}.',
  'For {years} years {name} has done the same careful work in {town}: {they} {work}.',
] as const

export const groupOpenings = [
  '{name} is a circle of {count} neighbours from {town} who meet every second Tuesday under a tree. {leader}, their leader, {work}.',
  'The {count} members of this group have known one another since school. {leader} speaks for them: {they} {work}.',
  '{count} people from {town} vouch for one another in this group. {leader}, {age}, {work}.',
] as const

export const families = [
  'At home there are {children} children, a grandmother and a dog that is not allowed inside.',
  '{They} shares a house of two rooms with a sister and her family.',
  '{Their} {children} children help after school, when the homework is done.',
  'The eldest child is away at college; the youngest has just learned to count, and counts everything.',
  'Three generations live in the house, and all of them have an opinion about the business.',
] as const

export const troubles = [
  'The hardest months are those before the harvest, when stock is dear and customers pay late.',
  'Last year the rains came late and left early, so every coin had to be turned twice.',
  'Demand is good, but without a little capital the work stands still for weeks.',
  'Until now {they} has rented what {they} needs, and the rent eats the profit.',
  'The road is bad in the wet season, and spare parts come only from the city.',
] as const

export const plans = [
  'With a loan of {amount}, arranged by {partner}, {name} plans {use}.',
  '{name} asks for {amount} {use}.',
  'This loan of {amount} is meant {use}. {name} has worked out the numbers on the back of a calendar.',
] as const

export const hopes = [
  'In two years {they} wants to employ a neighbour and put money aside for school.',
  '{They} hopes for a roof that does not leak and a sign with the name of the business.',
  '“Slowly,” says {name}, “but every week a little.”',
  '{They} thanks everybody who lends, and invites them to tea should they ever pass through {town}.',
  'An earlier loan was repaid on time, and {they} means to keep it so.',
] as const

/** The story in brief, in the country's own language. */
export const localStories = {
  es: '{name} vive cerca de {town} y trabaja con mucho esmero. Con este préstamo de {amount} quiere hacer crecer su negocio y pagar la escuela de sus hijos. Agradece de corazón a quienes confían en su trabajo.',
  fr: '{name} habite près de {town}. Avec ce prêt de {amount}, elle espère développer son activité et mettre un peu d’argent de côté. Merci à toutes celles et à tous ceux qui prêtent.',
  ru: '{name} живёт недалеко от города {town}. Заём в {amount} поможет расширить хозяйство. Большое спасибо всем за доверие.',
  vi: '{name} sống gần {town}. Khoản vay {amount} sẽ giúp gia đình mở rộng việc làm ăn và cho con đi học. Xin chân thành cảm ơn.',
} as const

export const tags = splitCells(`
#Parent; #Eco-friendly; #Animals; #Woman Owned Biz; #Repeat Borrower; #Schooling; #First Loan; #Elderly
#Technology; #Sustainable Ag; #Single Parent; #Vegan; user_favorite; volunteer_pick; volunteer_like
`)

interface Theme {
  readonly name: string
  /** Codes of the countries whose loans can have it. Absent for all countries. */
  readonly countries?: readonly string[]
}

/** Themes in addition to an activity's own theme. */
export const themes: readonly Theme[] = [
  { name: 'Vulnerable Groups' },
  { name: 'Underfunded Areas' },
  { name: 'Conflict Zones', countries: ['CO', 'LB', 'ML', 'NG', 'PS', 'UA', 'UG'] },
  { name: 'Islamic Finance', countries: ['ID', 'JO', 'KG', 'LB', 'ML', 'NG', 'PS', 'SN', 'TJ'] },
  { name: 'Innovative Loans' },
  { name: 'Disaster recovery' },
  { name: 'Arab Youth', countries: ['JO', 'LB', 'PS'] },
]

/**
 * Templates of journal entries. `{name}`, `{town}`, `{partner}` and `{work}` are placeholders, and bodies are
 * HTML. One table.
 */
export interface News {
  readonly subject: string
  readonly body: string
  /** Restricts the text to borrowers of this sector. */
  readonly sector?: string
}

/** Entries: the subject, with its sector if it has one, then the body. */
const readNews = (entries: string): readonly News[] =>
  entries
    .trim()
    .split('\n\n')
    .map((entry) => {
      const [, subject = '', sector, body = ''] = /^([^|\n]*)\|?([^\n]*)\n(.*)$/s.exec(entry) ?? []
      return { subject, ...(sector && { sector }), body }
    })

export const greetings = readNews(`
A visit to {name}
<p>We visited {name} in {town} last week. The kettle was on before we had sat down.</p>\r\n\r\n<p>The money is already at work, and the neighbours have noticed. “Tell them thank you,” {name} said, “and tell them to come and see.”</p>

Greetings from {town}
<p>Here is a picture from this morning. {name} asked us to wait until the light was better, and was right.</p>\r\n\r\n<p>More news after the harvest.</p>
`)

/** Entries about the example loan of the help, which is still fundraising. */
export const exampleNews = readNews(`
Greetings from {town}
<p>Here is a picture from this morning. {name} asked us to wait until the light was better, and was right.</p>\r\n\r\n<p>The field is ploughed and waiting. More news after the harvest.</p>

Meet {name}: a short film
<p>In two minutes {name} shows us round: the store, the seed of last year, the pump that <em>nearly</em> works.</p>\r\n\r\n<p>Listen for the dog at the end.</p>
`)

export const progress = readNews(`
How {name} is getting on
<p>Half a year has gone by. {name} {work}; what has changed is that there is a little left at the end of the month.</p>\r\n\r\n<ul>\r\n<li>Two regular customers more</li>\r\n<li>School fees paid on the day</li>\r\n<li>One leaking roof, mended</li>\r\n</ul>

A good harvest in {town}|Agriculture
<p>The rains came when they should, and the harvest is in. {name} has paid the last instalment early and bought <em>two</em> sacks of seed for next year.</p>

News from {name}, with some trouble in it
<p>Not everything went to plan: the river rose in March and the path was closed for three weeks.</p>\r\n\r\n<p>{name} lost some stock, but no customers. Payments go on &amp; the shed now stands on higher ground.</p>

What {name} bought, and what came of it
<p>The receipts are in a biscuit tin, in order. {name} {work}, and has begun to write down what sells on which day.</p>\r\n\r\n<p>Tuesdays, it turns out. Nobody had known.</p>

A letter from {name}
<p>“Dear friends, I am well and so is the family. The first months were slow. Then my cousin told her whole street, and now I need a second bench.</p>\r\n\r\n<blockquote>When the river is low you see which stones you can step on.</blockquote>\r\n\r\n<p>That is what my mother says, and this year the river was low.”</p>

Rain, seed and patience in {town}|Agriculture
<p>Two weeks without rain, then three days of it. {name} planted twice and smiled both times. The <strong>harvest</strong> will be late but good.</p>
`)

export const thanks = readNews(`
Repaid, with thanks
<p>{name} made the final payment today and celebrated with cake. “I will not forget the people I have never met.”</p>
`)

/** Automatic notices, which become `bulk` entries. */
export const notices = {
  refunded: {
    subject: 'Loan Refunded',
    body: '<p>This loan was withdrawn before the money was handed over. All lenders have been repaid in full.</p>',
  },
  expired: {
    subject: 'Loan Expired',
    body: '<p>This loan did not reach its goal in time. What was lent has gone back to its lenders. Thank you for trying.</p>',
  },
  partner: {
    subject: 'A note from {partner}',
    body: '<p>{partner} has moved to a new office in {town}. Repayments of this month may be reported a few days late.</p>',
  },
} as const satisfies Record<string, News>

export const comments = [
  'What a lovely picture. Greetings to the whole family!',
  'I keep a shop myself and know those mornings. Good luck with the new stock.',
  'Wonderful news.\r\n\r\nWe read it aloud at breakfast, and my son wants to know the name of the dog.',
  'Thank you for telling us about the hard parts too.',
  'Well done! May the next harvest be even better.',
  'So glad that we could help a little.',
] as const

/** Authors of journal entries, and translators of descriptions. */
export const volunteers = splitCells(`
Maren Vandermeer; Idris Castellan; Pilar Hartwell; Anton Brightwater; Yuki Moorcroft; Noor Delacroix
Wendell Okonjo; Saoirse Lindqvist; Caspar Yamane; Greta Petrov
`)
