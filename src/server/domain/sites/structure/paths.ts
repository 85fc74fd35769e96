import { slugOf, uniqueSlug } from '#markup/slug.ts'

type Pathed = { readonly path: string }

/** A unique path from a title, with a number if a sibling has the path. */
export const freePath = (siblings: readonly Pathed[], title: string): string =>
  uniqueSlug(slugOf(title), new Set(siblings.map(({ path }) => path)))

/** Unique paths for several siblings, in their order. */
export function freePaths(titles: readonly string[]): readonly string[] {
  const taken: Pathed[] = []
  for (const title of titles) taken.push({ path: freePath(taken, title) })
  return taken.map(({ path }) => path)
}
