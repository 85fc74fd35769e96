import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'
import { aSpaceIn, operationsOn, page } from '#testing/change-requests.ts'
import { runPendingJobs } from '#testing/emails.ts'

const app = useTestApp()

/** A change request, and a team of its author, two who can review and one who can only edit. */
async function aRequestAndATeam() {
  const space = await aSpaceIn(app)
  const { organizationId, spaceId } = space
  const [author, ann, ben, editor] = [
    await app.aMember(organizationId, 'review'),
    await app.aMember(organizationId, 'review'),
    await app.aMember(organizationId, 'review'),
    await app.aMember(organizationId, 'edit'),
  ]
  const aTeam = async (title: string, ...people: Person[]) => {
    const members = people.map(({ userId }) => userId)
    return (await space.as(api.teams.create, { params: { organizationId }, body: { title, members } })).id
  }
  const team = await aTeam('Docs', author, ann, ben, editor)
  const writer = operationsOn(app, author, spaceId)
  const { id } = await writer.request('Numbers')
  await writer.propose(id, [page('A')])
  const params = { spaceId, changeRequestId: id }
  return {
    ...space,
    ...{ author, ann, ben, editor, aTeam, team, writer, id },
    ask: (body: { users?: string[]; teams?: string[] }) =>
      app.as(author)(api.changeRequestReviews.request, { params, body }),
    withdraw: (teamId: string) =>
      app.as(author)(api.changeRequestReviews.removeRequestedTeam, { params: { ...params, teamId } }),
    withdrawFrom: ({ userId }: Person) =>
      app.as(author)(api.changeRequestReviews.removeRequested, { params: { ...params, userId } }),
    review: (person: Person, status: 'approved' | 'changes-requested') =>
      app.as(person)(api.changeRequestReviews.create, { params, body: { status } }),
    requested: async () =>
      (await app.as(author)(api.changeRequestReviews.listRequested, { params })).items.map((one) =>
        one.kind === 'team' ? one.team.title : one.user.id,
      ),
    obstacles: async () => (await app.as(author)(api.changeRequests.mergeCheck, { params })).obstacles,
    /** How many of these people have an open request for a review in their inbox. */
    requestedInInbox: async (...members: Person[]) => {
      await runPendingJobs(app)
      const people: Person[] = []
      for (const person of members) {
        const { items } = await app.as(person)(api.notifications.list, { params: { organizationId } })
        if (items.some(({ reason }) => reason === 'review_requested')) people.push(person)
      }
      return people
    },
    pendingFor: async (person: Person) =>
      (
        await app.as(person)(api.changeRequests.listInOrganization, {
          params: { organizationId },
          query: { pendingReviewer: person.userId },
        })
      ).count,
  }
}

test('the members of a requested team who can review are notified, without the author', async () => {
  const { ask, requested, obstacles, author, ann, ben, editor, requestedInInbox, pendingFor, ...rest } =
    await aRequestAndATeam()
  const answer = await ask({ teams: [rest.team, rest.team] })
  expect(api.changeRequestReviews.request.response.parse(answer)).toEqual(answer)
  expect(answer).toMatchObject({
    users: [],
    teams: [{ kind: 'team', team: { id: rest.team, title: 'Docs' }, requestedBy: { id: author.userId } }],
  })
  expect(await requested()).toEqual(['Docs'])
  expect(await obstacles()).toMatchObject([
    { type: 'team-review-requested', blocks: false, team: { title: 'Docs' } },
  ])
  expect(await rest.writer.look(rest.id)).toMatchObject({ status: 'open' })
  expect(await requestedInInbox(author, ann, ben, editor)).toEqual([ann, ben])
  expect([await pendingFor(ann), await pendingFor(author)]).toEqual([1, 0])
  const events = await eventsOf(app.db, rest.organizationId, rest.id)
  expect(events.filter(({ action }) => action === 'change-request.reviewers')).toMatchObject([
    { before: { requestedTeams: [] }, after: { requestedTeams: [rest.team] } },
  ])
})

