/** The table of the README that says how to install kiva. Its addresses come from package.json. */
import { homepage, repository } from '../../package.json'
import { table } from './markdown.ts'

/** The owner of the repository, who also has the tap of Homebrew. */
const owner = new URL(repository.url.replace('git+', '')).pathname.split('/')[1]

const script = `curl -fsSL ${homepage}install.sh \\| sh`

export const installTable = (): string =>
  table(
    ['system', 'install', 'newer version', 'remove'],
    [
      ['Linux, macOS', `\`${script}\``, 'the same', `\`${script} -s -- --uninstall\``],
      ['macOS, Linux', `\`brew install ${owner}/tap/kiva\``, '`brew upgrade kiva`', '`brew uninstall kiva`'],
      ['Windows', `\`scoop install ${homepage}kiva.json\``, '`scoop update kiva`', '`scoop uninstall kiva`'],
      ['Debian, Ubuntu', '`sudo apt install ./kiva_X_amd64.deb`', 'the same', '`sudo apt remove kiva`'],
      [
        'Node.js ≥ 20.18.1',
        '`npm install --global kiva`',
        '`npm install --global kiva@latest`',
        '`npm uninstall --global kiva`',
      ],
      ['to try', '`npx kiva --sandbox explore`', '', ''],
    ],
  )
