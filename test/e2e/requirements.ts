/** What these tests need of the machine, and how to say that it is missing. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Debian's Chromium, unless another one is named. */
export const chromiumPath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/** Throws once, before any test, where something is missing. */
export default function requirements(): void {
  if (!existsSync(chromiumPath)) {
    throw new Error(
      `There is no Chromium at ${chromiumPath}. Install it (apt-get install chromium), or name one with CHROMIUM=/path.`,
    )
  }
  for (const program of ['mandoc', 'man', 'less']) {
    try {
      execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' })
    } catch {
      throw new Error(
        `The program "${program}" is missing: it shows manual pages or help (apt-get install mandoc man-db less).`,
      )
    }
  }
  try {
    execFileSync('script', ['--version'], { stdio: 'ignore' })
  } catch {
    throw new Error(
      'The program "script" of util-linux is missing: it makes the pseudo-terminals (apt-get install bsdutils).',
    )
  }
}
