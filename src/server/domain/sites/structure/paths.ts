import { slugOf, uniqueSlug } from '#markup/slug.ts'

type Pathed = { readonly path: string }

/** A path made from a title, with a number behind it where one of the siblings has that. */
export const freePath = (siblings: readonly Pathed[], title: string): string =>
  uniqueSlug(slugOf(title), new Set(siblings.map(({ path }) => path)))

/** Paths for several that begin together, in their order. */
export function freePaths(titles: readonly string[]): readonly string[] {
  const taken: Pathed[] = []
  for (const title of titles) taken.push({ path: freePath(taken, title) })
  return taken.map(({ path }) => path)
}
