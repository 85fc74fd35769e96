import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import { exportSpace } from '#server/cli/export-space.ts'
import { importFolder } from '#server/importing/import-folder.ts'
import { type Person, useTestApp } from '../app.ts'
import { makeTestFolder } from '../test-folder.ts'
import { countLinks } from './counted-links.ts'
import { applyEdit, type Edit, newText, randomEdits, seededRandom, textAfter } from './edits.ts'
import { allPages, filePathsOf, type ModelPage, modelOf } from './model.ts'
import { mapLinks } from './plain-links.ts'
import { archive, corpusFiles, corpusTexts } from './source.ts'

// Real documentation is imported, edited in change requests and exported. A model without code of the product computes
// the expected result: pages as plain texts by path, links by a search for `](`.

const app = useTestApp()

let admin: Person
let spaceId = ''
const ids = new Map<string, string>()
const files = await corpusFiles()
const model = modelOf({ texts: corpusTexts(files), files: new Set(files.keys()) })
const listed = new Set(filePathsOf(model).values())
/** Exports contain them as they were. */
const unlisted = [...files].filter(
  ([path]) => path.endsWith('.md') && path !== 'SUMMARY.md' && !listed.has(path),
)
const original = new Map([...allPages(model)].map(({ key, title }) => [key, title]))

beforeAll(async () => {
  const organization = await app.anOrganization()
  admin = organization.admin
  const { organizationId } = organization
  ;({ id: spaceId } = await app.as(admin)(api.spaces.create, { params: { organizationId }, body: {} }))
  await importFolder(app.service, { organizationId, spaceId, folder: archive, by: null })
}, 120_000)

const targets = { link: (key: string) => `page:${key}`, app: '' }

test('an import of real documentation, 50 edits in 10 requests and an export match a plain model', async () => {
  const as = app.as(admin)
  const params = { spaceId }
  expect(original.size).toBe(194)
  const { pages } = await as(api.spaceContent.pages, { params, query: {} })
  collectIds(pages, model)
  expect(ids.size).toBe(original.size)

  const edits = randomEdits(model, seededRandom(20_261_121))
  const requests: string[] = []
  for (let n = 0; n < 10; n++) {
    const { id } = await as(api.changeRequests.create, { params })
    requests.push(id)
    const changes: ContentChangeInput[] = []
    for (const edit of edits.slice(n * 5, n * 5 + 5)) changes.push(await changeOf(id, edit))
    await as(api.changeRequestContent.edit, { params: { spaceId, changeRequestId: id }, body: { changes } })
  }
  for (const [n, changeRequestId] of requests.entries()) {
    const of = { params: { spaceId, changeRequestId } }
    // Every second request is updated from the space first.
    if (n % 2 === 1)
      expect(await as(api.changeRequests.updateFromSpace, { ...of, body: {} })).toMatchObject({
        result: 'update',
      })
    expect(await as(api.changeRequests.merge, of)).toMatchObject({ result: 'merge' })
  }
  for (const edit of edits) applyEdit(model, edit, { ...targets, app: `${app.service.urls.base}/o/x` })

  await expectExported()
  await expectCounted()
}, 240_000)

type TreePage = {
  readonly id: string
  readonly title: string
  readonly linkTitle?: string
  readonly pages?: readonly unknown[]
}

/** Maps the pages of the model to those of the service by position. */
function collectIds(pagesOfService: readonly unknown[], pages: readonly ModelPage[]): void {
  const titles = (pagesOfService as TreePage[]).map(({ title, linkTitle }) => linkTitle ?? title)
  expect(titles).toEqual(pages.map(({ title }) => title))
  for (const [index, page] of pages.entries()) {
    const { id, pages: children = [] } = pagesOfService[index] as TreePage
    ids.set(page.key, id)
    collectIds(children, page.children)
  }
}

const idOf = (key: string): string => {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`There is no page ${key}`)
  return id
}

async function changeOf(changeRequestId: string, edit: Edit): Promise<ContentChangeInput> {
  if (edit.kind === 'insert') {
    const { name: title, into } = edit
    return { operation: 'insert_page', title, into: idOf(into), document: { markdown: newText(edit) } }
  }
  const page = idOf(edit.key)
  if (edit.kind === 'delete') return { operation: 'delete_page', page }
  if (edit.kind === 'rename') return { operation: 'update_page', page, title: edit.name }
  if (edit.kind === 'slug') return { operation: 'update_page', page, slug: edit.name }
  if (edit.kind === 'move') return { operation: 'update_page', page, into: idOf(edit.into) }
  const params = { spaceId, changeRequestId, pageId: page }
  const read = await app.as(admin)(api.changeRequestContent.page, { params, query: { format: 'markdown' } })
  const text = 'markdown' in read ? (read.markdown ?? '') : ''
  const targetsInService = {
    link: (key: string) => `/pages/${idOf(key)}`,
    app: `${app.service.urls.base}/o/x`,
  }
  return { operation: 'update_page', page, document: { markdown: textAfter(text, edit, targetsInService) } }
}

