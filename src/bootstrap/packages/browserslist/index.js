/** Throws: no one names browsers. */
function browserslist() {
  throw new Error('Browsers are not resolved here. See src/bootstrap/packages/README.md.')
}

/** Finds no settings. */
browserslist.findConfigFile = () => undefined
browserslist.loadConfig = () => undefined

module.exports = browserslist
