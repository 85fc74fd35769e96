import { type QueryClient, useMutation } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Comment } from '#contract/comment.ts'
import type { Input } from '#contract/route.ts'
import { ask } from '../../lib/api.ts'
import type { ContentAt } from '../../lib/content-at.ts'
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
export const usePosting = (at: ContentAt, options: Options<Posted, Comment>) =>
  useTalkWrite(at, 'comments', options, (body: Posted) =>
    at.change === undefined
      ? ask(api.spaceComments.create, { params: { spaceId: at.spaceId }, body })
      : ask(api.changeRequestComments.create, { params: inRequest(at, at.change), body }),
  )

/** Replies to a comment. */
export const useReplying = (at: ContentAt, options: Options<{ commentId: string; markdown: string }, Said>) =>
  useTalkWrite(at, 'replies', options, ({ commentId, markdown }) => {
    const said = { query: {}, body: { body: { markdown } } }
    return at.change === undefined
      ? ask(api.spaceCommentReplies.create, { params: { spaceId: at.spaceId, commentId }, ...said })
      : ask(api.changeRequestCommentReplies.create, {
          params: { ...inRequest(at, at.change), commentId },
          ...said,
        })
  })

/** Edits, resolves, reopens or reacts; `shown` gives what it will be, so that it is seen at once. */
export function useUpdating(
  at: ContentAt,
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
  at: ContentAt,
  of: 'comments' | 'replies',
  options: Options<SaidRef & { ifMatch: number }, unknown>,
) => useTalkWrite(at, of, options, (input) => remove(at, input))

const inRequest = ({ spaceId }: ContentAt, changeRequestId: string) => ({ spaceId, changeRequestId })

function update(
  { spaceId, change: request }: ContentAt,
  { commentId, replyId, change, ifMatch }: Update,
): Promise<Said> {
  const { resolved: _, ...ofReply } = change
  const version = ifMatch === undefined ? {} : { ifMatch }
  if (request === undefined) {
    return replyId === undefined
      ? ask(api.spaceComments.update, { params: { spaceId, commentId }, body: change }, version)
      : ask(
          api.spaceCommentReplies.update,
          { params: { spaceId, commentId, commentReplyId: replyId }, body: ofReply },
          version,
        )
  }
  const params = { spaceId, changeRequestId: request, commentId }
  return replyId === undefined
    ? ask(api.changeRequestComments.update, { params, body: change }, version)
    : ask(
        api.changeRequestCommentReplies.update,
        { params: { ...params, commentReplyId: replyId }, body: ofReply },
        version,
      )
}

function remove(
  { spaceId, change }: ContentAt,
  { commentId, replyId, ifMatch }: SaidRef & { ifMatch: number },
): Promise<unknown> {
  if (change === undefined) {
    const params = { spaceId, commentId }
    return replyId === undefined
      ? ask(api.spaceComments.delete, { params }, { ifMatch })
      : ask(api.spaceCommentReplies.delete, { params: { ...params, commentReplyId: replyId } }, { ifMatch })
  }
  const params = { spaceId, changeRequestId: change, commentId }
  return replyId === undefined
    ? ask(api.changeRequestComments.delete, { params }, { ifMatch })
    : ask(
        api.changeRequestCommentReplies.delete,
        { params: { ...params, commentReplyId: replyId } },
        { ifMatch },
      )
}

type Restore = (() => void) | undefined
type Early<In> = { onMutate: (input: In, context: { client: QueryClient }) => Promise<Restore> | undefined }

function useTalkWrite<In, Out>(
  at: ContentAt,
  of: 'comments' | 'replies',
  { refused, onSuccess }: Options<In, Out>,
  run: (input: In) => Promise<Out>,
  early?: Early<In>,
) {
  const resource = resourcesAt(at)[of]
  return useMutation<Out, Error, In, Restore>({
    mutationKey: [resource, 'write'],
    scope: { id: resource },
    meta: { resource, refused },
    mutationFn: run,
    onMutate: (input, context) => early?.onMutate(input, context),
    onError: (_error, _input, restore) => restore?.(),
    ...(onSuccess ? { onSuccess: (out: Out, input: In) => onSuccess(out, input) } : {}),
  })
}

type Listed = { readonly items: readonly Said[] }
type Paged = { readonly pages: readonly Listed[] }

/** Changes it in every list that shows it; answers how to put it back. */
async function seenAtOnce(
  client: QueryClient,
  resource: string,
  { commentId, replyId }: SaidRef,
  change: (said: Said) => Said,
): Promise<Restore> {
  const filter = { queryKey: [resource] }
  await client.cancelQueries(filter)
  const before = client.getQueriesData(filter)
  const id = replyId ?? commentId
  const inList = (list: Listed) => ({
    ...list,
    items: list.items.map((one) => (one.id === id ? change(one) : one)),
  })
  client.setQueriesData<Listed | Paged>(filter, (data) => {
    if (data && 'pages' in data) return { ...data, pages: data.pages.map(inList) }
    return data && 'items' in data ? inList(data) : data
  })
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data)
  }
}
