import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { LinkContext } from '../../components/page-text/page-links.ts'
import { q } from '../../data/api.ts'
import { readLocalStorage, writeLocalStorage } from '../../hooks/use-local-storage.ts'
import { listOf, matching } from '../../lib/search-params.ts'

/** How pages are used as link targets. It orders the pages of a link menu that match equally well. */
export type LinkUsage = {
  /** How many pages link to each page of the space; none for the others. */
  readonly linkedFrom: ReadonlyMap<string, number>
  /** Pages that were picked on this device, the latest first. */
  readonly recent: readonly string[]
}

export const NO_USAGE: LinkUsage = { linkedFrom: new Map(), recent: [] }

type LinkingSpace = Pick<LinkContext, 'organizationId' | 'spaceId'>

const MAX_LINKED_PAGES = 1000

/** How many pages link to each page of a space, read when a link menu opens. */
export const linkedPagesQuery = (spaceId: string) =>
  queryOptions({
    ...q(api.spaceContent.linkedPages, { params: { spaceId }, query: { limit: MAX_LINKED_PAGES } }),
    retry: false,
    select: ({ items }): LinkUsage['linkedFrom'] =>
      new Map(items.map(({ page, linkedFrom }) => [page.id, linkedFrom])),
  })

const MAX_WAIT_MS = 300

/** What is known soon: a menu doesn’t wait for a slow service. */
export async function fetchLinkUsage(client: QueryClient, space: LinkingSpace): Promise<LinkUsage> {
  const { select, ...query } = linkedPagesQuery(space.spaceId)
  const counts = client.ensureQueryData({ ...query, revalidateIfStale: true }).catch(() => undefined)
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, MAX_WAIT_MS))
  const answer = await Promise.race([counts, late])
  return { linkedFrom: answer && select ? select(answer) : NO_USAGE.linkedFrom, recent: recentLinks(space) }
}

const MAX_RECENT = 50
const nameOf = (organizationId: string): string => `recent-links.${organizationId}`
/** A space and a page. */
const storedKeys = listOf(matching(/^[A-Za-z0-9_-]{1,64}\/[A-Za-z0-9_-]{1,64}$/), MAX_RECENT)
const stored = ({ organizationId }: LinkingSpace): readonly string[] =>
  (organizationId === undefined ? undefined : readLocalStorage(nameOf(organizationId), storedKeys)) ?? []

/** Pages of the space that were picked in a link menu on this device, the latest first. */
export const recentLinks = (space: LinkingSpace): readonly string[] =>
  stored(space).flatMap((key) => {
    const [spaceId, pageId = ''] = key.split('/')
    return spaceId === space.spaceId ? [pageId] : []
  })

/** Remembers on this device that a page was picked in a link menu. */
export function rememberLink(space: LinkingSpace, pageId: string): void {
  const { organizationId, spaceId } = space
  if (organizationId === undefined) return
  const key = `${spaceId}/${pageId}`
  const keys = [key, ...stored(space).filter((one) => one !== key)]
  writeLocalStorage(nameOf(organizationId), keys.slice(0, MAX_RECENT))
}
