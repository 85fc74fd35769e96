import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db, Tx } from '../db/client.ts'
import { runTextTasks } from '../text-tasks/run-all.ts'
import type { PageEntry } from './entries.ts'
import { bytesOf, type Hash, hashFrom, objectsOf } from './objects.ts'
import type { Content } from './read.ts'
import type { Snapshot } from './snapshot.ts'

/** By organization and root, which determine all texts of a revision. */
const knownTexts = new LRUCache<string, ReadonlySet<Hash>>({
  max: 500,
  maxSize: 100_000,
  sizeCalculation: ({ size }) => size + 1,
})

type Source = Pick<Content, 'at' | 'revision' | 'tree' | 'reusables'>

/** The texts of pages and reusable contents that may contain conditions. One query for each state of a space. */
export async function conditionalTexts(db: Db | Tx, content: Source): Promise<ReadonlySet<Hash>> {
  const { at, revision, tree, reusables } = content
  const key = `${at.organizationId} ${revision.root}`
  const known = knownTexts.get(key)
  if (known !== undefined) return known
  const entries = [...[...tree.all()].map(({ entry }) => entry), ...(await reusables())]
  const hashes = new Set(entries.flatMap(({ body }) => body ?? []))
  const texts = await withConditions(db, at.organizationId, [...hashes])
  knownTexts.set(key, texts)
  return texts
}

/** The condition on the text is that of an index. */
async function withConditions(db: Db | Tx, organizationId: string, hashes: readonly Hash[]) {
  if (hashes.length === 0) return new Set<Hash>()
  const { rows } = await sql<{ hash: Buffer }>`
    select hash from content_object
    where organization_id = ${organizationId} and hash = any(${hashes.map(bytesOf)}::bytea[])
      and kind = 'text' and strpos(body, '{%') > 0 and body ~ '\\{%[ \\t]*if\\M'`.execute(db)
  return new Set(rows.map(({ hash }) => hashFrom(hash)))
}

/** Whether a text has a condition, by its hash. */
const knownConditions = new LRUCache<Hash, boolean>({ max: 20_000 })

/** A space with more texts of both conditions and code surely has conditions. */
const MAX_PARSED_TEXTS = 200

/**
 * The texts that contain conditions, without those that only mention them in code. It parses texts, each once, so use
 * `conditionalTexts` for what visitors wait for, and to hide content.
 */
export async function textsWithConditions(db: Db | Tx, content: Source): Promise<ReadonlySet<Hash>> {
  const mentioning = [...(await conditionalTexts(db, content))]
  const unknown = mentioning.filter((hash) => !knownConditions.has(hash)).slice(0, MAX_PARSED_TEXTS)
  const texts = [...(await objectsOf(db, content.at.organizationId).read(unknown))]
  const isCode = /`|~~~/
  // A text without code has what it mentions.
  for (const [hash, text] of texts) if (!isCode.test(text)) knownConditions.set(hash, true)
  const withCode = texts.filter(([, text]) => isCode.test(text))
  const found = await runTextTasks(
    'conditions',
    withCode.map(([, text]) => ({ input: text, text })),
  )
  for (const [index, [hash]] of withCode.entries()) {
    const result = found[index]
    if (result?.status === 'fulfilled') knownConditions.set(hash, result.value.length > 0)
  }
  // Also a text that takes too long to parse may have one.
  return new Set(mentioning.filter((hash) => knownConditions.get(hash) ?? true))
}

/** Whether conditions may hide a part of a page: of its own text, or of a reusable content of its space. */
export async function mayHideParts(
  db: Db | Tx,
  content: Source,
  { body }: Pick<PageEntry, 'body'>,
): Promise<boolean> {
  if (body === undefined) return false
  const texts = await conditionalTexts(db, content)
  if (texts.size === 0 || texts.has(body)) return texts.size > 0
  return (await content.reusables()).some((one) => one.body !== undefined && texts.has(one.body))
}

/** Whether conditions may hide anything of a space. */
export const mayHideContent = async (db: Db | Tx, content: Source): Promise<boolean> =>
  hasConditionalPages(content.tree) || (await conditionalTexts(db, content)).size > 0

const conditionalTrees = new WeakMap<Snapshot, boolean>()

/** Whether a page of a tree has a condition. */
export function hasConditionalPages(tree: Snapshot): boolean {
  const known = conditionalTrees.get(tree)
  if (known !== undefined) return known
  const isConditional = hasCondition(tree.all())
  conditionalTrees.set(tree, isConditional)
  return isConditional
}

function hasCondition(nodes: Iterable<{ readonly entry: PageEntry }>): boolean {
  for (const { entry } of nodes) if (entry.condition) return true
  return false
}
