import { api } from '#contract/api.ts'
import { requestPath } from '#contract/client.ts'
import type { Route } from '#contract/route.ts'
import { roles } from '#contract/shared/permissions.ts'
import type { SubjectKind } from '#server/auth/access.ts'
import { operations } from '#server/http/operations.ts'
import { newId } from '#server/ids.ts'
import type { Person, TestApp } from './app.ts'

/** Every implemented operation. */
export const routes: readonly Route[] = operations.map(({ route }) => route)

/** Operations that require authentication. */
export const authenticated = routes.filter(({ permission }) => permission !== 'anyone')

/** One object of each resource, and a caller of every kind. */
export type World = {
  readonly params: Readonly<Record<string, string>>
  readonly callers: ReadonlyMap<string, Person>
}

/** What a world is created with. */
export type WorldApp = Pick<TestApp, 'db' | 'as' | 'anOrganization' | 'aMember'>

/** Creates an organization with one object of each resource and a caller of every kind. */
export async function makeWorld(app: WorldApp): Promise<World> {
  // The first account: it operates the service.
  const { admin: operator } = await app.anOrganization('Operations')
  const { organizationId, admin } = await app.anOrganization()
  const { admin: stranger } = await app.anOrganization('Elsewhere')
  const callers = new Map<string, Person>([
    ['stranger', stranger],
    ['operator', operator],
  ])
  for (const role of roles) callers.set(role, await app.aMember(organizationId, role))
  callers.set('guest', await app.aMember(organizationId, null))
  const disabled = await app.aMember(organizationId, 'admin')
  callers.set('disabled', disabled)
  await app.db.updateTable('member').set({ disabled: true }).where('user_id', '=', disabled.userId).execute()
  const guest = await app.aMember(organizationId, null)
  const teamId = await aTeamOf(app, organizationId, guest)
  callers.set('team-granted', guest)
  const call = app.as(admin)
  const inOrganization = { params: { organizationId } }
  const collection = await call(api.collections.create, { ...inOrganization, body: { title: 'Collection' } })
  const space = await call(api.spaces.create, { ...inOrganization, body: { title: 'Space' } })
  const other = await call(api.spaces.create, { ...inOrganization, body: { title: 'Other' } })
  const site = await call(api.sites.create, {
    ...inOrganization,
    body: { title: 'Site', spaces: [space.id] },
  })
  const inSite = { organizationId, siteId: site.id }
  const section = await call(api.siteSections.create, {
    params: inSite,
    body: { spaceId: other.id, title: 'Section' },
  })
  const group = await call(api.siteSectionGroups.create, { params: inSite, body: { title: 'Group' } })
  // A separate team, because the sweep removes members and grants of the team in the paths.
  await grantToTeam(app, organizationId, await aTeamOf(app, organizationId, guest), [
    { kind: 'space', id: space.id },
    { kind: 'collection', id: collection.id },
    { kind: 'site', id: site.id },
  ])
  const field = await call(api.customFields.create, {
    ...inOrganization,
    body: { name: 'owner', type: 'text' },
  })
  const translationSettings = await call(api.translations.create, {
    ...inOrganization,
    body: { title: 'Settings', languages: ['de'] },
  })
  const spec = await call(api.openapiSpecs.create, {
    ...inOrganization,
    body: { slug: 'pets', source: { text: 'openapi: 3.1.0' } },
  })
  const webhook = await call(api.webhooks.create, {
    ...inOrganization,
    body: { url: 'https://hooks.example.com/', events: ['site.published'] },
  })
  const webhookDelivery = await call(api.webhooks.test, { params: { organizationId, webhookId: webhook.id } })
  const [event] = (await call(api.auditEvents.list, inOrganization)).items
  const siteSpaces = await call(api.siteSpaces.list, { params: inSite })
  const { changes } = await call(api.spaceContent.edit, {
    params: { spaceId: space.id },
    body: { changes: [{ operation: 'insert_page', title: 'Page', document: { markdown: 'Text' } }] },
  })
  const inSpace = { params: { spaceId: space.id } }
  await call(api.spaceGitSyncs.connect, {
    ...inSpace,
    body: { url: 'https://git.example.com/docs.git', firstSync: 'from-repository' },
  })
  const request = await call(api.changeRequests.create, { ...inSpace, body: { subject: 'Request' } })
  const comment = await call(api.spaceComments.create, {
    ...inSpace,
    body: { body: { markdown: 'Comment' } },
  })
  const reply = await call(api.spaceCommentReplies.create, {
    params: { spaceId: space.id, commentId: comment.id },
    body: { body: { markdown: 'Reply' } },
  })
  const redirect = await call(api.siteRedirects.create, {
    params: inSite,
    body: { source: '/old', destination: { kind: 'external', url: 'https://example.org/' } },
  })
  const history = await call(api.siteHistory.list, { params: inSite })
  const shareLink = await call(api.siteShareLinks.create, { params: inSite, body: { name: 'Link' } })
  const scheduled = await call(api.siteScheduledActions.create, {
    params: inSite,
    body: { change: { type: 'publish' }, runsAt: inAnHour(), timeZone: 'Europe/Amsterdam' },
  })
  const [page] = changes.flatMap((change) => (change.object === 'created_page' ? [change.page.id] : []))
  return {
    callers,
    params: {
      organizationId,
      collectionId: collection.id,
      spaceId: space.id,
      changeRequestId: request.id,
      commentId: comment.id,
      commentReplyId: reply.id,
      siteId: site.id,
      teamId,
      siteSectionId: section.id,
      siteSectionGroupId: group.id,
      stepId: 'nosuchstep',
      pinnedId: 'nosuchspace',
      accessRequestId: 'nosuchrequest',
      historyEntryId: history.items.at(-1)?.id ?? '',
      siteRedirectId: redirect.id,
      shareLinkId: shareLink.id,
      scheduledActionId: scheduled.id,
      siteSpaceId: siteSpaces.items.at(-1)?.id ?? '',
      userId: admin.userId,
      pageId: page ?? '',
      pagePath: 'page',
      revisionId: space.revision,
      fileId: 'nosuchfile',
      documentId: 'nosuchdocument',
      clientId: 'nosuchwindow',
      reviewId: 'nosuchreview',
      reusableContentId: 'nosuchcontent',
      tokenId: 'nosuchtoken',
      jobId: '999999999',
      emailId: 'job-999999999',
      inviteId: 'nosuchinvite',
      sessionId: 'nosuchsession',
      passkeyId: 'nosuchpasskey',
      importRunId: 'nosuchrun',
      importUploadId: 'nosuchupload',
      fieldName: field.name,
      confirmationId: 'nosuchconfirmation',
      followKind: 'space',
      followedId: space.id,
      translationSettingsId: translationSettings.id,
      samlProviderId: 'nosuchprovider',
      providerId: 'nosuchprovider',
      testId: 'nosuchtest',
      specSlug: spec.slug,
      versionId: 'nosuchversion',
      auditEventId: event?.id ?? '',
      scimTokenId: 'nosuchtoken',
      webhookId: webhook.id,
      deliveryId: webhookDelivery.id,
      link: 'x'.repeat(32),
      emailDomain: 'example.org',
      domain: 'nosuchdomain.example',
      oidcProviderId: 'nosuchprovider',
      hostname: 'docs.nosuchsite.example',
      subdomain: 'nosuchname',
    },
  }
}

