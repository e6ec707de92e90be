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

export const greetings: readonly News[] = [
  {
    subject: 'A visit to {name}',
    body: '<p>We visited {name} in {town} last week. The kettle was on before we had sat down.</p>\r\n\r\n<p>The money is already at work, and the neighbours have noticed. “Tell them thank you,” {name} said, “and tell them to come and see.”</p>',
  },
  {
    subject: 'Greetings from {town}',
    body: '<p>Here is a picture from this morning. {name} asked us to wait until the light was better, and was right.</p>\r\n\r\n<p>More news after the harvest.</p>',
  },
]

/** Entries about the example loan of the help, which is still fundraising. */
export const exampleNews: readonly News[] = [
  {
    subject: 'Greetings from {town}',
    body: '<p>Here is a picture from this morning. {name} asked us to wait until the light was better, and was right.</p>\r\n\r\n<p>The field is ploughed and waiting. More news after the harvest.</p>',
  },
  {
    subject: 'Meet {name}: a short film',
    body: '<p>In two minutes {name} shows us round: the store, the seed of last year, the pump that <em>nearly</em> works.</p>\r\n\r\n<p>Listen for the dog at the end.</p>',
  },
]

export const progress: readonly News[] = [
  {
    subject: 'How {name} is getting on',
    body: '<p>Half a year has gone by. {name} {work}; what has changed is that there is a little left at the end of the month.</p>\r\n\r\n<ul>\r\n<li>Two regular customers more</li>\r\n<li>School fees paid on the day</li>\r\n<li>One leaking roof, mended</li>\r\n</ul>',
  },
  {
    subject: 'A good harvest in {town}',
    sector: 'Agriculture',
    body: '<p>The rains came when they should, and the harvest is in. {name} has paid the last instalment early and bought <em>two</em> sacks of seed for next year.</p>',
  },
  {
    subject: 'News from {name}, with some trouble in it',
    body: '<p>Not everything went to plan: the river rose in March and the path was closed for three weeks.</p>\r\n\r\n<p>{name} lost some stock, but no customers. Payments go on &amp; the shed now stands on higher ground.</p>',
  },
  {
    subject: 'What {name} bought, and what came of it',
    body: '<p>The receipts are in a biscuit tin, in order. {name} {work}, and has begun to write down what sells on which day.</p>\r\n\r\n<p>Tuesdays, it turns out. Nobody had known.</p>',
  },
  {
    subject: 'A letter from {name}',
    body: '<p>“Dear friends, I am well and so is the family. The first months were slow. Then my cousin told her whole street, and now I need a second bench.</p>\r\n\r\n<blockquote>When the river is low you see which stones you can step on.</blockquote>\r\n\r\n<p>That is what my mother says, and this year the river was low.”</p>',
  },
  {
    subject: 'Rain, seed and patience in {town}',
    sector: 'Agriculture',
    body: '<p>Two weeks without rain, then three days of it. {name} planted twice and smiled both times. The <strong>harvest</strong> will be late but good.</p>',
  },
]

export const thanks: readonly News[] = [
  {
    subject: 'Repaid, with thanks',
    body: '<p>{name} made the final payment today and celebrated with cake. “I will not forget the people I have never met.”</p>',
  },
]

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
export const volunteers = [
  'Maren Vandermeer',
  'Idris Castellan',
  'Pilar Hartwell',
  'Anton Brightwater',
  'Yuki Moorcroft',
  'Noor Delacroix',
  'Wendell Okonjo',
  'Saoirse Lindqvist',
  'Caspar Yamane',
  'Greta Petrov',
] as const
