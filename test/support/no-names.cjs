// Preloaded into a process: no name is ever found, nor said not to be; as behind a name server that is silent.
require('node:dns').lookup = () => {}
