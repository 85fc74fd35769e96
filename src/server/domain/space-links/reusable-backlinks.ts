import type { Location } from '#contract/content-links.ts'
import { DEFAULT_PAGE_SIZE, type Paging } from '#contract/shared/paging.ts'
import { idsMentionedIn } from '#markup/includes.ts'
import { pagesIncluding } from '../../content/link-rows.ts'
import { objectsOf } from '../../content/objects.ts'
import { readRoot } from '../../content/page-tree.ts'
import { pageContents } from '../../content/projection.ts'
import { bodiesOf, type Content } from '../../content/read.ts'
import { headOf } from '../../content/revision-rows.ts'
import { diffTrees } from '../../content/tree-diff.ts'
import type { Context } from '../../context.ts'
import { decodeCursor, pageFromRows } from '../../db/page.ts'
import { notFound } from '../../errors.ts'
import { locationsIn, type Version } from './locations.ts'

/**
 * One page of what shows a reusable content: other reusable content first, then pages. In the head of a space, or in
 * the version of a change request. @throws {DomainError} `not_found`
 */
export async function reusableBacklinksOf(
  ctx: Context,
  { content, version }: { readonly content: Content; readonly version?: Version },
  id: string,
  paging: Paging,
) {
  const entries = new Map((await content.reusables()).map((entry) => [entry.id, entry]))
  if (!entries.has(id)) throw notFound('reusable content', id)
  const including = await includingReusables(ctx, content, id)
  const pages = await (version === undefined
    ? pagesIncluding(ctx.db, content.at, [id])
    : pagesInVersion(ctx, content, [id, ...including.all]))
  const keys = [
    ...including.direct.toSorted().map((one) => `0 ${one}`),
    ...pages.toSorted().map((one) => `1 ${one}`),
  ]
  const [after = ''] = paging.page === undefined ? [] : decodeCursor(paging.page, 1)
  const limit = paging.limit ?? DEFAULT_PAGE_SIZE
  const remaining = keys.filter((key) => key > String(after)).slice(0, limit === 0 ? 0 : limit + 1)
  const page = pageFromRows(remaining, limit, (key) => [key])
  const locations = await locationsIn(ctx, content.at.spaceId, version)
  const items = page.rows.flatMap((key): Location[] => {
    const target = key.slice(2)
    const entry = key.startsWith('0') ? entries.get(target) : undefined
    const location = entry === undefined ? locations.page(target) : locations.reusable(entry)
    return location === undefined ? [] : [location]
  })
  return { ...(page.next ? { next: page.next } : {}), count: keys.length, items }
}

/** The reusable content that includes another one, directly and in all. */
async function includingReusables({ db }: Context, { at, reusables }: Content, id: string) {
  const texts = await bodiesOf(db, at.organizationId, await reusables())
  const includes = [...texts].map(([from, text]) => ({ from, to: idsMentionedIn(text) }))
  const includingOne = (one: string) => includes.flatMap(({ from, to }) => (to.includes(one) ? [from] : []))
  const all = new Set([id])
  for (const one of all) for (const from of includingOne(one)) all.add(from)
  all.delete(id)
  return { direct: includingOne(id).filter((from) => from !== id), all: [...all] }
}

/** The pages of the space's head that the request left unchanged, and those whose text it wrote. */
async function pagesInVersion(
  { db }: Context,
  { at, revision }: Content,
  ids: readonly string[],
): Promise<string[]> {
  const objects = objectsOf(db, at.organizationId)
  const [head, root] = [await headOf(db, at), await readRoot(objects, revision.root)]
  const showing = new Set(await pagesIncluding(db, at, ids))
  const { pages } = await diffTrees(objects, await readRoot(objects, head.root), root)
  const rewritten = [...pages].filter(([, { before, after }]) => before?.entry.body !== after?.entry.body)
  for (const [id] of rewritten) showing.delete(id)
  const entries = rewritten.flatMap(([, { after }]) => (after === null ? [] : [after.entry]))
  for (const { entry, shows } of await pageContents(objects, entries, { root }))
    if (shows.some((id) => ids.includes(id))) showing.add(entry.id)
  return [...showing]
}
