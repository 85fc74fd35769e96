import { type QueryClient, useMutation } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Comment } from '#contract/comments.ts'
import type { Input } from '#contract/route.ts'
import { callApi } from '#dashboard/data/api.ts'
import type { ContentRef } from '#dashboard/data/content.ts'
import { applyOptimistic, type PendingWrite } from '#dashboard/data/optimistic.ts'
import { resourcesAt, type Said } from './talk-at.ts'

/** A comment, or a reply to it. */
export type SaidRef = { readonly commentId: string; readonly replyId?: string | undefined }

type Posted = NonNullable<Input<typeof api.spaceComments.create>['body']>
type Change = NonNullable<Input<typeof api.spaceComments.update>['body']>

export type Update = SaidRef & { readonly change: Change; readonly ifMatch?: number | undefined }

type Options<In, Out> = {
  /** First line of the toast when the service refuses. */
  refused: string
  onSuccess?: (out: Out, input: In) => void
}

export const refOf = (comment: Comment, said: Said): SaidRef => ({
  commentId: comment.id,
  ...(said.object === 'comment-reply' ? { replyId: said.id } : {}),
})

/** Posts a comment. */
export const usePosting = (at: ContentRef, options: Options<Posted, Comment>) =>
  useTalkWrite(at, 'comments', options, (body: Posted) =>
    at.change === undefined
      ? callApi(api.spaceComments.create, { params: { spaceId: at.spaceId }, body })
      : callApi(api.changeRequestComments.create, { params: inRequest(at, at.change), body }),
  )

/** Replies to a comment. */
export const useReplying = (
  at: ContentRef,
  options: Options<{ commentId: string; markdown: string }, Said>,
) =>
  useTalkWrite(at, 'replies', options, ({ commentId, markdown }) => {
    const said = { query: {}, body: { body: { markdown } } }
    return at.change === undefined
      ? callApi(api.spaceCommentReplies.create, { params: { spaceId: at.spaceId, commentId }, ...said })
      : callApi(api.changeRequestCommentReplies.create, {
          params: { ...inRequest(at, at.change), commentId },
          ...said,
        })
  })

/** Edits, resolves, reopens or reacts; `shown` gives what it will be, so that it is seen at once. */
export function useUpdating(
  at: ContentRef,
  of: 'comments' | 'replies',
  options: Options<Update, Said> & { shown?: (said: Said, input: Update) => Said },
) {
  const { shown, ...rest } = options
  const resource = resourcesAt(at)[of]
  return useTalkWrite(at, of, rest, (input) => update(at, input), {
    onMutate: (input, { client }) =>
      shown ? seenAtOnce(client, resource, input, (said) => shown(said, input)) : undefined,
  })
}

/** Takes a comment with its replies, or one reply, away. */
export const useRemoving = (
  at: ContentRef,
  of: 'comments' | 'replies',
  options: Options<SaidRef & { ifMatch: number }, unknown>,
) => useTalkWrite(at, of, options, (input) => remove(at, input))

const inRequest = ({ spaceId }: ContentRef, changeRequestId: string) => ({ spaceId, changeRequestId })

function update(
  { spaceId, change: request }: ContentRef,
  { commentId, replyId, change, ifMatch }: Update,
): Promise<Said> {
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
  { commentId, replyId, ifMatch }: SaidRef & { ifMatch: number },
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

type Early<In> = {
  onMutate: (input: In, context: { client: QueryClient }) => Promise<PendingWrite> | undefined
}

function useTalkWrite<In, Out>(
  at: ContentRef,
  of: 'comments' | 'replies',
  { refused, onSuccess }: Options<In, Out>,
  run: (input: In) => Promise<Out>,
  early?: Early<In>,
) {
  const resource = resourcesAt(at)[of]
  return useMutation<Out, Error, In, PendingWrite | undefined>({
    mutationKey: [resource, 'write'],
    scope: { id: resource },
    meta: { resource, refused },
    mutationFn: run,
    onMutate: (input, context) => early?.onMutate(input, context),
    ...(onSuccess ? { onSuccess: (out: Out, input: In) => onSuccess(out, input) } : {}),
  })
}

type Listed = { readonly items: readonly Said[] }
type Paged = { readonly pages: readonly Listed[] }

/** Shows a change of a comment or reply in every list that has it. */
async function seenAtOnce(
  client: QueryClient,
  resource: string,
  { commentId, replyId }: SaidRef,
  change: (said: Said) => Said,
): Promise<PendingWrite> {
  const filter = { queryKey: [resource] }
  await client.cancelQueries(filter)
  const id = replyId ?? commentId
  const inList = (list: Listed) => ({
    ...list,
    items: list.items.map((one) => (one.id === id ? change(one) : one)),
  })
  return applyOptimistic<Listed | Paged>(client, filter, (data) => {
    if ('pages' in data) return { ...data, pages: data.pages.map(inList) }
    return 'items' in data ? inList(data) : data
  })
}
