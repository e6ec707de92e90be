/**
 * What Windows shows of an executable: in Task Manager, in the properties of the file, and before it starts a downloaded one.
 * Bun would be named there. Bun itself can change these strings only on Windows.
 */
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'

/** The types of resources that hold an icon. */
const icons = [3, 14]

/** The bytes of Bun for Windows, with these strings in place of its own and without its icon. Compile with it: a compiled executable cannot be changed. */
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
