import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { MergeRule } from '#contract/merge-rules.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { aSpaceIn, operationsOn, page } from '#testing/change-requests.ts'

const app = useTestApp()

/** A space in a collection, an open change request of a writer, and two people who may review. */
async function anOpenRequest() {
  const { organizationId, admin, spaceId } = await aSpaceIn(app)
  const as = app.as(admin)
  const collection = await as(api.collections.create, {
    params: { organizationId },
    body: { title: 'Handbook' },
  })
  await as(api.spaces.move, { params: { spaceId }, body: { parent: collection.id } })
  const [author, ann, ben] = [
    await app.aMember(organizationId, 'review'),
    await app.aMember(organizationId, 'review'),
    await app.aMember(organizationId, 'review'),
  ]
  const writer = operationsOn(app, author, spaceId)
  const { id } = await writer.request('Numbers')
  await writer.propose(id, [page('A')])
  await writer.patch(id, { status: 'open' })
  const params = { spaceId, changeRequestId: id }
  const rules = {
    organization: (list: MergeRule[]) =>
      as(api.mergeRules.setForOrganization, { params: { organizationId }, body: { rules: list } }),
    collection: (list: MergeRule[]) =>
      as(api.mergeRules.setForCollection, { params: { collectionId: collection.id }, body: { rules: list } }),
    space: (list: MergeRule[]) =>
      as(api.mergeRules.setForSpace, { params: { spaceId }, body: { rules: list } }),
  }
  return {
    organizationId,
    admin,
    spaceId,
    collectionId: collection.id,
    id,
    author,
    ann,
    ben,
    writer,
    rules,
    check: (person: Person) => app.as(person)(api.changeRequests.mergeCheck, { params }),
    merge: (person: Person, bypassReason?: string) =>
      app.as(person)(api.changeRequests.merge, {
        params,
        body: bypassReason === undefined ? {} : { bypassReason },
      }),
    review: (person: Person, status: 'approved' | 'changes-requested') =>
      app.as(person)(api.changeRequestReviews.create, { params, body: { status } }),
  }
}

const approvals = (count: number): MergeRule => ({ rule: 'require_at_least_one_approved_review', count })

test('rules of the organization, the collection and the space apply together, and the merge is refused until all are met', async () => {
  const { rules, check, merge, review, author, ann, ben, writer, id, organizationId, collectionId } =
    await anOpenRequest()
  await rules.organization([approvals(1), { rule: 'require_change_request_subject' }])
  await rules.collection([approvals(2)])
  const own = await rules.space([{ rule: 'require_all_reviews_approved' }])
  expect(own).toMatchObject({
    rules: [{ rule: 'require_all_reviews_approved' }],
    inherited: [
      { from: { type: 'organization', id: organizationId } },
      { from: { type: 'collection', id: collectionId }, rules: [approvals(2)] },
    ],
    version: 1,
  })
  expect(api.mergeRules.setForSpace.response.parse(own)).toEqual(own)

  await review(ann, 'approved')
  await review(ben, 'changes-requested')
  const first = await check(author)
  expect(api.changeRequests.mergeCheck.response.parse(first)).toEqual(first)
  expect(first).toMatchObject({ mergeable: false, canBypass: false })
  expect(first.obstacles).toContainEqual({ type: 'merge-rules', blocks: true, count: 2 })
  expect(first.rules.map(({ rule, met }) => [rule.rule, met])).toEqual([
    ['require_at_least_one_approved_review', false],
    ['require_change_request_subject', true],
    ['require_all_reviews_approved', false],
  ])
  expect(first.rules[0]).toMatchObject({
    rule: approvals(2),
    approvals: 1,
    from: [{ type: 'organization' }, { type: 'collection' }],
  })
  const refused = {
    status: 412,
    message: expect.stringContaining('it needs 2 approvals and has 1; a reviewer has'),
  }
  await expect(merge(author)).rejects.toMatchObject(refused)
  expect((await writer.look(id)).status).toBe('open')

  await review(ben, 'approved')
  expect(await check(author)).toMatchObject({ mergeable: true, obstacles: [] })
  expect(await merge(author)).toMatchObject({ result: 'merge' })
})

test('an edit makes approvals stale, unless the rule counts older reviews', async () => {
  const { rules, check, review, author, ann, writer, id } = await anOpenRequest()
  await rules.space([approvals(1)])
  await review(ann, 'approved')
  expect((await check(author)).mergeable).toBe(true)
  await writer.propose(id, [page('B')])
  expect((await check(author)).mergeable).toBe(false)
  await rules.space([{ rule: 'require_at_least_one_approved_review', countOutdated: true }])
  expect((await check(author)).mergeable).toBe(true)
})