/** The role that the team with one guest has on the space, the collection and the site. */
export const teamRole = 'edit'

/** A team with one member who does not own it. */
async function aTeamOf({ db }: WorldApp, organizationId: string, { userId }: Person): Promise<string> {
  const id = newId()
  await db
    .insertInto('team')
    .values({ organization_id: organizationId, id, title: 'Team', created_at: new Date() })
    .execute()
  await db
    .insertInto('team_member')
    .values({ organization_id: organizationId, team_id: id, user_id: userId })
    .execute()
  return id
}

const grantToTeam = (
  { db }: WorldApp,
  organization_id: string,
  grantee_id: string,
  subjects: readonly { readonly kind: SubjectKind; readonly id: string }[],
) =>
  db
    .insertInto('access_grant')
    .values(
      subjects.map(({ kind, id }) => ({
        organization_id,
        subject_kind: kind,
        subject_id: id,
        grantee_kind: 'team' as const,
        grantee_id,
        role: teamRole,
        created_at: new Date(),
      })),
    )
    .execute()

/** A caller who has every permission but `self`. */
export const callerWithPermission = (world: World, { permission }: Route): Person | undefined =>
  world.callers.get(permission === 'system.operate' ? 'operator' : 'admin')

/** A request to an operation on the objects of the world. Its body is invalid unless given. */
export const requestFor = (
  world: World,
  route: Route,
  person?: Person,
  payload = '{"title": {}, "changes": 7, "position": 7}',
) => ({
  method: route.method,
  url: requestPath(route, world.params),
  token: person?.token,
  headers: {
    ...(route.body && !route.bodyType ? { 'content-type': 'application/json' } : {}),
    // A version that never exists, so that deletes and moves are rejected after the permission check.
    ...(route.versioned ? { 'if-match': '"999999"' } : {}),
  },
  ...(route.body && !route.bodyType ? { payload } : {}),
})

const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString()
