import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aGuide, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'

const app = useTestApp({}, { reader: true })
const { sharedVariables } = api

/** A published site with a page that shows variables. */
async function aSiteWithVariables() {
  const site = await aGuide(app)
  const { call, organizationId, params } = site
  const expression = (text: string) => `<code class="expression">${text}</code>`
  const ids = await site.edit(
    site.spaceId,
    page(
      'Contact',
      `Write to ${expression('organization.vars.mail')} about ${expression('site.vars.product ?? "us"')}.\n\n{% if organization.vars.beta %}\nBeta only.\n{% endif %}`,
    ),
  )
  const inOrganization = { params: { organizationId } }
  return {
    ...site,
    ids,
    set: (variables: Record<string, string | number | boolean | null>, ifMatch?: number) =>
      call(sharedVariables.updateForOrganization, { ...inOrganization, body: { variables } }, { ifMatch }),
    setOnSite: (variables: Record<string, string | number | boolean | null>) =>
      call(sharedVariables.updateForSite, { params, body: { variables } }),
    get: () => call(sharedVariables.getForOrganization, inOrganization),
    getOnSite: () => call(sharedVariables.getForSite, { params }),
  }
}

test('pages show variables of the organization and of the site, and new values right away', async () => {
  const { read, set, setOnSite, call, params } = await aSiteWithVariables()
  await call(api.sites.update, { params, body: { adaptiveContent: { enabled: true } } })
  const text = async () => (await read('contact')).text
  expect(await text()).toMatch(/Write to\s+about us\./)
  await set({ mail: 'help@example.org', beta: false })
  await setOnSite({ product: 'Torque' })
  expect(await text()).toContain('Write to help@example.org about Torque.')
  expect(await text()).not.toContain('Beta only.')
  await set({ mail: 'new@example.org', beta: true })
  expect(await text()).toContain('Write to new@example.org about Torque.')
  expect(await text()).toContain('Beta only.')
  await setOnSite({ product: null })
  expect(await text()).toContain('about us.')
})

test('variables have versions, names, a limit and an audit event, and null deletes one', async () => {
  const { set, get, setOnSite, getOnSite, organizationId, params, admin } = await aSiteWithVariables()
  expect(await get()).toMatchObject({ object: 'variables', variables: {}, version: 0 })
  const first = await set({ mail: 'a', seats: 5, beta: true }, 0)
  expect(sharedVariables.getForOrganization.response.parse(first)).toEqual(first)
  expect(first).toMatchObject({
    variables: { mail: 'a', seats: 5, beta: true },
    version: 1,
    updatedBy: { id: admin.userId },
  })
  await expect(set({ mail: 'b' }, 0)).rejects.toMatchObject({ status: 412 })
  expect(await set({ mail: 'a' })).toMatchObject({ version: 1 })
  expect(await set({ mail: null, seats: 6 }, 1)).toMatchObject({
    variables: { seats: 6, beta: true },
    version: 2,
  })
  await expect(set({ '2x': 'a' })).rejects.toMatchObject({ status: 400 })
  await expect(set({ long: 'x'.repeat(257) })).rejects.toMatchObject({ status: 400 })
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`v${n}`, n]))
  await expect(set(many)).rejects.toMatchObject({ status: 400, issues: [{ path: ['body', 'variables'] }] })
  expect(await setOnSite(many)).toMatchObject({ version: 1 })
  expect(Object.keys((await getOnSite()).variables)).toHaveLength(200)
  expect(await get()).toMatchObject({ version: 2 })
  const events = await eventsOf(app.db, organizationId, organizationId)
  expect(events.filter(({ action }) => action === 'organization.variables')).toMatchObject([
    { before: { variables: {} }, after: { variables: { mail: 'a', seats: 5, beta: true } } },
    { after: { variables: { seats: 6, beta: true } } },
  ])
  expect((await eventsOf(app.db, organizationId, params.siteId)).at(-1)).toMatchObject({
    action: 'site.variables',
  })
})

test('members read variables of the organization, admins change them, and concurrent changes all count', async () => {
  const { set, get, organizationId } = await aSiteWithVariables()
  const member = await app.aMember(organizationId, 'edit')
  const at = { params: { organizationId } }
  expect(await app.as(member)(sharedVariables.getForOrganization, at)).toMatchObject({ variables: {} })
  const body = { variables: { a: 1 } }
  await expect(app.as(member)(sharedVariables.updateForOrganization, { ...at, body })).rejects.toMatchObject({
    status: 403,
  })
  await Promise.all(Array.from({ length: 8 }, (_, n) => set({ [`v${n}`]: n })))
  expect(Object.keys((await get()).variables)).toHaveLength(8)
  expect(await get()).toMatchObject({ version: 8 })
})

test('those who can change variables see how many pages show each, and which have no value', async () => {
  const { set, get, setOnSite, getOnSite, organizationId, call, edit, spaceId, ids } =
    await aSiteWithVariables()
  expect(await get()).toMatchObject({ pages: {}, missing: { mail: 1 } })
  await set({ mail: 'a', unused: 1 })
  expect(await get()).toMatchObject({ pages: { mail: 1 }, missing: {} })
  expect(await getOnSite()).toMatchObject({ missing: { product: 1 } })
  const { id } = await call(api.spaces.create, { params: { organizationId }, body: { title: 'Other' } })
  const text = '<code class="expression">site.vars.product + organization.vars.mail + space.vars.own</code>'
  await edit(id, page('Elsewhere', text))
  expect(await get()).toMatchObject({ pages: { mail: 2 } })
  expect(await setOnSite({ product: 'x' })).toMatchObject({ pages: { product: 1 }, missing: {} })
  const own = await call(api.spaceContent.variables, { params: { spaceId: id } })
  expect(own.missing).toEqual({ own: 1 })
  await edit(spaceId, { operation: 'delete_page', page: ids.Contact ?? '' })
  expect(await get()).toMatchObject({ pages: { mail: 1 } })
  const member = await app.aMember(organizationId, 'edit')
  const seen = await app.as(member)(sharedVariables.getForOrganization, { params: { organizationId } })
  expect(seen).not.toHaveProperty('missing')
})
