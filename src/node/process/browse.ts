import open from 'open'

/**
 * Milliseconds. A launcher that finds no browser fails within this time;
 * a launcher still running then is the browser.
 */
const launchTimeout = 1_000

/** Opens an address in the user's browser. Returns false if no browser could be started. */
export async function browse(url: string): Promise<boolean> {
  try {
    const child = await open(url)
    if (child.exitCode !== null) return child.exitCode === 0
    return await new Promise((resolve) => {
      const timer = setTimeout(() => resolve(true), launchTimeout)
      const end = (opened: boolean) => {
        clearTimeout(timer)
        resolve(opened)
      }
      child.once('error', () => end(false))
      child.once('exit', (code) => end(code === 0))
    })
  } catch {
    return false
  }
}
