import { execFileSync } from 'node:child_process'
import { root } from './load-sources.mjs'

/** npm itself, by the path that it gives to the scripts that it runs. */
const npm = process.env.npm_execpath === undefined ? ['npm'] : [process.execPath, process.env.npm_execpath]

/**
 * A CycloneDX bill of materials: of all packages that npm knows, the bundled ones. That tests use some of them too says
 * nothing to whoever reads the bill. Without serial number, time and the version of npm, so that the same sources make the
 * same bytes.
 */
export function billOfMaterials({ name }, packages) {
  const [command, ...words] = [...npm, 'sbom', '--sbom-format=cyclonedx', '--package-lock-only']
  const text = execFileSync(command, words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  const { bomFormat, specVersion, version, metadata, components, dependencies } = JSON.parse(text)
  const ids = new Set(packages.map(({ id }) => id))
  const { properties, ...project } = metadata.component
  const edges = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const edgesOf = (ref) => (edges.get(ref) ?? []).filter((id) => ids.has(id))
  const imported = [...edges.keys()].find((ref) => ref.startsWith('kiva-src@'))
  return {
    bomFormat,
    specVersion,
    version,
    metadata: {
      lifecycles: metadata.lifecycles,
      tools: metadata.tools.map(({ vendor, name }) => ({ vendor, name })),
      component: { ...project, name, type: 'application' },
    },
    components: components
      .filter((one) => ids.has(one['bom-ref']))
      .map(({ properties, ...one }) => ({ ...one, scope: 'required' })),
    dependencies: [
      { ref: metadata.component['bom-ref'], dependsOn: edgesOf(imported) },
      ...[...ids].map((ref) => ({ ref, dependsOn: edgesOf(ref) })),
    ],
  }
}
