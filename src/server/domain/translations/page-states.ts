import type { Paging } from '#contract/shared/paging.ts'
import type { TranslatedPage, TranslationState } from '#contract/space-translations.ts'
import type { Db, Tx } from '../../db/client.ts'
import { pageOfRows } from './page-of-rows.ts'
import { type PageRow, type StoredRow, translationRows } from './page-queries.ts'
import { pairPages } from './pairs.ts'
import { stateOf, treeOrderKey } from './rules.ts'

/** A page of a translation, its original, or both. */
export type PageState = {
  readonly state: TranslationState
  readonly page: PageRow | undefined
  readonly source: PageRow | undefined
  readonly pairing: 'stored' | 'id' | 'path' | undefined
  readonly stored: StoredRow | undefined
}

/** The states of all pages of some translations of a space, by translation. */
export async function pageStatesOf(
  db: Db | Tx,
  organizationId: string,
  sourceSpaceId: string,
  translationIds: readonly string[],
): Promise<ReadonlyMap<string, readonly PageState[]>> {
  const { pages, stored } = await translationRows(db, organizationId, sourceSpaceId, translationIds)
  const bySpace = Map.groupBy(pages, ({ spaceId }) => spaceId)
  const storedBySpace = Map.groupBy(stored, ({ spaceId }) => spaceId)
  const sources = bySpace.get(sourceSpaceId) ?? []
  return new Map(
    translationIds.map((id) => [id, statesIn(sources, bySpace.get(id) ?? [], storedBySpace.get(id) ?? [])]),
  )
}

/** The states of all pages of one translation. */
export async function pageStatesIn(
  db: Db | Tx,
  organizationId: string,
  { sourceSpaceId, spaceId }: { readonly sourceSpaceId: string; readonly spaceId: string },
): Promise<readonly PageState[]> {
  return (await pageStatesOf(db, organizationId, sourceSpaceId, [spaceId])).get(spaceId) ?? []
}

function statesIn(
  sources: readonly PageRow[],
  targets: readonly PageRow[],
  stored: readonly StoredRow[],
): PageState[] {
  const storedByPage = new Map(stored.map((row) => [row.pageId, row]))
  return pairPages(sources, targets, stored).map((pair) => {
    const row = pair.page && storedByPage.get(pair.page.id)
    const state = stateOf({
      hasPage: pair.page !== undefined,
      hasSource: pair.source !== undefined,
      sourceHash: pair.source?.hash ?? undefined,
      confirmedHash: row?.sourceHash ?? null,
    })
    return { ...pair, state, stored: row }
  })
}

/** The number of pages in each state. */
export function countsOf(states: readonly PageState[]) {
  const count = (state: TranslationState) => states.filter((one) => one.state === state).length
  return {
    total: states.filter(({ source }) => source !== undefined).length,
    upToDate: count('up-to-date'),
    outdated: count('outdated'),
    unconfirmed: count('unconfirmed'),
    missing: count('missing'),
    unpaired: count('unpaired'),
  }
}

/** One page of the states in the order of the originals' paths, like a page tree, with the count of all. */
export const pageOfStates = (
  states: readonly PageState[],
  { state, ...paging }: Paging & { readonly state?: TranslationState | undefined },
) =>
  pageOfRows(
    states.filter((one) => state === undefined || one.state === state),
    paging,
    ({ source, page }) => [treeOrderKey(source?.path ?? page?.path ?? ''), page?.id ?? source?.id ?? ''],
  )

export function presentPageState({ state, page, source, pairing, stored }: PageState): TranslatedPage {
  const confirmed = source !== undefined && stored?.revision && stored.confirmedAt ? stored : undefined
  return {
    object: 'translated-page',
    state,
    ...(page === undefined ? {} : { page: pageRef(page) }),
    ...(source === undefined ? {} : { source: pageRef(source) }),
    ...(pairing === undefined ? {} : { pairing }),
    ...(confirmed === undefined
      ? {}
      : {
          confirmed: {
            revision: confirmed.revision ?? '',
            at: isoDate(confirmed.confirmedAt ?? ''),
            ...(confirmed.confirmedBy === null ? {} : { by: confirmed.confirmedBy }),
          },
        }),
  }
}

const pageRef = ({ id, title, path, updatedAt }: PageRow) => ({
  id,
  title,
  path,
  updatedAt: isoDate(updatedAt),
})

/** Dates in JSON from the database have an offset and microseconds. */
const isoDate = (date: string): string => new Date(date).toISOString()
