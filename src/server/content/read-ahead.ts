import { setImmediate as breathe } from 'node:timers/promises'
import { mayContainExpression } from '#markup/expression-tags.ts'
import { mayInclude } from '#markup/includes.ts'
import type { Db } from '../db/client.ts'
import { indexedParts } from './indexed-parts.ts'
import { rootsOf } from './merge-request.ts'
import { type Hash, objectsOf } from './objects.ts'
import { readRoot } from './page-tree.ts'
import { parseAhead } from './parsed-texts.ts'
import type { PrefetchedTexts } from './project-head.ts'
import { changesText } from './projection.ts'
import { type RequestRef, requestHeadOf } from './request-rows.ts'
import { headOf } from './revision-rows.ts'
import type { TextParts } from './texts.ts'
import { diffTrees } from './tree-diff.ts'

/** Fewer texts are parsed quickly enough while the space is locked. */
const MIN_TEXTS = 20
/** The maximum of characters to parse ahead: the results stay in memory until the merge is done. */
const MAX_CHARACTERS = 20_000_000
const BATCH_SIZE = 50

/**
 * The parsed parts of the texts that a request changes, by hash. Parsing is most of the work of a large merge and
 * depends on nothing else, so it happens before the space is locked; concurrent changes can only make some of it
 * unnecessary.
 * @throws {DomainError} `not_found`
 */
export async function readAhead(db: Db, ref: RequestRef): Promise<PrefetchedTexts> {
  const read = new Map<Hash, TextParts>()
  const objects = objectsOf(db, ref.organizationId)
  const roots = await rootsOf(db, ref, await requestHeadOf(db, ref), await headOf(db, ref))
  if (roots.ours === roots.base) return read
  const diff = await diffTrees(
    objects,
    await readRoot(objects, roots.base),
    await readRoot(objects, roots.ours),
  )
  const written = [...diff.pages].filter(([id, sides]) => changesText({ id, ...sides }))
  const bodies = [...new Set(written.flatMap(([, { after }]) => after?.entry.body ?? []))]
  if (bodies.length < MIN_TEXTS) return read
  let characters = 0
  for (let from = 0; from < bodies.length && characters < MAX_CHARACTERS; from += BATCH_SIZE) {
    const texts = await objects.read(bodies.slice(from, from + BATCH_SIZE))
    await parseAhead([...texts.values()])
    for (const [hash, text] of texts) {
      // A text with includes depends on other texts, one with expressions on variables.
      if (!mayInclude(text) && !mayContainExpression(text)) read.set(hash, await indexedParts(text))
      characters += text.length
    }
    await breathe()
  }
  return read
}
