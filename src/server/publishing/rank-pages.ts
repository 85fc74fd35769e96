import type { Posting, SectionFit } from './ranking-queries.ts'

/** What a word of the question is worth: the rarer, the more. */
export type WordWeights = readonly number[]

/** A page in `Posting`, with its estimated score. */
export type RoughHit = { readonly space: string; readonly page: string; readonly score: number }

/** What a word adds where it is found. Found by comparing rankings of questions about real documentation. */
const WEIGHTS = {
  title: 3.8,
  heading: 1.2,
  body: 2.4,
  /** The titles of ancestors. */
  path: 1.4,
  /** All words in one section. */
  focus: 0.45,
  /** The title says what the question says, and no more. */
  titleFit: 1.55,
  phrase: 0.12,
  titlePhrase: 0.28,
  /** The text before the first heading, and the description. */
  lead: 3.4,
  /** How often a word has to be on a page until more makes no difference. */
  saturation: 1.8,
  /** How much longer pages need more of a word. */
  lengthShare: 0.25,
  /** Pages with more of the words. */
  coverage: 0.5,
} as const

/** The number of different words of a page whose length makes no difference. */
const USUAL_LENGTH = 350
/** Questions with at most this many words are about all of them. */
const MAX_KEYWORDS = 3

/** How much words that only say what the reader wants are worth. */
const WEAK_SHARE = 0.12

/** The weight of each word, by the number of pages with it. */
export function wordWeights(
  words: readonly { readonly n: number; readonly isWeak: boolean }[],
  postings: readonly Posting[],
  pageCount: number,
): WordWeights {
  const areAllWeak = words.every(({ isWeak }) => isWeak)
  return words.map(({ n, isWeak }) => {
    const pages = new Set<string>()
    for (const posting of postings) if (posting.n === n) for (const page of posting.pages) pages.add(page)
    const count = Math.max(pageCount, pages.size)
    const rarity = Math.log(1 + (count - pages.size + 0.5) / (pages.size + 0.5))
    return (0.3 + rarity) ** 0.58 * (isWeak && !areAllWeak ? WEAK_SHARE : 1)
  })
}

/** Pages with any of the words, likeliest first, by where the words are and by nothing that has to be read. */
export function roughHits(
  words: readonly number[],
  weights: WordWeights,
  postings: readonly Posting[],
): readonly RoughHit[] {
  const pages = new Map<string, { space: string; page: string; best: number[]; extra: number }>()
  for (const { n, kind, isWhole, spaces, pages: ids } of postings) {
    const at = words.indexOf(n)
    const value =
      (kind === 3 ? WEIGHTS.title + WEIGHTS.body : kind === 2 ? 1 + WEIGHTS.body : 1) * (isWhole ? 1 : 0.6)
    ids.forEach((page, index) => {
      const space = spaces[index] ?? ''
      const key = `${space} ${page}`
      const hit = pages.get(key) ?? { space, page, best: words.map(() => 0), extra: 0 }
      pages.set(key, hit)
      if (at === -1) hit.extra = WEIGHTS.focus
      else hit.best[at] = Math.max(hit.best[at] ?? 0, value)
    })
  }
  const total = sum(weights)
  return [...pages.values()]
    .map(({ space, page, best, extra }) => {
      const found = weights.map((weight, index) => weight * (best[index] ?? 0))
      const coverage =
        sum(weights.map((weight, index) => ((best[index] ?? 0) > 0 || extra > 0 ? weight : 0))) / total
      return { space, page, score: (sum(found) / total + extra) * coverage }
    })
    .sort((a, b) => b.score - a.score || (a.page < b.page ? -1 : 1))
}

/** Identifies a page; copies of a space have pages with equal ids. */
export const pageKey = ({ space, page }: { readonly space: string; readonly page: string }): string =>
  `${space} ${page}`

export type RankedPage = {
  readonly space: string
  readonly page: string
  readonly score: number
  /** Ordinals of the sections that match, best first. */
  readonly ordinals: readonly number[]
}

/**
 * Pages by how well their sections match, best first. `pathFits` says which ancestors of a page have which
 * words. Pages with none but weak words are left out.
 */
