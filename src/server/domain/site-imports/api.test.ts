import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { SiteImport } from '#contract/site-imports.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { zipArchive } from '#testing/archives.ts'
import { formOf, refusalOf, useImports } from '#testing/importing.ts'

const app = useTestApp({}, { reader: true })
useImports(app)

const DOCS = `site:
  title: Acme Docs
  structure:
    - type: section
      title: Guides
      path: guides
      icon: book
      default: true
      description: How to use it
      children:
        - { type: space, title: English, path: en, default: true, content: { directory: ./guides, language: en } }
        - { type: space, title: Français, path: fr, content: { directory: ./guides-fr, language: fr } }
        - { type: space, title: 日本語, path: ja, content: { directory: null, language: ja } }
    - type: section-group
      title: More
      icon: circle-info
      children:
        - type: section
          title: API
          path: api
          children:
            - { type: space, title: Reference, path: reference, default: true, content: { directory: ./api } }
        - { type: section, title: Lost, path: lost, children: [{ type: space, title: Gone, content: { directory: ./gone } }] }
`

const files = {
  'docs.yaml': DOCS,
  'guides/SUMMARY.md':
    '* [Welcome](README.md)\n* [Install](set-up/install.md)\n* [Calls](https://app.example.com/s/apiSpace1/calls/list#all)\n',
  'guides/README.md':
    '# Welcome\n\n[Calls](../api/calls/list.md#all), [the same](https://app.example.com/o/org1/s/apiSpace1/calls/list), [shared](../assets/a.txt), [lost](https://app.example.com/s/apiSpace1/nowhere), [outside](https://app.example.com/pricing)',
  'guides/set-up/install.md': '# Install\n\nHere.',
  'guides-fr/SUMMARY.md': '* [Bienvenue](README.md)\n',
  'guides-fr/README.md': '# Bienvenue\n\nBonjour.',
  'api/SUMMARY.md': '* [Start](README.md)\n* [List](calls/list.md)\n',
  'api/README.md':
    '# Start\n\n[Install](/guides/set-up/install.md) or [again](https://app.example.com/s/guidesSpace/set-up/install)',
  'api/calls/list.md': '# List\n\n## All\n\nEverything.',
  'assets/a.txt': 'A',
}

type Place = { readonly organizationId: string; readonly admin: Person }

async function upload({ organizationId, admin }: Place, content: Record<string, string>, preview = false) {
  const body = formOf({ 'docs.zip': await zipArchive(content) })
  return app.as(admin)(api.siteImports.upload, { params: { organizationId }, query: { preview }, body })
}

/** Waits until the import has one of these statuses. */
async function until(
  { organizationId, admin }: Place,
  { id }: SiteImport,
  ...statuses: SiteImport['status'][]
) {
  for (const end = Date.now() + 60_000; ; await pause(50)) {
    const params = { organizationId, siteImportId: id }
    const now = await app.as(admin)(api.siteImports.get, { params })
    if (statuses.includes(now.status)) return now
    if (Date.now() > end || now.status === 'failed')
      throw new Error(`The import is ${now.status}: ${now.reason}`)
  }
}

const spacesOf = ({ plan }: SiteImport) => [
  ...(plan?.spaces ?? []),
  ...(plan?.items ?? [])
    .flatMap((item) => (item.type === 'group' ? item.sections : [item]))
    .flatMap(({ spaces }) => spaces),
]

async function anImportedSite() {
  const place = await app.anOrganization()
  const run = await until(place, await upload(place, files), 'completed')
  const call = app.as(place.admin)
  const params = { organizationId: place.organizationId, siteId: run.site ?? '' }
  const { basename } = await call(api.sites.publish, { params })
  const read = (path: string) => app.send({ method: 'GET', url: `/sites/${basename}/${path}` })
  return { ...place, run, call, params, basename, read }
}

test('a docs.yaml becomes spaces, a site, sections, groups and variants with languages', async () => {
  const { run, call, params } = await anImportedSite()
  expect(spacesOf(run).map(({ title, status, pages }) => [title, status, pages])).toEqual([
    ['English', 'completed', 3],
    ['Français', 'completed', 1],
    ['Reference', 'completed', 2],
  ])
  expect(run.plan?.skipped).toEqual([
    { source: 'docs.yaml: 日本語', reason: 'It has no content' },
    { source: 'docs.yaml: Gone', reason: 'The folder ./gone is missing' },
    { source: 'docs.yaml: Lost', reason: 'It has no space with content' },
  ])
  const { structure } = await call(api.siteStructure.get, { params })
  expect(structure).toMatchObject([
    {
      title: 'Guides',
      path: 'guides',
      icon: 'book',
      description: 'How to use it',
      default: true,
      siteSpaces: [
        { path: 'en', default: true, space: { title: 'English', language: 'en' } },
        { path: 'fr', space: { title: 'Français', language: 'fr' } },
      ],
    },
    {
      title: 'More',
      icon: 'circle-info',
      sections: [{ title: 'API', path: 'api', siteSpaces: [{ path: 'reference' }] }],
    },
  ])
})

