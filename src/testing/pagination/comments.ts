import { api } from '#contract/api.ts'
import { type ListFixtures, noUndo, ROWS, repeat, type Setup, spacesIn, type Undo } from './setup.ts'

const body = { markdown: 'Comment' }

/** Comments on a space and on a change request, and replies to one of each. */
export async function comments(setup: Setup): Promise<ListFixtures> {
  const { call } = setup
  const { id: spaceId } = await spacesIn(setup)()
  const space = { spaceId }
  const request = await call(api.changeRequests.create, { params: space })
  const inRequest = { spaceId, changeRequestId: request.id }
  const onSpace = async () => {
    const { id: commentId } = await call(api.spaceComments.create, { params: space, body: { body } })
    const undo: Undo = () => call(api.spaceComments.delete, { params: { ...space, commentId } })
    return { commentId, undo }
  }
  const onRequest = async () => {
    const { id: commentId } = await call(api.changeRequestComments.create, {
      params: inRequest,
      body: { body },
    })
    const undo: Undo = () => call(api.changeRequestComments.delete, { params: { ...inRequest, commentId } })
    return { commentId, undo }
  }
  const [first] = await repeat(ROWS, onSpace)
  const [firstOfRequest] = await repeat(ROWS, onRequest)
  const toSpace = { ...space, commentId: first?.commentId ?? '' }
  const toRequest = { ...inRequest, commentId: firstOfRequest?.commentId ?? '' }
  const replyInSpace = async () => {
    await call(api.spaceCommentReplies.create, { params: toSpace, body: { body } })
    return noUndo
  }
  const replyInRequest = async () => {
    await call(api.changeRequestCommentReplies.create, { params: toRequest, body: { body } })
    return noUndo
  }
  const commentAs = async () => {
    const { organizationId } = setup.inOrganization
    const writer = setup.app.as(await setup.app.aMember(organizationId, 'comment'))
    await writer(api.spaceComments.create, { params: space, body: { body } })
    await writer(api.changeRequestComments.create, { params: inRequest, body: { body } })
    return noUndo
  }
  await repeat(ROWS, commentAs)
  await repeat(ROWS, replyInSpace)
  await repeat(ROWS, replyInRequest)
  return {
    listSpaceComments: { params: space, addRow: async () => (await onSpace()).undo },
    listSpaceCommenters: { params: space, addRow: commentAs },
    listChangeRequestCommenters: { params: inRequest, addRow: commentAs },
    listSpaceCommentReplies: { params: toSpace, addRow: replyInSpace },
    listChangeRequestComments: { params: inRequest, addRow: async () => (await onRequest()).undo },
    listChangeRequestCommentReplies: { params: toRequest, addRow: replyInRequest },
  }
}
