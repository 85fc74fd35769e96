/** Where the words of a search are found in a title; null when one of them is not. */
export type Span = { from: number; to: number }

export function matchOf(title: string, text: string): { spans: Span[]; rank: number } | null {
  const low = title.toLowerCase()
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
  const spans: Span[] = []
  let rank = 0
  for (const word of wanted) {
    const from = placeOf(low, word)
    if (from < 0) return null
    rank += from === 0 ? 0 : isStart(low, from) ? 1 : 2
    spans.push({ from, to: from + word.length })
  }
  return { spans: merged(spans), rank }
}

/** The beginning of a word is better than its middle. */
function placeOf(low: string, word: string): number {
  for (let from = low.indexOf(word); from >= 0; from = low.indexOf(word, from + 1)) {
    if (isStart(low, from)) return from
  }
  return low.indexOf(word)
}

const isStart = (low: string, from: number): boolean =>
  from === 0 || /[^\p{L}\p{N}]/u.test(low[from - 1] ?? '')

function merged(spans: readonly Span[]): Span[] {
  const out: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = out.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else out.push({ ...span })
  }
  return out
}
