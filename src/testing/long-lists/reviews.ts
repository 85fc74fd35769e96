import { api } from '#contract/api.ts'
import { page } from '../a-published-site.ts'
import { actsOn } from '../change-requests.ts'
import { type Ground, inTurn, type LongLists, spacesIn, stays, stood, times } from './ground.ts'

/** What a change request clashes with, and who reviews it and worked on it. */
export async function reviews(ground: Ground): Promise<LongLists> {
  const { app, admin, call, inOrganization } = ground
  const { id: spaceId } = await spacesIn(ground)()
  const { id: changeRequestId } = await call(api.changeRequests.create, { params: { spaceId } })
  const params = { spaceId, changeRequestId }
  const person = () => app.aMember(inOrganization.organizationId, 'review')
  const review = async () => {
    await call(api.changeRequestReviews.create, { params, body: { status: 'changes-requested' } })
    return stays
  }
  const reviewer = async () => {
    const { userId } = await person()
    await call(api.changeRequestReviews.request, { params, body: { users: [userId] } })
    return () => call(api.changeRequestReviews.removeRequested, { params: { ...params, userId } })
  }
  const contributor = async () => {
    const { propose } = actsOn(app, await person(), spaceId)
    await propose(changeRequestId, [page('Page', 'Text')])
    return stays
  }
  await times(stood, review)
  await times(stood, reviewer)
  await times(stood, contributor)
  return {
    listReviews: { params, come: review },
    listRequestedReviewers: { params, come: reviewer },
    listContributors: { params, come: contributor },
    ...(await conflicts(actsOn(app, admin, spaceId))),
  }
}

async function conflicts(acts: ReturnType<typeof actsOn>): Promise<LongLists> {
  const made = await acts.edit(Array.from({ length: 40 }, (_, n) => page(`Page ${n}`, 'Text')))
  const ids = made.changes.flatMap((change) => (change.object === 'created_page' ? [change.page.id] : []))
  const { id } = await acts.request()
  const next = inTurn(ids)
  const titled = (page: string, title: string) => [{ operation: 'update_page' as const, page, title }]
  const clash = async () => {
    const one = next()
    await acts.propose(id, titled(one, 'In the request'))
    await acts.edit(titled(one, 'In the space'))
    return () => acts.edit(titled(one, 'In the request'))
  }
  await times(stood, clash)
  return { listChangeRequestConflicts: { ...acts.of(id), come: clash } }
}
