// Preloaded into a process: name lookups never end, as with a name server that does not reply.
require('node:dns').lookup = () => {}
