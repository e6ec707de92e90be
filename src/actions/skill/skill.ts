/** `kiva skill`: a page that teaches a coding agent to use this version. */
import type { Context } from '../../context.ts'
import { skillPage } from './skill-page.ts'

/** Writes it as Markdown, whatever format is set: it is a text to be kept in a file. */
export default async function skill({ stdout }: Pick<Context, 'stdout'>): Promise<void> {
  await stdout.write(skillPage(), 'people')
}
