import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '#contract/api.ts'
import type { Comment } from '#contract/comments.ts'
import type { Input } from '#contract/route.ts'
import { callApi } from '../../data/api.ts'
import type { ContentRef } from '../../data/content.ts'
import { applyOptimistic, type PendingWrite, updateServerData } from '../../data/optimistic.ts'
import { type CommentOrReply, commentResources } from './queries.ts'

/** A comment, or a reply to it. */
export type CommentOrReplyRef = { readonly commentId: string; readonly replyId?: string | undefined }

type NewComment = NonNullable<Input<typeof api.spaceComments.create>['body']>
type Change = NonNullable<Input<typeof api.spaceComments.update>['body']>

export type CommentUpdate = CommentOrReplyRef & {
  readonly change: Change
  readonly ifMatch?: number | undefined
}

type Options<In, Out> = {
  /** First line of the toast when the service refuses. */
  refused: string
  onSuccess?: (out: Out, input: In) => void
}

export const commentRef = (comment: Comment, entry: CommentOrReply): CommentOrReplyRef => ({
  commentId: comment.id,
  ...(entry.object === 'comment-reply' ? { replyId: entry.id } : {}),
})

/** Posts a comment. */
export const usePostComment = (at: ContentRef, options: Options<NewComment, Comment>) =>
  useCommentMutation(at, 'comments', options, (body: NewComment) =>
    at.change === undefined
      ? callApi(api.spaceComments.create, { params: { spaceId: at.spaceId }, body })
      : callApi(api.changeRequestComments.create, { params: inRequest(at, at.change), body }),
  )

/** Replies to a comment. */
export const useReply = (
  at: ContentRef,
  options: Options<{ commentId: string; markdown: string }, CommentOrReply>,
) =>
  useCommentMutation(at, 'replies', options, ({ commentId, markdown }) => {
    const said = { query: {}, body: { body: { markdown } } }
    return at.change === undefined
      ? callApi(api.spaceCommentReplies.create, { params: { spaceId: at.spaceId, commentId }, ...said })
      : callApi(api.changeRequestCommentReplies.create, {
          params: { ...inRequest(at, at.change), commentId },
          ...said,
        })
  })

/** Edits, resolves, reopens or reacts; `shown` returns the optimistic result. */
export function useUpdateComment(
  at: ContentRef,
  of: 'comments' | 'replies',
  options: Options<CommentUpdate, CommentOrReply> & {
    shown?: (said: CommentOrReply, input: CommentUpdate) => CommentOrReply
  },
) {
  const { shown, onSuccess, ...rest } = options
  const resource = commentResources(at)[of]
  const client = useQueryClient()
  // What own changes made of a version: one that waited for another is about what that made.
  const made = useRef(new Map<string, number>())
  const versionOf = ({ commentId, replyId, ifMatch }: CommentUpdate) => `${replyId ?? commentId} ${ifMatch}`
  const succeed = (said: CommentOrReply, input: CommentUpdate) => {
    if (input.ifMatch !== undefined) made.current.set(versionOf(input), said.version)
    // The next change may come before the list is read again.
    updateServerData(
      client,
      { queryKey: [resource] },
      inLists(said.id, () => said),
    )
    onSuccess?.(said, input)
  }
  const send = (input: CommentUpdate) =>
    update(at, { ...input, ifMatch: made.current.get(versionOf(input)) ?? input.ifMatch })
  return useCommentMutation(at, of, { ...rest, onSuccess: succeed }, send, {
    onMutate: (input) =>
      shown ? changeCachedComment(client, resource, input, (said) => shown(said, input)) : undefined,
  })
}

/** Replaces the commented block of a change request by the suggestion in the comment, and resolves its thread. */
export const useAcceptSuggestion = (
  at: ContentRef,
  options: Options<{ commentId: string; ifMatch: number }, Comment>,
) =>
  useCommentMutation(
    at,
    'comments',
    options,
    ({ commentId, ifMatch }: { commentId: string; ifMatch: number }) => {
      const params = { ...inRequest(at, at.change ?? ''), commentId }
      return callApi(api.changeRequestComments.acceptSuggestion, { params }, { ifMatch })
    },
    // The write is one of the content, which shows the comments too.
    { resource: 'changeRequestContent' },
  )

