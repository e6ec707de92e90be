import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Scripts that do what `kiva loans newest -o json` does, as short as they can be; the commands that run them. */
export async function writeRivals(folder, root, { http, https }) {
  const script = async (name, text) => {
    await writeFile(join(folder, name), text)
    return [process.execPath, join(folder, name)]
  }
  return {
    undici: await script(
      'undici.mjs',
      `import { request } from ${JSON.stringify(join(root, 'node_modules/undici/index.js'))}
       const { body } = await request('${http.base_url}/v1/loans/newest.json')
       process.stdout.write(JSON.stringify((await body.json()).loans, null, 2))`,
    ),
    https: await script(
      'https.cjs',
      `const ca = require('node:fs').readFileSync(${JSON.stringify(https.ca_file)})
       require('node:https').get('${https.base_url}/v1/loans/newest.json', { ca }, (reply) => {
         let text = ''
         reply.on('data', (chunk) => { text += chunk })
         reply.on('end', () => process.stdout.write(JSON.stringify(JSON.parse(text).loans, null, 2)))
       })`,
    ),
  }
}
