// Preloaded into a process: Node has the version in TEST_VERSION.
const node = process.env.TEST_VERSION
Object.defineProperty(process, 'versions', { value: { ...process.versions, node } })
