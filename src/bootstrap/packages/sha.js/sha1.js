const { createHash } = require('node:crypto')

/** The SHA-1 of Node, for isomorphic-git, which expects a class. */
module.exports = function Sha1() {
  // biome-ignore lint/correctness/noConstructorReturn: callers use `new`, and get the hash of Node.
  return createHash('sha1')
}
