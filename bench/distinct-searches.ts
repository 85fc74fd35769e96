/** The same searches in other letter case and with limits of 20 to 51, each with a URL of its own, so that none is answered from memory. */
export const distinctSearches = (paths: readonly string[]): readonly string[] =>
  Array.from({ length: 512 }, (_, variant) =>
    paths.map((path) => `${inLetterCase(path, variant % 16)}&limit=${20 + Math.floor(variant / 16)}`),
  ).flat()

/** The number says which of the first letters of the query are capitals. */
function inLetterCase(path: string, capitals: number): string {
  const [before = '', query = ''] = path.split('?query=')
  const letters = [...decodeURIComponent(query)].map((letter, at) =>
    at < 4 && (capitals >> at) % 2 === 1 ? letter.toUpperCase() : letter,
  )
  return `${before}?query=${encodeURIComponent(letters.join(''))}`
}
