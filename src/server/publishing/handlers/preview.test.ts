import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp({}, { reader: true })

async function aSite() {
  const site = await aPublishedSite(app, 'Guide')
  const { call, params, edit } = site
  const { items } = await call(api.siteSpaces.list, { params })
  const spaceId = items[0]?.space.id ?? ''
  const pages = await edit(
    spaceId,
    page('Welcome', 'Begin.'),
    page('Install', 'As it is.'),
    page('Beta', 'A narwhal.', { condition: 'visitor.claims.beta' }),
  )
  const ask = (query: object, as = call) => as(api.sitePublishing.preview, { params, query })
  const open = async (url: string, more = '') => {
    const { pathname } = new URL(url)
    const answer = await app.send({ method: 'GET', url: pathname + more })
    return answer
  }
  return { ...site, spaceId, siteSpace: items[0]?.id ?? '', pages, ask, open }
}

test('only members can preview an unpublished site', async () => {
  const { call, params, ask, open, read } = await aSite()
  await call(api.sites.unpublish, { params })
  const adaptiveContent = { enabled: true }
  await call(api.sites.update, { params, body: { visibility: 'visitor-auth', adaptiveContent } })
  const { url } = await ask({})
  const { status, text, headers } = await open(url)
  expect(status).toBe(200)
  expect(text).toContain('Welcome')
  expect(text).toContain('The site isn’t published')
  expect(headers['x-robots-tag']).toBe('noindex')
  expect(headers['cache-control']).toMatch(/^private/)
  const { pathname } = new URL(url)
  expect(text).toContain(`href="${pathname}install"`)
  expect((await open(url, 'install')).text).toContain('As it is.')
  expect((await open(url, '~search?q=narwhal')).status).toBe(200)
  expect((await read('')).status).toBe(404)
  for (const forged of [`${pathname.slice(0, -20)}x`, pathname.replace(/preview\/[^.]+\./, 'preview/e30.')])
    expect((await app.send({ method: 'GET', url: forged })).status).toBe(404)
  await expect(ask({ draft: false })).rejects.toMatchObject({ status: 409 })
  const fallbackURL = 'https://app.halden.example/sign-in'
  await call(api.sitePublishing.updateAuth, { params, body: { backend: 'custom', fallbackURL } })
  await call(api.sites.publish, { params })
  expect((await open((await ask({ draft: false })).url)).text).toContain('The site is published')
})

test('a preview applies to a visitor with claims', async () => {
  const { call, params, ask, open, siteSpace, pages } = await aSite()
  await call(api.sites.update, { params, body: { adaptiveContent: { enabled: true } } })
  const claims = JSON.stringify({ beta: true })
  const known = await open((await ask({ claims })).url)
  expect(known.text).toContain('>Beta<')
  expect(known.text).toContain('as a visitor with the claims')
  const stranger = (await ask({})).url
  expect((await open(stranger)).text).not.toContain('>Beta<')
  expect((await open(stranger, 'beta')).status).toBe(404)
  const there = (await ask({ claims, siteSpace, page: pages.Beta ?? '' })).url
  expect([new URL(there).pathname.endsWith('/beta'), (await open(there)).status]).toEqual([true, 200])
  expect((await ask({ claims, target: '/beta' })).url).toMatch(/\/beta$/)
  for (const query of [
    { siteSpace, page: pages.Beta ?? '' },
    { target: 'beta' },
    { target: 'nothing' },
    { siteSpace: 'nosuch' },
  ])
    await expect(ask(query)).rejects.toMatchObject({ status: 404 })
  for (const query of [
    { claims: '{' },
    { claims: '7' },
    { claims: JSON.stringify({ a: 'x'.repeat(1_000) }) },
  ])
    await expect(ask(query)).rejects.toMatchObject({ status: 400 })
})

test('a change request is previewed as published, with its files', async () => {
  const { call, ask, open, read, spaceId, siteSpace, pages } = await aSite()
  const request = await call(api.changeRequests.create, {
    params: { spaceId },
    body: { subject: 'Better words' },
  })
  const at = { spaceId, changeRequestId: request.id }
  const base64 = Buffer.from('a,b').toString('base64')
  await call(api.changeRequestContent.edit, {
    params: at,
    body: {
      changes: [
        { operation: 'insert_files', files: [{ name: 'new.csv', base64, contentType: 'text/csv' }] },
        { operation: 'update_page', page: pages.Install ?? '', document: { markdown: 'As it will be.' } },
        page('Added', 'New.'),
      ],
    },
  })
  const { items } = await call(api.changeRequestContent.files, { params: at })
  const file = items.find(({ name }) => name === 'new.csv')?.id
  await call(api.changeRequestContent.edit, {
    params: at,
    body: { changes: [page('With a file', `[New](/files/${file})`)] },
  })
  const begin = await ask({ siteSpace, changeRequest: String(request.number) })
  expect(new URL((await ask({ space: spaceId, changeRequest: request.id })).url).pathname).toMatch(
    /\/sites\/[^/]+\/$/,
  )
  const shown = await open(begin.url)
  expect(shown.text).toContain(`change request #${request.number} “Better words”`)
  expect(shown.text).toContain('>Added<')
  expect((await open(begin.url, 'install')).text).toContain('As it will be.')
  const { text } = await open(begin.url, 'with-a-file')
  const href = /href="([^"]*~files[^"]*)"/.exec(text)?.[1] ?? ''
  expect((await app.send({ method: 'GET', url: href })).text).toBe('a,b')
  expect((await read('install')).text).toContain('As it is.')
  expect((await read('added')).status).toBe(404)
  const page404 = ask({ siteSpace, changeRequest: '99' })
  await expect(page404).rejects.toMatchObject({ status: 404 })
  await expect(ask({ changeRequest: String(request.number) })).rejects.toMatchObject({ status: 400 })
})

test('a preview omits spaces that the member may not view, and stops working when they leave', async () => {
  const { call, ask, open, organizationId, spaceId, siteSpace, aSiteSpace } = await aSite()
  const other = await aSiteSpace('Other')
  await call(api.spaces.update, { params: { spaceId: other.spaceId }, body: { defaultLevel: null } })
  const reader = await app.aMember(organizationId, 'read')
  const { url } = await ask({}, app.as(reader))
  expect((await open(url)).text).not.toContain('>Other<')
  expect((await open((await ask({})).url)).text).toContain('>Other<')
  await expect(ask({ siteSpace: other.id }, app.as(reader))).rejects.toMatchObject({ status: 404 })
  expect((await ask({ siteSpace }, app.as(reader))).url).toContain('/preview/')
  await call(api.spaces.update, { params: { spaceId }, body: { defaultLevel: null } })
  expect((await open(url, 'install')).status).toBe(404)
  await call(api.members.update, { params: { organizationId, userId: reader.userId }, body: { role: null } })
  expect((await open(url)).status).toBe(404)
})
