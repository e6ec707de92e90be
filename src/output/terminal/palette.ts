/** The one door to chalk. */
import { Chalk } from 'chalk'
import { type Role, roles } from '../gate/roles.ts'

/** Paints a text in a role; leaves it as it is when there is no colour. */
export type Paint = (role: Role, text: string) => string

/** chalk is told its level: deciding on colour is `colour.ts`, and chalk doesn't know NO_COLOR. */
export function palette(colour: boolean): Paint {
  const chalk = new Chalk({ level: colour ? 1 : 0 })
  return (role, text) => chalk[roles[role].style](text)
}
