import { type RawBuilder, sql } from 'kysely'

/** A matching section. Scores are integers, in millionths, so that they stay the same in page tokens. */
export type SectionHit = {
  readonly space: string
  readonly page: string
  readonly ordinal: number
  readonly score: number
}

/** A page with its matching sections, the best first. */
export type PageHit = {
  readonly space: string
  readonly page: string
  readonly score: number
  readonly ordinals: readonly number[]
}

/** A space that matches by its pages, the best first, or by its title. */
export type SpaceHit = { readonly space: string; readonly score: number; readonly pages: readonly PageHit[] }

const MILLION = 1_000_000

/** A score in millionths. */
export const inMillionths = (score: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`round((${score})::float8 * ${sql.lit(MILLION)})::bigint`

/** A score of a page token in millionths. */
export const toMillionths = (score: number): number => Math.round(score * MILLION)

/** A score in millionths as in responses. */
export const fromMillionths = (score: number): number => score / MILLION

/** Columns of a single row with all hits as texts: reading thousands of rows costs much more than splitting them. */
export type PackedHits = {
  readonly spaces: string | null
  readonly pages: string | null
  readonly ordinals: string | null
  readonly scores: string | null
}

/** `PackedHits` from `hit`; ids contain no spaces. */
export const packedHits = sql`select string_agg(space_id, ' ') as spaces, string_agg(page_id, ' ') as pages,
  string_agg(ordinal::text, ' ') as ordinals, string_agg(${inMillionths(sql`score`)}::text, ' ') as scores from hit`

const listOf = (packed: string | null | undefined): readonly string[] => (packed ? packed.split(' ') : [])

export function unpackHits(row: PackedHits | undefined): readonly SectionHit[] {
  const [pages, ordinals, scores] = [listOf(row?.pages), listOf(row?.ordinals), listOf(row?.scores)]
  return listOf(row?.spaces).map((space, index) => ({
    space,
    page: pages[index] ?? '',
    ordinal: Number(ordinals[index]),
    score: Number(scores[index]),
  }))
}

/** The pages of some sections, the best first. */
export function pagesOf(hits: readonly SectionHit[]): readonly PageHit[] {
  const best = hits.toSorted((a, b) => b.score - a.score || a.ordinal - b.ordinal)
  const pages = [...Map.groupBy(best, ({ space, page }) => `${space} ${page}`).values()].flatMap(
    ([first, ...others]) =>
      first === undefined ? [] : [{ ...first, ordinals: [first, ...others].map(({ ordinal }) => ordinal) }],
  )
  return pages.toSorted((a, b) => b.score - a.score || compare(a.page, b.page))
}

/** The spaces of some pages, and those with a score of their own, the best first. */
export function spacesOf(pages: readonly PageHit[], named: ReadonlyMap<string, number>): readonly SpaceHit[] {
  const bySpace = Map.groupBy(pages, ({ space }) => space)
  return [...new Set([...bySpace.keys(), ...named.keys()])]
    .map((space) => {
      const own = bySpace.get(space) ?? []
      return { space, score: Math.max(named.get(space) ?? 0, own[0]?.score ?? 0), pages: own }
    })
    .toSorted((a, b) => b.score - a.score || compare(a.space, b.space))
}

/** As the database orders ids. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
