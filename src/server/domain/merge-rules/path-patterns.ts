/**
 * Whether a pattern such as `/guides/**` matches the path of a page, without regard to case. `*` matches any text
 * within one part of the path, `**` for any number of parts, also none.
 */
export function matchesPath(pattern: string, path: string): boolean {
  const [wanted, given] = [partsOf(pattern), partsOf(path)]
  return matchesSequence(wanted, given, { isAny: (part) => part === '**', isMatch: matchesPart })
}

const partsOf = (path: string): string[] =>
  path
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '')

const matchesPart = (pattern: string, part: string): boolean =>
  matchesSequence([...pattern], [...part], {
    isAny: (character) => character === '*',
    isMatch: (a, b) => a === b,
  })

type Matching = {
  readonly isAny: (item: string) => boolean
  readonly isMatch: (pattern: string, item: string) => boolean
}

/** Returns to the last wildcard only, so the work is at most the product of both lengths. */
function matchesSequence(
  pattern: readonly string[],
  items: readonly string[],
  { isAny, isMatch }: Matching,
): boolean {
  let [at, retryPattern, retryItem] = [0, -1, 0]
  for (let item = 0; item < items.length; ) {
    const wanted = pattern[at]
    if (wanted !== undefined && isAny(wanted)) {
      retryPattern = ++at
      retryItem = item
    } else if (wanted !== undefined && isMatch(wanted, items[item] ?? '')) {
      at += 1
      item += 1
    } else if (retryPattern >= 0) {
      at = retryPattern
      item = ++retryItem
    } else return false
  }
  return pattern.slice(at).every(isAny)
}