/** The files of a folder by path. */
function filesIn(folder: string): ReadonlyMap<string, Buffer> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  return new Map(
    entries.map(({ parentPath, name }) => {
      const full = join(parentPath, name)
      return [full.slice(folder.length + 1), readFileSync(full)]
    }),
  )
}

async function expectExported(): Promise<void> {
  const folder = join(makeTestFolder(), 'exported')
  const organizationId = await organizationOf()
  await exportSpace(app.service, { organizationId, spaceId }, folder)
  const exported = filesIn(folder)
  const paths = filePathsOf(model)
  const pictures = [...files].filter(([path]) => path.startsWith('.gitbook/assets/'))
  const unchanged = [...pictures, ...unlisted]
  expect([...exported.keys()].sort()).toEqual(
    ['.gitbook.yaml', 'SUMMARY.md', ...paths.values(), ...unchanged.map(([path]) => path)].sort(),
  )
  for (const [path, bytes] of unchanged) expect(exported.get(path)?.equals(bytes)).toBe(true)
  const keyAt = new Map([...paths].map(([key, path]) => [path, key]))
  for (const page of allPages(model)) {
    const path = paths.get(page.key)
    if (path === undefined) continue
    const text = textOf(exported.get(path)?.toString() ?? '')
    const resolved = mapLinks(text, (url) => resolveUrl(url, path, keyAt))
    expect({ path, text: resolved.trim() }).toEqual({ path, text: withoutDeletedPages(page.text).trim() })
  }
  const summary = exported.get('SUMMARY.md')?.toString().split('\n').filter(Boolean)
  expect(summary?.map(unescaped)).toEqual(summaryOf(model, paths).map(unescaped))
}

const organizationOf = async (): Promise<string> =>
  (await app.as(admin)(api.spaces.get, { params: { spaceId } })).organization

/** The text of an exported page, without front matter and without its title. */
const textOf = (file: string): string =>
  file.replace(/^---\n[\s\S]*?\n---\n+/, '').replace(/^# [^\n]*\n+/, '')

const unescaped = (line: string): string => line.replace(/\\(.)/g, '$1')

/** Resolves a URL in an exported file to a page or file of the export. */
function resolveUrl(url: string, from: string, keyAt: ReadonlyMap<string, string>): string {
  const [, address = '', fragment = ''] = /^([^#]*)(#.*)?$/.exec(url) ?? []
  if (address.startsWith('/pages/')) return `gone${fragment}`
  if (address === '' || /^[a-z]+:/i.test(address)) return url
  for (const base of [posix.dirname(from), from.replace(/\.md$/, '')]) {
    const path = posix.join(base, decodeURIComponent(address)).replace(/\/$/, '')
    if (files.has(path) && !path.endsWith('.md')) return `file:${posix.basename(path)}`
    for (const candidate of [path, `${path}.md`, `${path}/README.md`]) {
      const key = keyAt.get(candidate)
      if (key !== undefined) return `page:${key}${fragment}`
      if (files.has(candidate)) return `gone${fragment}`
    }
  }
  return url
}

/** Marks links to deleted pages; links to missing images remain unchanged. */
function withoutDeletedPages(text: string): string {
  const keys = new Set([...allPages(model)].map(({ key }) => key))
  return mapLinks(text, (url) => {
    const [, key, fragment = ''] = /^page:([^#]*)(#.*)?$/.exec(url) ?? []
    return key === undefined || keys.has(key) ? url : `gone${fragment}`
  })
}

function summaryOf(pages: readonly ModelPage[], paths: ReadonlyMap<string, string>): string[] {
  const lines = (some: readonly ModelPage[], indent: string): string[] =>
    some.flatMap(({ key, title, children }) => {
      const name = title.replace(/[\\`*_[\]<>&#~|$!{}]/g, '\\$&')
      const path = paths.get(key)
      return [
        `${indent}* ${path === undefined ? name : `[${name}](${path})`}`,
        ...lines(children, `${indent}  `),
      ]
    })
  return ['# Table of contents', ...lines(pages, '')]
}

async function expectCounted(): Promise<void> {
  const { stats, items } = await app.as(admin)(api.spaceLinks.list, {
    params: { spaceId },
    query: { status: 'in-app', limit: 100 },
  })
  const names = new Set([...files.keys()].map((path) => posix.basename(path)))
  const { ok, broken, inApp } = countLinks(model, names, app.service.urls.base)
  expect({ total: stats.total, broken: stats.broken.total, inApp: items.length }).toEqual({
    total: ok + broken + inApp,
    broken,
    inApp,
  })
  expect(broken).toBeGreaterThan(20)
  expect(inApp).toBe(1)
}
