import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp()

async function aSpace() {
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const params = { organizationId }
  const collection = await call(api.collections.create, { params, body: { title: 'Product' } })
  const space = await call(api.spaces.create, { params, body: { title: 'Space', parent: collection.id } })
  const inSpace = { params: { spaceId: space.id } }
  await call(api.spaceContent.edit, { ...inSpace, body: { changes: [page('Page', 'Text.')] } })
  const { pages } = await call(api.spaceContent.pages, inSpace)
  const request = await call(api.changeRequests.create, { ...inSpace, body: { subject: 'Request' } })
  await call(api.changeRequestContent.edit, {
    params: { spaceId: space.id, changeRequestId: request.id },
    body: { changes: [page('Only there', 'New.')] },
  })
  const there = await call(api.changeRequestContent.pages, {
    params: { spaceId: space.id, changeRequestId: request.id },
  })
  const added = there.pages.find(({ title }) => title === 'Only there')?.id ?? ''
  const { app: at } = app.service.urls
  const addresses = {
    collection: at('o', organizationId, 'collections', collection.id),
    access: at('o', organizationId, 'collections', collection.id, 'access'),
    space: at('s', space.id),
    files: at('s', space.id, 'files'),
    page: at('s', space.id, 'p', pages[0]?.id ?? ''),
    editing: `${at('s', space.id, 'p', pages[0]?.id ?? '', 'edit')}?a=b#c`,
    request: at('s', space.id, 'changes', String(request.number)),
    conflicts: at('s', space.id, 'changes', String(request.number), 'conflicts'),
    pageOfRequest: at('s', space.id, 'changes', String(request.number), 'pages', added),
  }
  const find = (url: string, as = call) => as(api.urls.content, { query: { url } })
  return { organizationId, collection, space, request, added, pages, addresses, find }
}

test('dashboard URLs resolve to collections, spaces, change requests and pages', async () => {
  const { addresses, find, collection, space, request, added, pages } = await aSpace()
  for (const url of [addresses.collection, addresses.access])
    expect(await find(url)).toMatchObject({ collection: { id: collection.id, title: 'Product' } })
  for (const url of [addresses.space, addresses.files]) {
    const result = await find(url)
    expect(result).toMatchObject({ space: { id: space.id, permissions: { admin: true } } })
    expect(Object.keys(result)).toEqual(['space'])
  }
  for (const url of [addresses.page, addresses.editing])
    expect(await find(url)).toMatchObject({
      space: { id: space.id },
      page: { id: pages[0]?.id, title: 'Page' },
    })
  for (const url of [addresses.request, addresses.conflicts])
    expect(await find(url)).toMatchObject({ changeRequest: { id: request.id, number: request.number } })
  expect(await find(addresses.pageOfRequest)).toMatchObject({
    changeRequest: { id: request.id },
    page: { id: added, title: 'Only there' },
  })
})

test('content that is not visible, deleted or elsewhere is 404', async () => {
  const { addresses, find, organizationId, space, added } = await aSpace()
  const { admin: stranger } = await app.anOrganization('Elsewhere')
  const guest = await app.aMember(organizationId, null)
  for (const url of Object.values(addresses))
    for (const person of [stranger, guest])
      await expect(find(url, app.as(person)), url).rejects.toMatchObject({ status: 404 })
  const reader = app.as(await app.aMember(organizationId, 'read'))
  expect(await find(addresses.page, reader)).toMatchObject({ space: { permissions: { edit: false } } })
  const { app: at, base } = app.service.urls
  for (const url of [
    base,
    `${base}/v1/spaces/${space.id}`,
    `https://example.org/s/${space.id}`,
    at('s', 'nosuchspace'),
    at('s', space.id, 'p', 'nosuchpage'),
    // A page of the request is not one of the space.
    at('s', space.id, 'p', added),
    at('s', space.id, 'changes', '99'),
    at('o', organizationId, 'collections', 'nosuchcollection'),
    at('o', organizationId, 'members'),
  ])
    await expect(find(url), url).rejects.toMatchObject({ status: 404 })
  await expect(find('nonsense')).rejects.toMatchObject({ status: 400 })
})
