import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aPublishedSite, page } from '../a-published-site.ts'
import { useTestApp } from '../app.ts'
import { pets } from '../openapi-specs.ts'

const app = useTestApp()

/** The fields of each object in the API specification; nested fields after a dot, those of list items after `[]`. */
const tables = {
  collection:
    'object id title description organization parent defaultLevel urls.location urls.app permissions.view permissions.admin permissions.viewInviteLinks permissions.create',
  space:
    'object id title emoji visibility createdAt updatedAt deletedAt editMode organization parent gitSync visitorAuth revision defaultLevel comments changeRequests changeRequestsOpen changeRequestsDraft urls.location urls.app urls.published urls.public urls.icon permissions.view permissions.access permissions.admin permissions.viewInviteLinks permissions.edit permissions.triggerGitSync permissions.comment permissions.merge permissions.review',
  'change-request':
    'id number status subject createdBy createdAt updatedAt revision revisionInitial revisionMergedAncestor revisionMerged comments outdated urls.app urls.location',
  revision: 'id parents pages files reusableContents createdAt git urls.app urls.published urls.public type',
  site: 'id type title icon hostname basename proxy visibility published siteSpaces createdAt adaptiveContent.enabled ads features urls.location urls.app urls.published',
  'site-space':
    'id path section space title default condition hasAdvancedCustomizationFeature urls.published',
  'site-section': 'id title description default path condition sectionGroup icon siteSpaces urls.published',
  'site-redirect': 'id source destination',
  organization:
    'id title createdAt emailDomains hostname type useCase communityType defaultRole defaultContent sso ai inviteLinks plan billing urls.location urls.app urls.logo trial.status customHostname blocked internal_isOnNewTrial permissions.view permissions.admin permissions.ownTeam permissions.createContent permissions.createOpenAPISpec permissions.viewBilling permissions.listMembers permissions.listTeams permissions.listIntegrations',
  member: 'id role user disabled joinedAt lastSeenAt sso spaces teams',
  'openapi-spec':
    'id createdAt updatedAt slug sourceURL processingState lastVersion lastProcessedAt lastProcessErrorCode permissions.view permissions.edit urls.location urls.app',
} as const

/** Fields that are absent in this organization, each because it has no value here or nowhere. */
const absent: Partial<Record<keyof typeof tables, readonly string[]>> = {
  // Not deleted, without a picture, never imported from git, and not on a site with visitor sign-in.
  space: ['deletedAt', 'gitSync', 'visitorAuth', 'urls.icon'],
  // Updated from the space by `update` only.
  'change-request': ['revisionMergedAncestor'],
  revision: ['git'],
  // Without a domain of its own; Lectern shows no ads.
  site: ['icon', 'hostname', 'proxy', 'ads'],
  'site-section': ['sectionGroup'],
  // Without billing, and no one is blocked.
  organization: [
    'hostname',
    'useCase',
    'communityType',
    'defaultContent',
    'billing',
    'urls.logo',
    'customHostname',
    'blocked',
  ],
  member: ['lastSeenAt'],
  // Its text was sent, and it waits for the worker.
  'openapi-spec': ['sourceURL', 'lastVersion', 'lastProcessedAt', 'lastProcessErrorCode'],
}

const missingIn = (fields: string, object: object): string[] =>
  fields.split(' ').filter((field) => {
    const value = field
      .split('.')
      .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], object)
    return value === undefined
  })

test('objects have every field that the specification lists and that has a value', async () => {
  const { call, params, edit, organizationId } = await aPublishedSite(app, 'Guide')
  const inOrganization = { params: { organizationId } }
  const outer = await call(api.collections.create, { ...inOrganization, body: { title: 'Outer' } })
  const { id: collectionId } = await call(api.collections.create, {
    ...inOrganization,
    body: { title: 'Inner', parent: outer.id },
  })
  const collection = await call(api.collections.update, {
    params: { collectionId },
    body: { description: 'Text' },
  })
  const { id: spaceId } = await call(api.spaces.create, {
    ...inOrganization,
    body: { title: 'API', parent: collectionId },
  })
  const made = await call(api.siteSections.create, { params, body: { spaceId, title: 'API' } })
  const section = await call(api.siteSections.update, {
    params: { ...params, siteSectionId: made.id },
    body: { description: 'Text', icon: 'code', condition: 'visitor.claims.beta' },
  })
  const siteSpace = await call(api.siteSpaces.update, {
    params: { ...params, siteSpaceId: made.siteSpaces[0]?.id ?? '' },
    body: { condition: 'visitor.claims.beta' },
  })
  await edit(spaceId, page('Welcome', 'Begin.'))
  const request = await call(api.changeRequests.create, { params: { spaceId }, body: { subject: 'Draft' } })
  await call(api.changeRequests.merge, { params: { spaceId, changeRequestId: request.id } })
  const [member] = (await call(api.members.list, inOrganization)).items
  const objects: Record<keyof typeof tables, object> = {
    collection,
    space: await call(api.spaces.get, { params: { spaceId } }),
    'change-request': await call(api.changeRequests.get, {
      params: { spaceId, changeRequestId: request.id },
    }),
    revision: await call(api.spaceContent.get, { params: { spaceId } }),
    site: await call(api.sites.get, { params }),
    'site-space': siteSpace,
    'site-section': section,
    'site-redirect': await call(api.siteRedirects.create, {
      params,
      body: { source: '/old', destination: { kind: 'external', url: 'https://example.org/' } },
    }),
    organization: await call(api.organizations.get, inOrganization),
    member: member ?? {},
    'openapi-spec': await call(api.openapiSpecs.create, {
      ...inOrganization,
      body: { slug: 'pets', source: { text: pets() } },
    }),
  }
  const names = Object.keys(tables) as (keyof typeof tables)[]
  expect(Object.fromEntries(names.map((name) => [name, missingIn(tables[name], objects[name])]))).toEqual(
    Object.fromEntries(names.map((name) => [name, absent[name] ?? []])),
  )
})
