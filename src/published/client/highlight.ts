import { splitAtMatches } from '#markup/search-matches.ts'
import { find } from './dom.ts'

/** More matches than anyone looks at, which would take long to paint. */
const MAX_MATCHES = 500

/**
 * Highlights the words of the search that led to the page, which its address has as `q`, and scrolls to the first one
 * unless the address names a heading. The text stays as it is; browsers without highlights show none.
 */
export function highlightSearch(): void {
  if (!('highlights' in CSS)) return
  CSS.highlights.delete('search')
  const query = new URLSearchParams(location.search).get('q')
  const article = query ? find('.prose') : null
  if (!query || !article) return
  const ranges = matchingRanges(article, query)
  if (ranges.length === 0) return
  CSS.highlights.set('search', new Highlight(...ranges))
  if (!location.hash) scrollToFirst(ranges)
}

function matchingRanges(article: HTMLElement, query: string): Range[] {
  const texts = document.createTreeWalker(article, NodeFilter.SHOW_TEXT)
  const ranges: Range[] = []
  for (let node = texts.nextNode(); node && ranges.length < MAX_MATCHES; node = texts.nextNode()) {
    let at = 0
    for (const { text, isMatch } of splitAtMatches(node.nodeValue ?? '', query)) {
      if (isMatch) {
        const range = new Range()
        range.setStart(node, at)
        range.setEnd(node, at + text.length)
        ranges.push(range)
      }
      at += text.length
    }
  }
  return ranges
}

/** The first match that is visible and not already on screen. */
function scrollToFirst(ranges: readonly Range[]): void {
  const boxes = ranges.map((range) => range.getBoundingClientRect())
  const first = boxes.find(({ height }) => height > 0)
  if (first && first.bottom > innerHeight) scrollBy({ top: first.top - innerHeight / 3, behavior: 'instant' })
}
