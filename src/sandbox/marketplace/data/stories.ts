/**
 * Sentences for loan descriptions. `{name}`, `{they}`, `{their}`, `{town}`, `{work}`, `{use}`, `{amount}`,
 * `{age}`, `{years}`, `{partner}` and `{count}` are placeholders. One table.
 */

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

export const tags = [
  '#Parent',
  '#Eco-friendly',
  '#Animals',
  '#Woman Owned Biz',
  '#Repeat Borrower',
  '#Schooling',
  '#First Loan',
  '#Elderly',
  '#Technology',
  '#Sustainable Ag',
  '#Single Parent',
  '#Vegan',
  'user_favorite',
  'volunteer_pick',
  'volunteer_like',
] as const

/** Themes in addition to an activity's own theme. */
export const themes = [
  'Vulnerable Groups',
  'Underfunded Areas',
  'Conflict Zones',
  'Islamic Finance',
  'Innovative Loans',
  'Disaster recovery',
  'Arab Youth',
] as const
