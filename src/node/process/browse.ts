import open from 'open'

/** Milliseconds in which a launcher that finds no browser has said so; one that is still there is the browser. */
const patience = 1_000

/** Opens an address in the person's browser. False when no browser could be started. */
export async function browse(url: string): Promise<boolean> {
  try {
    const child = await open(url)
    if (child.exitCode !== null) return child.exitCode === 0
    return await new Promise((resolve) => {
      const timer = setTimeout(() => resolve(true), patience)
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