/** Deletes a comment with its replies, or one reply. */
export const useDeleteComment = (
  at: ContentRef,
  of: 'comments' | 'replies',
  options: Options<CommentOrReplyRef & { ifMatch: number }, unknown>,
) => useCommentMutation(at, of, options, (input) => remove(at, input))

const inRequest = ({ spaceId }: ContentRef, changeRequestId: string) => ({ spaceId, changeRequestId })

function update(
  { spaceId, change: request }: ContentRef,
  { commentId, replyId, change, ifMatch }: CommentUpdate,
): Promise<CommentOrReply> {
  const { resolved: _, ...ofReply } = change
  const version = ifMatch === undefined ? {} : { ifMatch }
  if (request === undefined) {
    return replyId === undefined
      ? callApi(api.spaceComments.update, { params: { spaceId, commentId }, body: change }, version)
      : callApi(
          api.spaceCommentReplies.update,
          { params: { spaceId, commentId, commentReplyId: replyId }, body: ofReply },
          version,
        )
  }
  const params = { spaceId, changeRequestId: request, commentId }
  return replyId === undefined
    ? callApi(api.changeRequestComments.update, { params, body: change }, version)
    : callApi(
        api.changeRequestCommentReplies.update,
        { params: { ...params, commentReplyId: replyId }, body: ofReply },
        version,
      )
}

function remove(
  { spaceId, change }: ContentRef,
  { commentId, replyId, ifMatch }: CommentOrReplyRef & { ifMatch: number },
): Promise<unknown> {
  if (change === undefined) {
    const params = { spaceId, commentId }
    return replyId === undefined
      ? callApi(api.spaceComments.delete, { params }, { ifMatch })
      : callApi(
          api.spaceCommentReplies.delete,
          { params: { ...params, commentReplyId: replyId } },
          { ifMatch },
        )
  }
  const params = { spaceId, changeRequestId: change, commentId }
  return replyId === undefined
    ? callApi(api.changeRequestComments.delete, { params }, { ifMatch })
    : callApi(
        api.changeRequestCommentReplies.delete,
        { params: { ...params, commentReplyId: replyId } },
        { ifMatch },
      )
}

type OptimisticOptions<In> = {
  onMutate?: (input: In) => Promise<PendingWrite> | undefined
  /** What is written, if not the comments. */
  resource?: keyof typeof api
}

function useCommentMutation<In, Out>(
  at: ContentRef,
  of: 'comments' | 'replies',
  { refused, onSuccess }: Options<In, Out>,
  run: (input: In) => Promise<Out>,
  early?: OptimisticOptions<In>,
) {
  const resource = early?.resource ?? commentResources(at)[of]
  return useMutation<Out, Error, In, PendingWrite | undefined>({
    mutationKey: [resource, 'write'],
    scope: { id: resource },
    meta: { resource, refused },
    mutationFn: run,
    onMutate: (input) => early?.onMutate?.(input),
    ...(onSuccess ? { onSuccess: (out: Out, input: In) => onSuccess(out, input) } : {}),
  })
}

type CommentList = { readonly items: readonly CommentOrReply[] }
type CommentPages = { readonly pages: readonly CommentList[] }
type CommentRead = CommentList | CommentPages

/** Changes a comment or reply in a read that has it. */
function inLists(id: string, change: (said: CommentOrReply) => CommentOrReply) {
  const inList = (list: CommentList) => ({
    ...list,
    items: list.items.map((one) => (one.id === id ? change(one) : one)),
  })
  return (data: CommentRead): CommentRead => {
    if ('pages' in data) return { ...data, pages: data.pages.map(inList) }
    return 'items' in data ? inList(data) : data
  }
}

/** Shows a change of a comment or reply in every list that has it. */
async function changeCachedComment(
  client: QueryClient,
  resource: string,
  { commentId, replyId }: CommentOrReplyRef,
  change: (said: CommentOrReply) => CommentOrReply,
): Promise<PendingWrite> {
  const filter = { queryKey: [resource] }
  await client.cancelQueries(filter)
  return applyOptimistic(client, filter, inLists(replyId ?? commentId, change))
}
