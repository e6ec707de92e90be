import { bunVersion } from './runtime.mjs'
import { runtimeParts } from './runtime-parts.mjs'

/** The bill of materials of the executable: that of dist/, with Bun and its parts. Bun does not tell their versions. */
export function executableBill(bill) {
  const [bun, ...parts] = runtimeParts.flatMap(({ names, ...rest }) =>
    names.map((name) => componentOf(name, rest)),
  )
  bun.version = bunVersion
  bun.purl = `pkg:github/oven-sh/bun@bun-v${bunVersion}`
  const refs = parts.map((part) => part['bom-ref'])
  const tool = bill.metadata.component['bom-ref']
  return {
    ...bill,
    components: [...bill.components, bun, ...parts],
    dependencies: [
      ...bill.dependencies.map(({ ref, dependsOn }) => ({
        ref,
        dependsOn: ref === tool ? [...dependsOn, bun['bom-ref']] : dependsOn,
      })),
      { ref: bun['bom-ref'], dependsOn: refs },
      ...refs.map((ref) => ({ ref, dependsOn: [] })),
    ],
  }
}

function componentOf(name, { license, address }) {
  return {
    'bom-ref': `bun/${name}`,
    type: name === 'Bun' ? 'platform' : 'library',
    name,
    scope: 'required',
    // One license has an identifier, several are named in words.
    licenses: [{ license: license.includes(' ') ? { name: license } : { id: license } }],
    externalReferences: [{ type: 'website', url: `https://${address}` }],
  }
}
