import { pageCover, pageLayout } from '#contract/pages.ts'
import type { Page } from '#published/model.ts'
import type { PageEntry } from '../content/entries.ts'
import { hrefOfReference } from './targets.ts'
import type { SpaceView } from './view.ts'
import type { Visit } from './visit.ts'

/** The cover of a page; undefined if it has none, its layout hides it, or its file is gone. */
export async function coverOf(
  visit: Visit,
  view: SpaceView,
  { cover, layout }: PageEntry,
): Promise<Page['cover']> {
  if (cover === undefined || layout?.cover === false) return undefined
  const { ref, refDark, height } = pageCover.partial().parse(cover)
  const [light, dark] = await Promise.all(
    [ref, refDark].map((one) => (one ? hrefOfReference(visit, view, one) : undefined)),
  )
  const { coverSize: size, coverMask: mask } = pageLayout.partial().parse(layout ?? {})
  const shape = { size, mask, height }
  if (light === undefined) return dark === undefined ? undefined : { light: dark, ...shape }
  return { light, ...(dark === undefined ? {} : { dark }), ...shape }
}
