import type { ConditionalPage } from '#contract/site-checks.ts'
import { hasConditionalPages, textsWithConditions } from '../../content/conditional-content.ts'
import { pagesIncluding } from '../../content/link-rows.ts'
import { type Content, contentOf } from '../../content/read.ts'
import type { PageNode } from '../../content/snapshot.ts'
import type { Db, Tx } from '../../db/client.ts'
import { DomainError } from '../../errors.ts'
import { conditionalLinkCount, shownSpaceIds } from './conditional-content-queries.ts'
import type { SiteRow, Structure } from './structure/structure.ts'

/** What conditions may hide on a site. */
export type ConditionalContent = {
  /** Pages that have a condition, are below such a page, or have a part with one; in the order of their spaces. */
  readonly pages: readonly ConditionalPage[]
  /** How many sections, spaces and header links have a condition. */
  readonly parts: number
}

/** Whether no one has decided yet who sees content with conditions. */
export const isUndecided = ({
  adaptiveContent,
  conditionalContent,
}: Pick<SiteRow, 'adaptiveContent' | 'conditionalContent'>): boolean =>
  !adaptiveContent && conditionalContent === 'undecided'

/** The content of a site that has conditions. Reads the page trees of its spaces, which are cached. */
export async function conditionalContentOf(
  db: Db | Tx,
  { site, sections, siteSpaces }: Structure,
): Promise<ConditionalContent> {
  const { organizationId } = site
  const params = { organizationId, siteId: site.id }
  const active = await shownSpaceIds(db, params)
  const spaceIds = new Set(siteSpaces.map(({ spaceId }) => spaceId).filter((id) => active.has(id)))
  const pages: ConditionalPage[] = []
  for (const spaceId of spaceIds)
    pages.push(...(await conditionalPages(db, await contentOf(db, { organizationId, spaceId }))))
  const conditions = [...sections, ...siteSpaces].filter(({ condition }) => condition)
  return { pages, parts: conditions.length + (await conditionalLinkCount(db, params)) }
}

async function conditionalPages(db: Db | Tx, content: Content): Promise<readonly ConditionalPage[]> {
  const texts = await textsWithConditions(db, content)
  if (texts.size === 0 && !hasConditionalPages(content.tree)) return []
  const reusables = (await content.reusables()).filter(({ body }) => body !== undefined && texts.has(body))
  const including = new Set(
    await pagesIncluding(
      db,
      content.at,
      reusables.map(({ id }) => id),
    ),
  )
  const found: ConditionalPage[] = []
  const collect = (nodes: readonly PageNode[], isHidden: boolean) => {
    for (const { entry, pages } of nodes) {
      const isConditional = isHidden || Boolean(entry.condition)
      const hasParts = texts.has(entry.body ?? '') || including.has(entry.id)
      if (entry.type === 'document' && (isConditional || hasParts))
        found.push({ space: content.at.spaceId, page: entry.id, title: entry.title })
      collect(pages, isConditional)
    }
  }
  collect(content.tree.pages, false)
  return found
}

/** @throws {DomainError} `precondition_failed` if it isn't decided who sees the conditional content of a site */
export async function expectDecided(tx: Tx, structure: Structure): Promise<void> {
  if (!isUndecided(structure.site)) return
  const { pages, parts } = await conditionalContentOf(tx, structure)
  if (pages.length + parts === 0) return
  throw new DomainError(
    'precondition_failed',
    'The site has content with conditions. Choose who sees it first: visitors who meet the conditions, no one, or everyone',
    { missing: 'conditional-content', pages: pages.length, parts },
  )
}
