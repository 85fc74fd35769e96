import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { siteCustomization } from '#contract/site-customization.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { requireVisitorTokens } from '#testing/limited-audience.ts'

const app = useTestApp({}, { reader: true })

/** A site that is not open to everyone, of a space that guests do not see. */
async function aShutSite() {
  const site = await aPublishedSite(app, 'Guide')
  const { call, params, organizationId } = site
  const { items } = await call(api.siteSpaces.list, { params })
  const spaceId = items[0]?.space.id ?? ''
  await site.edit(spaceId, page('Payroll', 'A narwhal.'))
  await call(api.sites.unpublish, { params })
  const aGuest = async (role: Role) => {
    const guest = await app.aMember(organizationId, null)
    await call(api.sitePermissions.grant, { params, body: { role, users: [guest.userId] } })
    return guest
  }
  const text = async (url: string) => (await app.send({ method: 'GET', url: new URL(url).pathname })).text
  const seen = async (person: Person) =>
    text((await app.as(person)(api.sitePublishing.preview, { params, query: {} })).url)
  const previewUrlFor = async (person: Person) => {
    const customization = siteCustomization.parse(await call(api.siteCustomization.get, { params }))
    const { url } = await app.as(person)(api.siteCustomization.preview, { params, body: { customization } })
    return url
  }
  return { ...site, spaceId, aGuest, text, seen, previewUrlFor }
}

test('previews contain nothing of spaces that the editor may not view', async () => {
  const { call, params, spaceId, aGuest, text, seen, previewUrlFor } = await aShutSite()
  const editor = await aGuest('edit')
  const previewUrl = await previewUrlFor(editor)
  for (const shown of [await seen(editor), await text(previewUrl)]) expect(shown).not.toContain('Payroll')
  const body = { role: 'read' as const, users: [editor.userId] }
  await call(api.spacePermissions.grant, { params: { spaceId }, body })
  for (const shown of [await seen(editor), await text(previewUrl)]) expect(shown).toContain('Payroll')
  // Editors can customize what every visitor can read.
  await call(api.spacePermissions.removeUser, { params: { spaceId, userId: editor.userId } })
  await call(api.sites.publish, { params })
  expect(await text(previewUrl)).toContain('Payroll')
  await requireVisitorTokens(call, params)
  for (const shown of [await seen(editor), await text(previewUrl)]) expect(shown).not.toContain('Payroll')
})

test('a preview stops working when its creator loses their role', async () => {
  const { call, params, spaceId, aGuest, text, previewUrlFor } = await aShutSite()
  const editor = await aGuest('edit')
  const users = [editor.userId]
  await call(api.spacePermissions.grant, { params: { spaceId }, body: { role: 'read', users } })
  const [previewUrl, { url }] = [
    await previewUrlFor(editor),
    await app.as(editor)(api.sitePublishing.preview, { params, query: {} }),
  ]
  expect(await text(previewUrl)).toContain('Payroll')
  await call(api.sitePermissions.grant, { params, body: { role: 'read', users } })
  expect(await text(previewUrl)).not.toContain('Payroll')
  expect(await text(url)).toContain('Payroll')
  await call(api.sitePermissions.removeUser, { params: { ...params, userId: editor.userId } })
  expect(await text(url)).not.toContain('Payroll')
})

test('previewing a plan requires the role edit on this very site', async () => {
  const { organizationId, call, params, aGuest, aSpace } = await aShutSite()
  const [member, editor] = [await app.aMember(organizationId, 'review'), await aGuest('edit')]
  const change = { type: 'add-section', spaceId: await aSpace('Fresh') } as const
  await call(api.sitePlans.addSteps, { params, body: { changes: [change] } })
  const ask = (person: Person) =>
    app.as(person)(api.sitePublishing.preview, { params, query: { plan: true } })
  await expect(ask(member)).rejects.toMatchObject({ status: 403 })
  expect((await ask(editor)).url).toContain('/preview/')
})
