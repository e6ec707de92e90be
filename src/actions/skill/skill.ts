/** `kiva skill`: prints a page that teaches a coding agent to use this version. */
import type { Context } from '../../context.ts'
import { skillPage } from './skill-page.ts'

/** Prints Markdown whatever the output format, because the text is meant to be saved to a file. */
export default async function skill({ stdout }: Pick<Context, 'stdout'>): Promise<void> {
  await stdout.write(skillPage(), 'people')
}
