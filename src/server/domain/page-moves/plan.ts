import { withMentionedIds } from '#markup/includes.ts'
import type { PutEntries } from '../../content/changes.ts'
import type { TagEntry } from '../../content/entries.ts'
import { type Objects, objectsOf } from '../../content/objects.ts'
import { bodiesOf } from '../../content/read.ts'
import { relocationsTo } from '../../content/relocations.ts'
import type { Db, Tx } from '../../db/client.ts'
import { copiedFiles, copiedReusables, includedTexts, missingTags } from './copies.ts'
import type { PlanInput } from './plan-input.ts'
import { pagesAround, reusablesAround, rewritten } from './rewriting.ts'
import {
  type MoveMap,
  movedFields,
  movedUrl,
  receivingReference,
  receivingUrl,
  remainingReference,
  remainingUrl,
  slugOfReturning,
} from './rules.ts'

export type MovePlan = {
  /** The new texts, which are not stored yet. */
  readonly objects: Objects
  readonly map: MoveMap
  readonly inSource: PutEntries
  readonly inTarget: PutEntries
  /** Tags of the pages that the target does not have. */
  readonly tags: readonly TagEntry[]
  /** How many files and reusable contents the pages use, including those that the target has already. */
  readonly files: number
  readonly reusables: number
}

/** What moving pages changes in both spaces. It writes nothing. */
export async function planMove(db: Db | Tx, input: PlanInput): Promise<MovePlan> {
  const { source, target, pages } = input
  const objects = objectsOf(db, source.at.organizationId)
  const texts = await bodiesOf(
    db,
    source.at.organizationId,
    pages.map(({ entry }) => entry),
  )
  const former = await formerPages(db, input)
  const included = await includedTexts(db, source, [...texts.values()])
  const files = await copiedFiles(input, [...texts.values(), ...included.values()])
  const ids = idsInTarget(input, former)
  const map: MoveMap = {
    baseUrl: input.baseUrl,
    from: source.at.spaceId,
    to: target.at.spaceId,
    pages: ids,
    files: files.ids,
    isLeftBehind: (id) => !ids.has(id) && source.tree.page(id) !== undefined,
    isInTarget: (id) => target.tree.page(id) !== undefined,
  }
  const received = await reusablesAround(db, { objects, content: target, map, urlOf: receivingUrl })
  const reusables = await copiedReusables(input, { objects, map, included, texts: received.texts })
  const inserted: PutEntries['inserted'][number][] = []
  for (const [index, { entry, parent }] of pages.entries()) {
    const text = withMentionedIds(await rewritten(texts.get(entry.id) ?? '', map, movedUrl), reusables.ids)
    inserted.push({
      entry: {
        ...entry,
        ...movedFields(map, entry),
        id: ids.get(entry.id) ?? entry.id,
        slug: slugOfReturning(entry.slug, former.get(entry.id)?.slug),
        ...(text === '' ? {} : { body: objects.put('text', text) }),
      },
      parent: index === 0 ? input.into : (ids.get(parent ?? '') ?? null),
      at: index === 0 ? input.at : undefined,
    })
  }
  const around = { objects, map, moved: new Set(ids.keys()) }
  const remaining = { content: source, urlOf: remainingUrl, referenceOf: remainingReference }
  const receiving = { content: target, urlOf: receivingUrl, referenceOf: receivingReference }
  return {
    objects,
    map,
    inSource: {
      operation: 'put_entries',
      inserted: [],
      replaced: await pagesAround(db, { ...around, ...remaining }),
      files: [],
      reusables: (await reusablesAround(db, { ...around, ...remaining })).changed,
    },
    inTarget: {
      operation: 'put_entries',
      inserted,
      replaced: await pagesAround(db, { ...around, ...receiving, moved: new Set() }),
      files: files.added,
      reusables: [...received.changed, ...reusables.added],
    },
    tags: await missingTags(input),
    files: files.ids.size,
    reusables: included.size,
  }
}

type FormerPage = { readonly pageId: string; readonly slug: string }

/** The ids and slugs that the pages had in the target before, by their ids now. */
async function formerPages(
  db: Db | Tx,
  { source, target, pages }: PlanInput,
): Promise<ReadonlyMap<string, FormerPage>> {
  const ids = pages.map(({ entry }) => entry.id)
  const rows = await relocationsTo(db, source.at, ids)
  const there = rows.filter(({ spaceId }) => spaceId === target.at.spaceId)
  return new Map(there.map(({ to, pageId, slug }) => [to.pageId, { pageId, slug }]))
}

/** Pages keep their ids, or get those back that they had in the target, unless another page has it there. */
function idsInTarget(
  { target, pages, newId }: PlanInput,
  former: ReadonlyMap<string, FormerPage>,
): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  const ids = new Map<string, string>()
  for (const { entry } of pages) {
    const preferred = former.get(entry.id)?.pageId ?? entry.id
    const isFree = target.tree.page(preferred) === undefined && !taken.has(preferred)
    const id = isFree ? preferred : newId()
    taken.add(id)
    ids.set(entry.id, id)
  }
  return ids
}
