import { api } from '#contract/api.ts'
import { page } from '../a-published-site.ts'
import { operationsOn } from '../change-requests.ts'
import { type ListFixtures, noUndo, ROWS, repeat, roundRobin, type Setup, spacesIn } from './setup.ts'

/** Reviews, requested reviewers, contributors and conflicts of a change request. */
export async function reviews(setup: Setup): Promise<ListFixtures> {
  const { app, admin, call, inOrganization } = setup
  const { id: spaceId } = await spacesIn(setup)()
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

async function conflicts(operations: ReturnType<typeof operationsOn>): Promise<ListFixtures> {
  const made = await operations.edit(Array.from({ length: 40 }, (_, n) => page(`Page ${n}`, 'Text')))
  const ids = made.changes.flatMap((change) => (change.object === 'created_page' ? [change.page.id] : []))
  const { id } = await operations.request()
  const next = roundRobin(ids)
  const titled = (page: string, title: string) => [{ operation: 'update_page' as const, page, title }]
  const addConflict = async () => {
    const one = next()
    await operations.propose(id, titled(one, 'In the request'))
    await operations.edit(titled(one, 'In the space'))
    return () => operations.edit(titled(one, 'In the request'))
  }
  await repeat(ROWS, addConflict)
  return { listChangeRequestConflicts: { ...operations.of(id), addRow: addConflict } }
}
