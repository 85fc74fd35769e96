/** The address of a search result with the words that are highlighted there. Runs in the browser, too. */
export function markedHref(href: string, words: string): string {
  const [path = '', hash] = href.split('#')
  const marked = `${path}?${new URLSearchParams({ q: words })}`
  return hash === undefined ? marked : `${marked}#${hash}`
}
