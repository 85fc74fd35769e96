import type { Tx } from '../db/client.ts'
import type { PageEntry, Root } from './entries.ts'
import { diffFiles } from './file-diff.ts'
import { projectFiles } from './file-rows.ts'
import { pagesIncluding, pagesShowing } from './link-rows.ts'
import type { Hash, Objects } from './objects.ts'
import type { PageChange } from './page-tree.ts'
import { addedIn, changesText, type KnownText, projectPages, projectTexts } from './projection.ts'
import { diffReusables } from './reusables.ts'
import { snapshotOf } from './snapshot.ts'
import type { SpaceRef } from './space-ref.ts'
import { changedVariables } from './space-values.ts'
import type { TextParts } from './texts.ts'
import { breadcrumbsIn, diffTrees, isRewritten } from './tree-diff.ts'

/** The parsed parts of texts without includes, by hash. */
export type PrefetchedTexts = ReadonlyMap<Hash, TextParts>

type HeadChange = {
  readonly objects: Objects
  readonly from: Root
  readonly to: Root
  readonly now: Date
  readonly prefetched?: PrefetchedTexts | undefined
}

/** Updates the projections of a space's head from one root to another; only differences are read and written. */
export async function projectHeadChange(
  tx: Tx,
  at: SpaceRef,
  { objects, from, to, now, prefetched = new Map() }: HeadChange,
): Promise<void> {
  await projectFiles(tx, at, await diffFiles(objects, from, to))
  const diff = await diffTrees(objects, from, to)
  const changes: PageChange[] = [...diff.pages].flatMap(([id, sides]) =>
    isRewritten(sides) ? [{ id, ...sides }] : [],
  )
  const tree = { lineOf: async (id: string) => breadcrumbsIn(diff, 'after', id) }
  await projectPages(tx, at, { tree, changes, now })
  const pages = changes
    .filter(changesText)
    .flatMap(({ after }) => (after?.entry.type === 'document' ? [after.entry] : []))
  const there = new Set(pages.map(({ id }) => id))
  const including = (await dependentPages(tx, at, { objects, from, to })).filter(({ id }) => !there.has(id))
  await projectTexts(tx, at, {
    objects,
    pages: [...pages, ...including],
    known: knownTexts(pages, prefetched),
    root: to,
    added: addedIn(changes),
  })
}

/** The pages that include a changed reusable content or show a changed variable. */
async function dependentPages(
  tx: Tx,
  at: SpaceRef,
  { objects, from, to }: Pick<HeadChange, 'objects' | 'from' | 'to'>,
): Promise<readonly PageEntry[]> {
  const { added, removed, edited } = await diffReusables(objects, from, to)
  const including = await pagesIncluding(
    tx,
    at,
    [...added, ...removed, ...edited].map(({ id }) => id),
  )
  const showing = await pagesShowing(tx, at, await changedVariables(objects, from, to))
  const ids = [...new Set([...including, ...showing])]
  if (ids.length === 0) return []
  const tree = await snapshotOf(objects, at.spaceId, to)
  return ids.flatMap((id) => tree.page(id)?.entry ?? [])
}

const knownTexts = (pages: readonly PageEntry[], read: PrefetchedTexts): ReadonlyMap<string, KnownText> =>
  new Map(
    pages.flatMap(({ id, body = '' }) => {
      const parts = read.get(body)
      return parts === undefined ? [] : [[id, { parts, urls: parts.links.map(({ url }) => url) }] as const]
    }),
  )
