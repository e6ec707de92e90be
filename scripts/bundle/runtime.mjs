import { join } from 'node:path'
import { binaryFolder, endingOf } from './executables.mjs'
import { fetchPackage } from './fetch-package.mjs'

/** The Bun inside the executables. A new version needs new hashes (`npm view @oven/bun-linux-x64@VERSION dist.integrity`), and a look at the license page of its repository. */
export const bunVersion = '1.4.5'

const hashes = {
  'linux-x64':
    'sha512-IWX9BELoGHAUtMonkeSaNaZwXzRk+oDw6Mk+HBFXd3KHYIBNBsIGRupMZPcgNoDbJpLu6gAJjIoIVPZtt1aJ1g==',
  'linux-aarch64':
    'sha512-4BXmsSKnjOrlGWqZV4x/oWa7AVoR+B6lCXddMzOAXBIm3t50eslg9wb66gmtW1AamEQ1l1CDvmmruysEhqOWMg==',
  'linux-x64-baseline':
    'sha512-s8yMwYcFnnrA178gji0gZbkE2WVDej/Ti1x770oPfihxyRxSMNhGhiAQNXV53aDeraZxksdvKV/RAdQBCd0qPA==',
  'linux-x64-musl':
    'sha512-10QoW/YfTgnURaGEaHpJCiXjLI2e5iTtfVDaA5JKcyUzaa1cq6cVUY9/Uq5XkYzvtRjHLRe9Oj/lTDIQcxy8HQ==',
  'linux-aarch64-musl':
    'sha512-XCNc+WvvMAdNNb+OWTogpy+N9wm62fkVeEVLb6how0RZhW5LPi6c7BlkeVCuWps7XjEl2saFpHFa20/1E+PAHg==',
  'darwin-x64':
    'sha512-qkLPMGHZM9NI6CeHTWwVezzmlo6cC4Ta7yUAjYIWXS366qQcOlcp75t2uZyiuVRBMPS0h9qE0tCcvCHGaFqjJg==',
  'darwin-aarch64':
    'sha512-4MIFXHmctH2EhAxLXm2/qxNtv17dFtLJylvaOCsrgq6KSqHTs6eW5YSrJjRbJxYUJaR901fsN8JfZOa+CsWpWQ==',
  'windows-x64':
    'sha512-FNvply651vcE/GHgNWz6mZvhmkwBuu8Hw54oNzA+CQog+HW+542rXQmZqNHRkFxazD9L3xi+iTtvO3engAgJfw==',
  'windows-aarch64':
    'sha512-MiPFZnBNDnBXgr1oONc5pizC4fOLjnIOfNkYdFEnWzLmoFTg86naZIG3SvS7d/GglpQSAnCKMAzSjI/TAckiRw==',
}

/** The path of Bun for a platform. */
export async function runtimeFor(target) {
  const hash = hashes[target]
  if (hash === undefined) throw new Error(`Unknown platform ${target}: ${Object.keys(hashes).join(', ')}`)
  const folder = await fetchPackage(`@oven/bun-${target}`, bunVersion, hash, binaryFolder)
  return join(folder, 'bin', `bun${endingOf(target)}`)
}