export function rankedPages(
  fits: readonly SectionFit[],
  weights: WordWeights,
  pathFits: ReadonlyMap<string, readonly number[]>,
  isWeak: readonly boolean[] = [],
): readonly RankedPage[] {
  const ranked = [...Map.groupBy(fits, pageKey).values()].flatMap((sections) => {
    const path = sections[0] && pathFits.get(pageKey(sections[0]))
    const page = rankedPage(sections, weights, path ?? [], isWeak)
    return page === undefined ? [] : [page]
  })
  const areKeywords = weights.length <= MAX_KEYWORDS
  return ranked.toSorted(
    (a, b) =>
      (areKeywords ? Number(b.hasAll) - Number(a.hasAll) : 0) ||
      b.score - a.score ||
      (a.page < b.page ? -1 : 1),
  )
}

function rankedPage(
  sections: readonly SectionFit[],
  weights: WordWeights,
  path: readonly number[],
  isWeak: readonly boolean[],
): (RankedPage & { readonly hasAll: boolean }) | undefined {
  const [any] = sections
  if (any === undefined) return undefined
  const first = sections.find(({ ordinal }) => ordinal === 0)
  const title = weights.map((_, index) => first?.heading[index] ?? 0)
  const length = sum(sections.map((section) => section.length))
  const { saturation, lengthShare } = WEIGHTS
  const needed = saturation * (1 - lengthShare + lengthShare * (length / USUAL_LENGTH))
  const total = sum(weights)
  const values = weights.map((_, index) => {
    const often = sum(sections.map(({ body }) => body[index] ?? 0))
    const heading = Math.max(0, ...sections.map((one) => (one.ordinal > 0 ? (one.heading[index] ?? 0) : 0)))
    const own =
      WEIGHTS.title * (title[index] ?? 0) +
      WEIGHTS.heading * heading +
      WEIGHTS.body * (often / (often + needed)) +
      WEIGHTS.lead * (first?.body[index] ?? 0)
    return { own, path: WEIGHTS.path * (path[index] ?? 0) }
  })
  const areAllWeak = weights.every((_, index) => isWeak[index])
  if (values.every(({ own }, index) => own === 0 || (isWeak[index] && !areAllWeak))) return undefined
  const share = (has: (index: number) => boolean) =>
    sum(weights.map((weight, index) => (has(index) ? weight : 0))) / total
  const coverage = share((index) => (values[index]?.own ?? 0) + (values[index]?.path ?? 0) > 0)
  const scored = sections.map((section) => ({
    ordinal: section.ordinal,
    score: sectionScore(section, title, weights, total),
  }))
  const focus = Math.max(0, ...scored.map(({ score }) => score))
  const titleShare = share((index) => (title[index] ?? 0) > 0)
  const titleWords = title.filter((has) => has > 0).length
  const titleFit = titleShare * Math.min(1, titleWords / Math.max(1, first?.headingLength ?? 1))
  const phrases = Math.min(4, Math.max(0, ...sections.map((section) => section.phrases)))
  const base = sum(values.map(({ own, path: above }, index) => (weights[index] ?? 0) * (own + above))) / total
  const score =
    (base + WEIGHTS.focus * focus + WEIGHTS.phrase * phrases) * coverage ** WEIGHTS.coverage +
    WEIGHTS.titleFit * titleFit +
    WEIGHTS.titlePhrase * Math.min(2, first?.phrases ?? 0) * titleShare
  const matching = scored
    .filter((one) => one.score > 0)
    .toSorted((a, b) => b.score - a.score || a.ordinal - b.ordinal)
  return {
    space: any.space,
    page: any.page,
    score,
    hasAll: coverage > 0.999,
    ordinals: matching.length > 0 ? matching.map(({ ordinal }) => ordinal) : [0],
  }
}

/** Which share of the question a section answers by itself: by its heading, its text, or the title above it. */
function sectionScore(
  section: SectionFit,
  title: readonly number[],
  weights: WordWeights,
  total: number,
): number {
  let hasOwn = false
  const values = weights.map((weight, index) => {
    const heading = section.heading[index] ?? 0
    const body = section.body[index] ?? 0
    if (heading > 0 || body > 0) hasOwn = true
    const own =
      heading > 0
        ? heading * (1 + (0.5 * Math.min(3, weights.length)) / Math.max(2, section.headingLength))
        : body
    return weight * Math.max(own, 0.6 * (title[index] ?? 0))
  })
  return hasOwn ? sum(values) / total : 0
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
