import { api } from '#contract/api.ts'
import { page } from '../a-published-site.ts'
import { operationsOn } from '../change-requests.ts'
import { type ListFixtures, noUndo, ROWS, repeat, roundRobin, type Setup, spacesIn } from './setup.ts'

/** What a change request clashes with, and who reviews it and worked on it. */
export async function reviews(ground: Setup): Promise<ListFixtures> {
  const { app, admin, call, inOrganization } = ground
  const { id: spaceId } = await spacesIn(ground)()
  const { id: changeRequestId } = await call(api.changeRequests.create, { params: { spaceId } })
  const params = { spaceId, changeRequestId }
  const person = () => app.aMember(inOrganization.organizationId, 'review')
  const review = async () => {
    await call(api.changeRequestReviews.create, { params, body: { status: 'changes-requested' } })
    return noUndo
  }
  const reviewer = async () => {
    const { userId } = await person()
    await call(api.changeRequestReviews.request, { params, body: { users: [userId] } })
    return () => call(api.changeRequestReviews.removeRequested, { params: { ...params, userId } })
  }
  const contributor = async () => {
    const { propose } = operationsOn(app, await person(), spaceId)
    await propose(changeRequestId, [page('Page', 'Text')])
    return noUndo
  }
  await repeat(ROWS, review)
  await repeat(ROWS, reviewer)
  await repeat(ROWS, contributor)
  return {
    listReviews: { params, addRow: review },
    listRequestedReviewers: { params, addRow: reviewer },
    listContributors: { params, addRow: contributor },
    ...(await conflicts(operationsOn(app, admin, spaceId))),
  }
}

async function conflicts(acts: ReturnType<typeof operationsOn>): Promise<ListFixtures> {
  const made = await acts.edit(Array.from({ length: 40 }, (_, n) => page(`Page ${n}`, 'Text')))
  const ids = made.changes.flatMap((change) => (change.object === 'created_page' ? [change.page.id] : []))
  const { id } = await acts.request()
  const next = roundRobin(ids)
  const titled = (page: string, title: string) => [{ operation: 'update_page' as const, page, title }]
  const clash = async () => {
    const one = next()
    await acts.propose(id, titled(one, 'In the request'))
    await acts.edit(titled(one, 'In the space'))
    return () => acts.edit(titled(one, 'In the request'))
  }
  await repeat(ROWS, clash)
  return { listChangeRequestConflicts: { ...acts.of(id), addRow: clash } }
}
