/**
 * The strings that Windows shows in Task Manager, in the properties of a file, and before it starts a downloaded program.
 * Without this, they name Bun. Bun itself can change them only on Windows.
 */
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'

/** The types of resources that hold an icon. */
const icons = [3, 14]

/** Returns the bytes of Bun for Windows with new strings and without its icon. To be called before compiling, since the compiler adds a section that `resedit` cannot read. */
export function setWindowsStrings(runtime, { name, version, author, copyright }) {
  const executable = NtExecutable.from(runtime, { ignoreCert: true })
  const resources = NtExecutableResource.from(executable)
  const [information] = Resource.VersionInfo.fromEntries(resources.entries)
  const [language] = information.getAllLanguagesForStringValues()
  const [numbers] = version.split('-')
  information.setFileVersion(numbers, language.lang)
  information.setProductVersion(numbers, language.lang)
  information.setStringValues(language, {
    CompanyName: author,
    FileDescription: name,
    FileVersion: version,
    InternalName: name,
    LegalCopyright: copyright,
    OriginalFilename: `${name}.exe`,
    ProductName: name,
    ProductVersion: version,
  })
  information.outputToResourceEntries(resources.entries)
  resources.entries = resources.entries.filter(({ type }) => !icons.includes(type))
  resources.outputResource(executable)
  return Buffer.from(executable.generate())
}