test('the reviewers that a rule names must approve, of a team any member', async () => {
  const { rules, check, review, author, ann, ben, admin, organizationId } = await anOpenRequest()
  const team = await app.as(admin)(api.teams.create, {
    params: { organizationId },
    body: { title: 'Lawyers', members: [ben.userId] },
  })
  await rules.organization([{ rule: 'require_specific_reviewers', users: [ann.userId], teams: [team.id] }])
  const waiting = await check(author)
  expect(waiting.rules[0]?.waitingFor).toMatchObject({
    users: [{ id: ann.userId }],
    teams: [{ id: team.id, title: 'Lawyers' }],
  })
  await review(ann, 'approved')
  expect((await check(author)).rules[0]?.waitingFor).toMatchObject({ users: [], teams: [{ id: team.id }] })
  await review(ben, 'approved')
  expect((await check(author)).mergeable).toBe(true)
})

test('an open thread and an outdated base prevent a merge where a rule says so', async () => {
  const { rules, check, author, admin, spaceId, writer, id } = await anOpenRequest()
  await rules.space([{ rule: 'require_resolved_comments' }, { rule: 'require_up_to_date_change_request' }])
  expect((await check(author)).mergeable).toBe(true)
  const params = { spaceId, changeRequestId: id }
  const comment = await app.as(admin)(api.changeRequestComments.create, {
    params,
    body: { body: { markdown: 'Is this right?' } },
  })
  await operationsOn(app, admin, spaceId).edit([page('Elsewhere')])
  const met = async () => (await check(author)).rules.map((one) => one.met)
  expect(await met()).toEqual([false, false])
  await app.as(admin)(api.changeRequestComments.update, {
    params: { ...params, commentId: comment.id },
    body: { resolved: true },
  })
  expect(await met()).toEqual([true, false])
  await writer.takeIn(id)
  expect(await met()).toEqual([true, true])
})

test('who may bypass the rules merges with a reason, which the audit log keeps', async () => {
  const { rules, check, merge, author, ann, id, organizationId } = await anOpenRequest()
  await rules.organization([approvals(1), { rule: 'allow_bypass', users: [ann.userId] }])
  expect(await check(author)).toMatchObject({ mergeable: false, canBypass: false })
  await expect(merge(author, 'It is urgent')).rejects.toMatchObject({ status: 412 })
  expect(await check(ann)).toMatchObject({ mergeable: false, canBypass: true })
  await expect(merge(ann)).rejects.toMatchObject({ status: 412 })
  expect(await merge(ann, 'The outage page must be right')).toMatchObject({ result: 'merge' })
  const merged = (await eventsOf(app.db, organizationId, id)).find(
    ({ action }) => action === 'change-request.merge',
  )
  expect(merged?.after).toMatchObject({ bypassReason: 'The outage page must be right' })
})

test('a bypass of one place does not lift the rules of another', async () => {
  const { rules, merge, ann } = await anOpenRequest()
  await rules.organization([approvals(1)])
  await rules.space([{ rule: 'require_author_to_merge' }, { rule: 'allow_bypass', users: [ann.userId] }])
  await expect(merge(ann, 'It is urgent')).rejects.toMatchObject({ status: 412 })
  await rules.organization([])
  expect(await merge(ann, 'It is urgent')).toMatchObject({ result: 'merge' })
})

test('rules name only members and teams of the organization, and an older version is refused', async () => {
  const { rules, admin, spaceId } = await anOpenRequest()
  const { admin: stranger } = await app.anOrganization('Elsewhere')
  const named: MergeRule = { rule: 'require_specific_reviewers', users: [stranger.userId] }
  await expect(rules.space([named])).rejects.toMatchObject({
    status: 400,
    details: { issues: [{ path: ['body', 'rules', 0] }] },
  })
  await expect(rules.space([approvals(1), approvals(2)])).rejects.toMatchObject({ status: 400 })
  const set = (ifMatch: number) =>
    app.as(admin)(
      api.mergeRules.setForSpace,
      { params: { spaceId }, body: { rules: [approvals(1)] } },
      { ifMatch },
    )
  expect(await set(0)).toMatchObject({ version: 1 })
  await expect(set(0)).rejects.toMatchObject({ status: 412 })
})

test('a space that goes to another organization leaves its rules behind', async () => {
  const { rules, admin, spaceId, ann } = await anOpenRequest()
  await rules.space([{ rule: 'require_specific_reviewers', users: [ann.userId] }])
  const to = await app.as(admin)(api.organizations.create, { body: { title: 'Other' } })
  await app.as(admin)(api.spaces.transfer, { params: { spaceId }, body: { organization: to.id } })
  expect(await app.as(admin)(api.mergeRules.getForSpace, { params: { spaceId } })).toMatchObject({
    rules: [],
    inherited: [],
    version: 0,
  })
})
