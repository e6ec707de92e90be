import open from 'open'

/** Opens an address in the person's browser. False when no browser could be started. */
export async function browse(url: string): Promise<boolean> {
  try {
    const child = await open(url)
    return await new Promise((resolve) => {
      child.once('error', () => resolve(false))
      child.once('spawn', () => resolve(true))
      if (child.pid !== undefined) resolve(true)
    })
  } catch {
    return false
  }
}
