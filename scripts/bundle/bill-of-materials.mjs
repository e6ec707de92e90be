import { execFileSync } from 'node:child_process'
import { root } from './load-sources.mjs'

/** npm itself, by the path that it gives to the scripts that it runs. */
const npm = process.env.npm_execpath === undefined ? ['npm'] : [process.execPath, process.env.npm_execpath]

/**
 * A CycloneDX bill of materials: what npm knows of the packages that `src` imports, and of those only the bundled ones.
 * Without serial number and time, so that the same sources make the same bytes.
 */
export function billOfMaterials({ name }, packages) {
  const [command, ...words] = [...npm, 'sbom', '--sbom-format=cyclonedx', '--workspace=src', '--omit=dev']
  const text = execFileSync(command, [...words, '--package-lock-only'], { cwd: root, encoding: 'utf8' })
  const { bomFormat, specVersion, version, metadata, components, dependencies } = JSON.parse(text)
  const ids = new Set(packages.map(({ id }) => id))
  const edgesOf = (ref) => dependencies.find((one) => one.ref === ref)?.dependsOn.filter((id) => ids.has(id))
  const tool = metadata.component['bom-ref']
  const imported = dependencies.find(({ ref }) => ref.startsWith('kiva-src@')).ref
  return {
    bomFormat,
    specVersion,
    version,
    metadata: {
      lifecycles: metadata.lifecycles,
      tools: metadata.tools,
      component: { ...metadata.component, name, type: 'application' },
    },
    components: components.filter((one) => ids.has(one['bom-ref'])),
    dependencies: [
      { ref: tool, dependsOn: edgesOf(imported) },
      ...[...ids].map((ref) => ({ ref, dependsOn: edgesOf(ref) })),
    ],
  }
}
