/** Steps from one to another index: shown, or folded away because nothing near them changed. */
export type Part = { readonly from: number; readonly until: number; readonly isFolded: boolean }

/** How many blocks around a change are shown with it. */
const context = 2
/** Fewer are not worth a fold. */
const fewest = 4

/** Splits blocks into visible parts with context and folded parts between them. */
export function foldedParts(kept: readonly boolean[]): Part[] {
  const shown = kept.map((_, at) => kept.slice(Math.max(0, at - context), at + context + 1).includes(true))
  const parts: Part[] = []
  for (let from = 0; from < shown.length; ) {
    let until = from
    while (until < shown.length && shown[until] === shown[from]) until++
    const isFolded = shown[from] === false && until - from >= fewest
    const last = parts.at(-1)
    if (last && !last.isFolded && !isFolded) parts[parts.length - 1] = { ...last, until }
    else parts.push({ from, until, isFolded })
    from = until
  }
  return parts
}
