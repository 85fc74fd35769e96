import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { aSpaceIn } from '#testing/change-requests.ts'

const app = useTestApp()

test('the person who last changed the settings of an object is named to members who can see it', async () => {
  const { organizationId, spaceId, admin } = await aSpaceIn(app)
  const ann = await app.aMember(organizationId, 'create')
  const guest = await app.aMember(organizationId, null)
  const change = (person: typeof ann, title: string) =>
    app.as(person)(api.spaces.update, { params: { spaceId }, body: { title } })
  const last = (person: typeof ann, type: 'space' | 'sso-provider' | 'organization', id: string) =>
    app.as(person)(api.lastChanges.get, { params: { organizationId }, query: { type, id } })
  expect(await last(admin, 'space', spaceId)).toEqual({ object: 'last-change' })
  await change(admin, 'First')
  await change(ann, 'Second')
  expect(await last(admin, 'space', spaceId)).toMatchObject({ changedBy: { id: ann.userId } })
  await app.as(admin)(api.spaces.move, { params: { spaceId }, body: {} })
  expect(await last(ann, 'space', spaceId)).toMatchObject({ changedBy: { id: ann.userId } })
  await expect(last(guest, 'space', spaceId)).rejects.toMatchObject({ status: 403 })
  await app.as(admin)(api.spaces.update, { params: { spaceId }, body: { defaultLevel: null } })
  await expect(last(ann, 'space', spaceId)).rejects.toMatchObject({ status: 404 })
  await expect(last(ann, 'sso-provider', 'any')).rejects.toMatchObject({ status: 404 })
  expect(await last(ann, 'organization', organizationId)).toEqual({ object: 'last-change' })
})

test('the last change of a customization is not one of the site or of its other spaces', async () => {
  const { organizationId, spaceId, admin } = await aSpaceIn(app)
  const params = { organizationId }
  const as = app.as(admin)
  const { id: siteId } = await as(api.sites.create, { params, body: { title: 'Docs' } })
  const site = { organizationId, siteId }
  const { id: siteSpaceId } = await as(api.siteSpaces.create, { params: site, body: { spaceId } })
  const last = (type: 'site' | 'site-customization' | 'site-space-customization', id: string) =>
    as(api.lastChanges.get, { params, query: { type, id } })
  await as(api.siteCustomization.updateForSiteSpace, {
    params: { ...site, siteSpaceId },
    body: { styling: { theme: 'bold' } },
  })
  expect(await last('site-space-customization', siteSpaceId)).toMatchObject({
    changedBy: { id: admin.userId },
  })
  expect(await last('site-customization', siteId)).toEqual({ object: 'last-change' })
  expect(await last('site', siteId)).toEqual({ object: 'last-change' })
  await expect(last('site-space-customization', 'unknown')).rejects.toMatchObject({ status: 404 })
})
