// Of the tables of its parser undici reads these numbers; to make them all takes 11 of 300 million instructions.
exports.ERROR = { OK: 0, PAUSED: 21, PAUSED_UPGRADE: 22 }
exports.TYPE = { RESPONSE: 2 }