test('the first member who reviews takes the place of the team, and the others no longer have to', async () => {
  const { ask, requested, review, obstacles, author, ann, ben, requestedInInbox, pendingFor, ...rest } =
    await aRequestAndATeam()
  await ask({ teams: [rest.team] })
  expect(await requestedInInbox(ann, ben)).toEqual([ann, ben])
  await review(author, 'changes-requested')
  expect(await requested()).toEqual(['Docs'])
  expect(await review(ann, 'approved')).toMatchObject({ requestedBy: { id: author.userId } })
  expect(await requested()).toEqual([ann.userId])
  expect(await requestedInInbox(ann, ben)).toEqual([])
  expect([await pendingFor(ann), await pendingFor(ben)]).toEqual([0, 0])
  await rest.writer.propose(rest.id, [page('B')])
  expect((await obstacles()).map(({ type }) => type)).toContain('review-requested')
})

test('members who are also requested personally or in another team still have to review', async () => {
  const { ask, review, ann, ben, team, aTeam, requestedInInbox, withdraw, requested, ...rest } =
    await aRequestAndATeam()
  const leads = await aTeam('Leads', ben)
  const cat = await app.aMember(rest.organizationId, 'review')
  await rest.as(api.teamMembers.updateAll, {
    params: { organizationId: rest.organizationId, teamId: team },
    body: { add: [cat.userId] },
  })
  await ask({ users: [cat.userId], teams: [team, leads] })
  expect(await requestedInInbox(ann, ben, cat)).toEqual([ann, ben, cat])
  await review(ann, 'approved')
  expect(await requestedInInbox(ann, ben, cat)).toEqual([ben, cat])
  await withdraw(leads)
  expect(await requestedInInbox(ann, ben, cat)).toEqual([cat])
  await expect(withdraw(leads)).rejects.toMatchObject({ status: 404, type: 'not_found' })
  expect((await requested()).sort()).toEqual([ann.userId, cat.userId].sort())
})

test('a request that was withdrawn or met before the notifications were sent notifies no one', async () => {
  const { ann, ben, team, ask, review, withdraw, requestedInInbox } = await aRequestAndATeam()
  await ask({ teams: [team] })
  await withdraw(team)
  expect(await requestedInInbox(ann, ben)).toEqual([])
  await ask({ teams: [team] })
  await review(ann, 'approved')
  expect(await requestedInInbox(ann, ben)).toEqual([])
  await ask({ users: [ann.userId] })
  expect(await requestedInInbox(ann, ben)).toEqual([ann])
})

test('a person whose own request is withdrawn still has to review for their team', async () => {
  const { ask, ann, ben, team, requestedInInbox, withdraw, withdrawFrom } = await aRequestAndATeam()
  await ask({ users: [ann.userId], teams: [team] })
  expect(await requestedInInbox(ann, ben)).toEqual([ann, ben])
  await withdrawFrom(ann)
  expect(await requestedInInbox(ann, ben)).toEqual([ann, ben])
  await withdraw(team)
  expect(await requestedInInbox(ann, ben)).toEqual([])
})

test('teams without anyone who can review are 400, unknown ones 404, and deleted ones are no longer requested', async () => {
  const { ask, team, aTeam, author, editor, requested, ...rest } = await aRequestAndATeam()
  const unable = await aTeam('Editors', author, editor)
  await expect(ask({ teams: [team, unable] })).rejects.toMatchObject({
    status: 400,
    issues: [{ path: ['body', 'teams', 1] }],
  })
  await expect(ask({ teams: [team, 'nothing'] })).rejects.toMatchObject({ status: 404 })
  await expect(ask({})).rejects.toMatchObject({ status: 400, issues: [{ path: ['body', 'users'] }] })
  expect(await requested()).toEqual([])
  await ask({ teams: [team] })
  await rest.as(api.teams.delete, { params: { organizationId: rest.organizationId, teamId: team } })
  expect(await requested()).toEqual([])
})

test('people and teams are listed together, page by page', async () => {
  const { ask, ann, team, aTeam, ben, author, spaceId, id } = await aRequestAndATeam()
  await ask({ users: [ann.userId], teams: [team, await aTeam('Leads', ben)] })
  const params = { spaceId, changeRequestId: id }
  const list = (page?: string) =>
    app.as(author)(api.changeRequestReviews.listRequested, { params, query: { limit: 1, page } })
  const first = await list()
  const second = await list(first.next?.page)
  const third = await list(second.next?.page)
  const kinds = [first, second, third].flatMap(({ items }) => items.map(({ kind }) => kind))
  expect([first.count, third.next, kinds.sort()]).toEqual([3, undefined, ['team', 'team', 'user']])
})
