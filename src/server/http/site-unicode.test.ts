import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { encodeSource } from '#contract/site-redirects.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp({}, { reader: true })

const titles = {
  'دليل التثبيت': 'دليل-التثبيت',
  安装指南: '安装指南',
  'Руководство Ёж': 'руководство-ёж',
  การทำงาน: 'การทำงาน',
  '설치 안내서': '설치-안내서',
  'Übersicht für Öl': 'ubersicht-fur-ol',
  '🎉🚀': 'page',
  '🎈': 'page-1',
}

async function aSite() {
  const site = await aPublishedSite(app, 'Guide')
  const { call, params, edit } = site
  const { items } = await call(api.siteSpaces.list, { params })
  const spaceId = items[0]?.space.id ?? ''
  const pages = await edit(
    spaceId,
    page('Start', 'Begin.'),
    ...Object.keys(titles).map((title) => page(title, `About ${title}, a narwhal.`)),
  )
  return { ...site, spaceId, pages, siteSpace: items[0]?.id ?? '' }
}

const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/')

test('pages in any script are at the encoded address of their title', async () => {
  const { read, basename } = await aSite()
  const { base } = app.service.urls
  const [root, sitemap, llms, search] = await Promise.all([
    read(''),
    read('sitemap.xml'),
    read('llms.txt'),
    read('~search?q=narwhal', { accept: 'application/json' }),
  ])
  for (const [title, slug] of Object.entries(titles)) {
    const href = `/sites/${basename}/${encoded(slug)}`
    const { status, text } = await read(encoded(slug))
    expect([slug, status]).toEqual([slug, 200])
    expect(text).toContain(`<link rel="canonical" href="${base}${href}">`)
    expect(text).toContain(title)
    expect(root.text).toContain(`href="${href}"`)
    expect(sitemap.text).toContain(`<loc>${base}${href}</loc>`)
    expect(llms.text).toContain(`(${base}${href}.md)`)
    expect(JSON.parse(search.text).pages).toContainEqual(expect.objectContaining({ title, href }))
    expect((await read(`${encoded(slug)}.md`)).text).toContain(`About ${title}`)
  }
})

test('other spellings of an address redirect to it', async () => {
  const { read, basename } = await aSite()
  const russian = `/sites/${basename}/${encoded('руководство-ёж')}`
  for (const path of [
    encoded('Руководство-Ёж'),
    encoded('руководство-ёж'.normalize('NFD')),
    encoded('руководство-ёж').toLowerCase(),
    `${encoded('руководство-ёж')}/`,
  ]) {
    const { status, headers } = await read(path)
    expect([status, headers.location]).toEqual([308, russian])
  }
  const { status, headers } = await read(`${encoded('Руководство-Ёж')}.md`)
  expect([status, headers.location]).toEqual([308, `${russian}.md`])
})

test('the old address of a page redirects after its slug changes, and other slugs stay', async () => {
  const { read, edit, spaceId, pages, basename } = await aSite()
  const chinese = pages.安装指南 ?? ''
  await edit(spaceId, { operation: 'update_page', page: chinese, title: '快速入门' })
  expect((await read(encoded('安装指南'))).status).toBe(200)
  await edit(spaceId, { operation: 'update_page', page: chinese, slug: '快速入门' })
  const moved = await read(encoded('安装指南'))
  expect([moved.status, moved.headers.location]).toEqual([308, `/sites/${basename}/${encoded('快速入门')}`])
  expect((await read(encoded('快速入门'))).status).toBe(200)
  expect((await read(encoded('การทำงาน'))).status).toBe(200)
})

test('sections and spaces can have any script in their path', async () => {
  const { call, params, read, edit, basename, aSection } = await aSite()
  await aSection('Первый')
  const section = await aSection('Справочник')
  const { items } = await call(api.siteSpaces.list, { params })
  const other = items.find((one) => one.section === section.id)
  await edit(other?.space.id ?? '', page('First', 'One.'), page('Страница', 'Two.'))
  const root = `/sites/${basename}/${encoded('справочник')}/`
  const published = `${app.service.urls.base}${root}`
  const sections = await call(api.siteSections.list, { params })
  const shown = sections.items.find(({ id }) => id === section.id)
  expect(shown).toMatchObject({ path: 'справочник', urls: { published } })
  expect((await read(encoded('справочник/страница'))).status).toBe(200)
  expect((await read('')).text).toContain(`href="${root}"`)
  expect((await read(encoded('справочник'))).headers.location).toBe(root)
  expect((await read(encoded('СПРАВОЧНИК/Страница'))).headers.location).toBe(`${root}${encoded('страница')}`)

  const body = {
    source: encodeSource('/старый'),
    destination: { kind: 'site-section', siteSectionId: section.id },
  } as const
  await call(api.siteRedirects.create, { params, body })
  expect((await read(encoded('старый'))).headers.location).toBe(root)
  const found = async (search: string) =>
    (await call(api.siteRedirects.list, { params, query: { search } })).items.map((one) => one.source)
  expect(await found('/СТАР')).toEqual([body.source])
  expect(await found(body.source.slice(0, 8))).toEqual([body.source])
  const source = encodeSource('/Wiki/@old_(archive), a')
  await call(api.siteRedirects.create, { params, body: { ...body, source } })
  expect((await read('wiki/@old_(archive),%20a')).headers.location).toBe(root)
  const seen = await call(api.urls.published, { body: { url: `${published}${encoded('страница')}` } })
  expect(seen).toMatchObject({ pathname: 'страница', siteSection: section.id })

  await call(api.siteSections.update, {
    params: { ...params, siteSectionId: section.id },
    body: { path: '語彙' },
  })
  expect((await read(encoded('справочник/страница'))).headers.location).toBe(
    `/sites/${basename}/${encoded('語彙/страница')}`,
  )
  for (const path of ['Большие', 'a b', '', '-а', 'а--б', '../x', 'х'.repeat(101)])
    await expect(
      call(api.siteSections.update, { params: { ...params, siteSectionId: section.id }, body: { path } }),
      path,
    ).rejects.toMatchObject({ status: 400 })
})

test('names in addresses of the service stay ASCII', async () => {
  const { call, params, organizationId } = await aSite()
  const site = await call(api.sites.create, { params: { organizationId }, body: { title: '日本語' } })
  expect(site.basename).toMatch(/^site(-\d+)?$/)
  await expect(call(api.sites.update, { params, body: { basename: 'документы' } })).rejects.toMatchObject({
    status: 400,
  })
})
