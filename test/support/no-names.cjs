// Preloaded into a process: name lookups never end, as with a name server that does not reply. Each prints a line.
require('node:dns').lookup = () => void process.stderr.write('* looks up a name\n')
