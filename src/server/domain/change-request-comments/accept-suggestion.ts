import type { Comment } from '#contract/comments.ts'
import type { Block } from '#markup/blocks.ts'
import { replaceBlock, suggestionIn } from '#markup/suggestion.ts'
import { costOf, isTooComplex } from '#markup/text-cost.ts'
import type { Change } from '../../content/changes.ts'
import { bodyOf, contentOf } from '../../content/read.ts'
import { type Context, expectVersion } from '../../context.ts'
import { DomainError, invalid, notFound } from '../../errors.ts'
import { runTextTask } from '../../text-tasks/run.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { commitByCaller } from '../change-request-content/commit-changes.ts'
import { resolveComment } from '../comments/comment-operations.ts'
import { presentComment } from '../comments/present.ts'
import { type CommentRow, commentOn, lockComment } from '../comments/queries.ts'
import { requestSubject } from '../comments/request-subject.ts'
import type { Subject } from '../comments/subject.ts'
import { lockSubject } from '../comments/subject-queries.ts'

type Path = { readonly spaceId: string; readonly changeRequestId: string; readonly commentId: string }

/**
 * Replaces the commented block by the suggestion of the comment and resolves its thread, in one transaction. The text is
 * read and parsed before anything is locked: if the page changes meanwhile, the edit is merged, or refused as a conflict.
 * @throws {DomainError} `validation` without a suggestion, `invalid_state` if the thread is resolved, `conflict` if the
 * block has changed since
 */
export async function acceptSuggestion(ctx: Context, { commentId, ...path }: Path): Promise<Comment> {
  const seen = await requestSubject(ctx, ctx.db, path)
  const written = await commentOn(ctx.db, seen, commentId)
  const change = await editOf(ctx, seen, written)
  return ctx.write(async (tx) => {
    const subject = await requestSubject(ctx, tx, path)
    await lockSubject(tx, subject)
    const comment = await lockComment(tx, subject, commentId)
    expectVersion(ctx, comment.version)
    if (comment.resolvedAt !== null) throw new DomainError('invalid_state', 'This thread is already resolved')
    if (comment.body !== written.body)
      throw new DomainError('conflict', 'The suggestion has changed. Reload the page')
    const { changeRequestId } = subject
    if (changeRequestId === null) throw notFound('change request', path.changeRequestId)
    await commitByCaller(tx, ctx, { spaceId: path.spaceId, changeRequestId }, [change], {
      base: seen.revision,
    })
    await recordAuditEvents(tx, ctx, ...(await resolveComment(tx, ctx, subject, comment)))
    const after = await requestSubject(ctx, tx, path)
    return presentComment(ctx, after, await commentOn(tx, after, commentId), tx)
  })
}

/** The edit of the page that accepting a suggestion makes. */
async function editOf(ctx: Context, subject: Subject, comment: CommentRow): Promise<Change> {
  const suggestion = suggestionIn(comment.body)
  if (suggestion === null || comment.pageId === null || comment.node === null)
    throw invalid([{ path: ['params', 'commentId'], message: 'This comment suggests no change of a block' }])
  const { tree } = await contentOf(ctx.db, subject, subject.revision)
  const entry = tree.page(comment.pageId)?.entry
  const text = entry === undefined ? '' : await bodyOf(ctx.db, subject.organizationId, entry)
  const markdown = replaceBlock(text, await blockOf(text, comment.node), suggestion.text)
  if (isTooComplex(markdown)) {
    const message = `With this suggestion, the page has too many ${costOf(markdown).mostly} to display`
    throw invalid([{ path: ['params', 'commentId'], message }])
  }
  return { operation: 'update_page', page: comment.pageId, document: { markdown, isWhole: true } }
}

async function blockOf(text: string, node: string): Promise<Block> {
  const block = (await runTextTask('blocks', text, text)).find(({ key }) => key === node)
  if (block !== undefined) return block
  throw new DomainError('conflict', 'The block has changed since this was suggested. Edit the page instead')
}