test('links between spaces lead to pages by identity, and survive renames', async () => {
  const { organizationId, run, call, basename, read } = await anImportedSite()
  const [guides, , reference] = spacesOf(run)
  const at = `/sites/${basename}`
  const welcome = await read('')
  expect(welcome.text).toContain(`href="${at}/api/list#all"`)
  expect(welcome.text).toMatch(new RegExp(`href="${at}/api/list"`))
  expect(welcome.text).toContain('a.txt')
  expect(welcome.text).toContain('https://app.example.com/pricing')
  expect((await read('api/')).text).toContain(`href="${at}/install"`)
  const items = await call(api.imports.items, {
    params: { organizationId, importRunId: guides?.import ?? '' },
    query: { outcome: 'warning' },
  })
  expect(items.items.map(({ warnings }) => warnings)).toEqual([
    ['The link https://app.example.com/s/apiSpace1/nowhere is broken'],
  ])
  const spaceId = reference?.space ?? ''
  const { pages } = await call(api.spaceContent.pages, { params: { spaceId } })
  const list = pages.find(({ title }) => title === 'List')?.id ?? ''
  await call(api.spaceContent.edit, {
    params: { spaceId },
    body: { changes: [{ operation: 'update_page', page: list, slug: 'everything' }] },
  })
  expect((await read('')).text).toContain(`href="${at}/api/everything#all"`)
})

test('publishing a site with conditional content waits until someone decides who sees it', async () => {
  const place = await app.anOrganization()
  const secret = '# Start\n\nOpen.\n\n{% if visitor.claims.unsigned.beta %}\nSecret.\n{% endif %}'
  const run = await upload(place, { ...files, 'guides/README.md': secret })
  const done = await until(place, run, 'completed')
  expect(done.plan?.conditional).toBe(true)
  const params = { organizationId: place.organizationId, siteId: done.site ?? '' }
  const call = app.as(place.admin)
  expect((await call(api.sites.get, { params })).adaptiveContent).toEqual({
    enabled: false,
    conditionalContent: 'undecided',
  })
  await expect(call(api.sites.publish, { params })).rejects.toMatchObject({
    status: 412,
    details: { missing: 'conditional-content', pages: 1 },
  })
  await call(api.sites.update, { params, body: { adaptiveContent: { enabled: true } } })
  const { basename } = await call(api.sites.publish, { params })
  const { text } = await app.send({ method: 'GET', url: `/sites/${basename}/` })
  expect(text).toContain('Open.')
  expect(text).not.toContain('Secret.')
})

test('a preview creates nothing until it is started', async () => {
  const place = await app.anOrganization()
  const { organizationId, admin } = place
  const call = app.as(admin)
  const planned = await until(place, await upload(place, files, true), 'planned')
  expect(planned.plan).toMatchObject({ title: 'Acme Docs', items: [{ title: 'Guides' }, { title: 'More' }] })
  expect((await call(api.sites.list, { params: { organizationId }, query: {} })).items).toEqual([])
  const params = { organizationId, siteImportId: planned.id }
  await call(api.siteImports.start, { params })
  const done = await until(place, planned, 'completed')
  expect(done.site).toBeDefined()
  expect((await refusalOf(call(api.siteImports.start, { params }))).status).toBe(409)
  expect((await refusalOf(call(api.siteImports.cancel, { params }))).status).toBe(409)
})

test('a planned import can be canceled', async () => {
  const place = await app.anOrganization()
  const planned = await until(place, await upload(place, files, true), 'planned')
  const params = { organizationId: place.organizationId, siteImportId: planned.id }
  expect((await app.as(place.admin)(api.siteImports.cancel, { params })).status).toBe('cancelled')
})

test('folders with tables of contents become sections, and a single space is refused with the reason', async () => {
  const place = await app.anOrganization()
  const run = await upload(place, {
    '01-start/SUMMARY.md': '* [A](a.md)',
    '01-start/a.md': '# A',
    'api/SUMMARY.md': '* [B](b.md)',
    'api/b.md': '# B',
  })
  const done = await until(place, run, 'completed')
  expect(done.plan?.items.map(({ title }) => title)).toEqual(['01 start', 'Api'])
  const single = await until(
    place,
    await upload(place, { 'SUMMARY.md': '* [A](a.md)', 'a.md': '# A' }),
    'failed',
  )
  expect(single.reason).toMatch(/^It contains a single space/)
})
