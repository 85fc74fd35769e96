import { contentOf } from '../../content/read.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { DomainError, invalid, notFound } from '../../errors.ts'
import { bumpTranslation, type PairRow, storePairs } from './page-queries.ts'
import { type PageState, pageStatesIn } from './page-states.ts'
import { textHash } from './rules.ts'

type Translation = { readonly spaceId: string; readonly sourceSpaceId: string }
type Change = { readonly source?: string | null | undefined; readonly confirmed?: string | null | undefined }

/** Confirms every page that has an original, with the source space's current revision. */
export async function confirmAll(tx: Tx, ctx: Context, translation: Translation): Promise<void> {
  const { organizationId } = ctx.access
  const at = { organizationId, spaceId: translation.sourceSpaceId }
  const { revision } = await contentOf(tx, at)
  const states = await pageStatesIn(tx, organizationId, translation)
  const pairs = states.flatMap(({ page, source }): PairRow[] =>
    page === undefined || source === undefined
      ? []
      : [
          {
            pageId: page.id,
            sourcePageId: source.id,
            sourceHash: source.hash,
            revision: revision.id,
            at: ctx.now(),
            by: ctx.caller.userId,
          },
        ],
  )
  await storePairs(tx, organizationId, translation.spaceId, pairs)
  await bumpTranslation(tx, organizationId, translation.spaceId)
}

/**
 * Confirms a page, or changes which page it translates.
 * @throws {DomainError} `validation` for an original that does not exist there, `invalid_state` without one
 */
export async function changePage(
  tx: Tx,
  ctx: Context,
  translation: Translation,
  { page, source, stored }: PageState & { readonly page: NonNullable<PageState['page']> },
  change: Change,
): Promise<void> {
  const { organizationId } = ctx.access
  const sourceId = change.source === undefined ? (source?.id ?? null) : change.source
  const isSameSource = sourceId === (source?.id ?? null)
  const confirmation =
    change.confirmed === undefined && isSameSource
      ? storedConfirmation(stored)
      : await confirmationAt(tx, ctx, translation.sourceSpaceId, sourceId, change.confirmed ?? null)
  if (sourceId !== null && !isSameSource) await expectSource(tx, ctx, translation.sourceSpaceId, sourceId)
  await storePairs(tx, organizationId, translation.spaceId, [
    { pageId: page.id, sourcePageId: sourceId, ...confirmation },
  ])
  const isStored = stored !== undefined && stored.sourcePageId === sourceId
  if (!isStored) await bumpTranslation(tx, organizationId, translation.spaceId)
}

const NOT_CONFIRMED = { sourceHash: null, revision: null, at: null, by: null }

const storedConfirmation = (stored: PageState['stored']) =>
  stored?.confirmedAt == null
    ? NOT_CONFIRMED
    : {
        sourceHash: stored.sourceHash,
        revision: stored.revision,
        at: new Date(stored.confirmedAt),
        by: stored.confirmedBy,
      }

/** A confirmation with the source page as it is in a revision of the source space. */
async function confirmationAt(
  tx: Tx,
  ctx: Context,
  sourceSpaceId: string,
  sourceId: string | null,
  revisionId: string | null,
) {
  if (revisionId === null) return NOT_CONFIRMED
  if (sourceId === null) throw new DomainError('invalid_state', 'Select the original page first')
  const at = { organizationId: ctx.access.organizationId, spaceId: sourceSpaceId }
  const { tree, revision } = await contentOf(tx, at, revisionId)
  if (revision.changeRequestId !== null) throw notFound('revision', revisionId)
  const node = tree.page(sourceId)
  if (node?.entry.type !== 'document') {
    throw invalid([{ path: ['body', 'confirmed'], message: 'The original isn’t in this revision' }])
  }
  const sourceHash = textHash(node.entry).toString('hex')
  return { sourceHash, revision: revisionId, at: ctx.now(), by: ctx.caller.userId }
}

async function expectSource(tx: Tx, ctx: Context, sourceSpaceId: string, sourceId: string): Promise<void> {
  const { tree } = await contentOf(tx, { organizationId: ctx.access.organizationId, spaceId: sourceSpaceId })
  if (tree.page(sourceId)?.entry.type === 'document') return
  throw invalid([{ path: ['body', 'source'], message: 'The original space doesn’t have this page' }])
}
