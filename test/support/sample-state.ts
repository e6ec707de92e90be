/** Returns the state folder of a user with a shortlist and a saved command, which the examples of the help name. */
export const sampleState = (): Map<string, string> =>
  new Map([
    ['shortlists/spring.txt', '2100001  # ends soon\n2100080  # rebuilds after the flood\n'],
    ['saved.json', JSON.stringify({ v: 1, commands: { food: ['loans', 'search', '--sector', 'Food'] } })],
  ])
