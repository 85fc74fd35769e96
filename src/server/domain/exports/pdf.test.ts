import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { extractImages, extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type Person, useTestApp } from '#testing/app.ts'

const app = useTestApp({ LECTERN_CHROMIUM: process.env.LECTERN_CHROMIUM ?? '' }, { reader: true })
const without = useTestApp({ LECTERN_CHROMIUM: '/nowhere/chromium' })

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

let organizationId = ''
let admin: Person
let spaceId = ''
let ids: Record<'start' | 'deep' | 'hidden', string>
beforeAll(async () => {
  ;({ organizationId, admin } = await app.anOrganization())
  const as = app.as(admin)
  spaceId = (await as(api.spaces.create, { params: { organizationId }, body: { title: 'Harbour / guide' } }))
    .id
  const edit = (changes: Parameters<typeof as<typeof api.spaceContent.edit>>[1]['body']['changes']) =>
    as(api.spaceContent.edit, { params: { spaceId }, body: { changes } })
  const { changes } = await edit([
    {
      operation: 'insert_files',
      files: [{ name: 'dot.png', base64: dot.toString('base64'), contentType: 'image/png', ref: 'dot' }],
    },
    {
      operation: 'insert_page',
      title: 'Start here',
      description: 'What this is about.',
      ref: 'start',
      document: {
        markdown:
          '## Mooring\n\nTie up at [the deep end](./deep.md#berths), see ![a dot](./dot).\n\n```js\nconst knots = 7\n```\n\n<script>document.body.textContent = "ran"</script><img src="http://127.0.0.1:9/outside.png" alt="from outside">',
      },
    },
    { operation: 'insert_page', type: 'group', title: 'Further', ref: 'further' },
    {
      operation: 'insert_page',
      title: 'Left out',
      hidden: true,
      ref: 'hidden',
      document: { markdown: 'Secret handshake.' },
    },
    {
      operation: 'insert_page',
      title: 'Deep end',
      ref: 'deep',
      document: { markdown: '## Berths\n\nNumber eleven. Back to [the start](./start.md).' },
    },
  ])
  const byRef = new Map(
    changes.flatMap((one) => (one.object === 'created_page' ? [[one.ref, one.page.id]] : [])),
  )
  ids = { start: byRef.get('start') ?? '', deep: byRef.get('deep') ?? '', hidden: byRef.get('hidden') ?? '' }
  await edit([{ operation: 'update_page', page: ids.deep, into: byRef.get('further') ?? '' }])
})

async function printed(url: string) {
  const { pathname } = new URL(url)
  const answered = await fetch(`${await app.address()}${pathname}`)
  expect([answered.status, answered.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return new Uint8Array(await answered.arrayBuffer())
}

async function read(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(bytes)
  const { text } = await extractText(pdf)
  const sheets = await Promise.all(
    text.map(async (_, index) => (await pdf.getPage(index + 1)).getAnnotations()),
  )
  const pictures: number[] = []
  for (const number of text.keys()) pictures.push((await extractImages(pdf, number + 1)).length)
  return { pictures, sheets: text, links: sheets.map((links) => links.map(({ dest, url }) => dest ?? url)) }
}

const remaining = () => {
  const folder = join(app.service.config.dataDir, 'tmp', 'printing')
  return existsSync(folder) ? readdirSync(folder) : []
}

describe('the PDF of a space', { timeout: 180_000 }, () => {
  test('has a cover, a table of contents, and every page on a new sheet with working links', async () => {
    const { url } = await app.as(admin)(api.exports.spacePdf, { params: { spaceId }, query: {} })
    expect(url).toMatch(/\/pdf\/[\w.-]+\/Harbour%20-%20guide\.pdf$/)
    const { sheets, links, pictures } = await read(await printed(url))
    expect(sheets).toHaveLength(4)
    expect(sheets[0]).toContain('Harbour / guide')
    expect(sheets[1]).toMatch(/Contents\s+Start here\s+Further\s+Deep end/)
    expect(links[1]).toEqual([`page-${ids.start}`, `page-${ids.deep}`])
    expect(sheets[2]).toMatch(/Start here\s+What this is about\.\s+Tie up at the deep end/)
    expect(sheets[2]).toContain('Mooring')
    expect(sheets[2]).toContain('const knots = 7')
    expect(sheets[2]).toContain('3 / 4')
    expect(pictures[2]).toBe(1)
    expect(pictures[0]).toBe(0)
    expect(links[2]).toEqual([`${ids.deep}-berths`])
    expect(sheets[3]).toMatch(/Deep end\s+Number eleven[\s\S]*Berths/)
    expect(links[3]).toEqual([`page-${ids.start}`])
    expect(sheets.join()).not.toContain('Secret')
    expect(sheets.join()).not.toContain('ran')
    expect(remaining()).toEqual([])
  })

  test('is created once per revision', async () => {
    const ask = () =>
      app.as(admin)(api.exports.spacePdf, { params: { spaceId }, query: { page: ids.deep, only: true } })
    const first = (await ask()).url
    const [one, same] = await Promise.all([printed(first), printed(first)])
    expect(Buffer.compare(one, same)).toBe(0)
    const { sheets } = await read(one)
    expect(sheets).toHaveLength(1)
    expect(sheets[0]).toMatch(/1 \/ 1\s+Deep end\s+Number eleven/)
    await app.as(admin)(api.spaceContent.edit, {
      params: { spaceId },
      body: {
        changes: [{ operation: 'update_page', page: ids.deep, document: { markdown: 'Number twelve.' } }],
      },
    })
    expect((await read(await printed(first))).sheets[0]).toContain('Number eleven')
    expect((await read(await printed((await ask()).url))).sheets[0]).toContain('Number twelve')
  })

  test('is deleted after a day, along with leftovers of a crash', async () => {
    const { dataDir } = app.service.config
    const tmp = join(dataDir, 'tmp')
    const past = new Date(Date.now() - 25 * 60 * 60_000)
    const old = [join(dataDir, 'printed', 'old.pdf'), join(tmp, 'printing', 'left')]
    mkdirSync(join(tmp, 'printing', 'left', 'profile'), { recursive: true })
    mkdirSync(join(dataDir, 'printed'), { recursive: true })
    writeFileSync(join(dataDir, 'printed', 'old.pdf'), '')
    for (const path of old) utimesSync(path, past, past)
    const query = { page: ids.hidden, only: true }
    const { url } = await app.as(admin)(api.exports.spacePdf, { params: { spaceId }, query })
    expect((await read(await printed(url))).sheets[0]).toContain('Secret handshake.')
    expect(old.filter((path) => existsSync(path))).toEqual([])
  })

  test('of a change request has the content of the request', async () => {
    const as = app.as(admin)
    const { id, number } = await as(api.changeRequests.create, {
      params: { spaceId },
      body: { subject: 'Paint' },
    })
    const params = { spaceId, changeRequestId: id }
    await as(api.changeRequestContent.edit, {
      params,
      body: {
        changes: [{ operation: 'update_page', page: ids.start, document: { markdown: 'Freshly painted.' } }],
      },
    })
    const byNumber = { spaceId, changeRequestId: String(number) }
    const whole = await read(
      await printed((await as(api.changeRequests.pdf, { params: byNumber, query: {} })).url),
    )
    expect(whole.sheets[0]).toMatch(/Harbour \/ guide\s+Change request \d+: Paint/)
    expect(whole.sheets[2]).toContain('Freshly painted.')
    const one = await as(api.changeRequests.pdf, { params, query: { page: ids.start, only: true } })
    expect((await read(await printed(one.url))).sheets).toHaveLength(1)
  })
})

describe('the URL of a PDF', () => {
  const ask = (query: { page?: string; only?: boolean }, who = admin) =>
    app.as(who)(api.exports.spacePdf, { params: { spaceId }, query })

  test('is refused for missing or inaccessible content', async () => {
    await expect(ask({ page: 'nowhere' })).rejects.toMatchObject({ status: 404 })
    await expect(ask({ only: true })).rejects.toMatchObject({ status: 400 })
    const { admin: stranger } = await app.anOrganization('Elsewhere')
    await expect(ask({}, stranger)).rejects.toMatchObject({ status: 404 })
  })

  test('is 404 when it was altered or its space was deleted', async () => {
    const { url } = await ask({ page: ids.hidden, only: true })
    const { pathname } = new URL(url)
    const [, prefix, ticket = '', name] = pathname.split('/')
    const [payload = '', signature = ''] = ticket.split('.')
    const other = Buffer.from(payload, 'base64url').toString().replace(ids.hidden, ids.start)
    for (const forged of [`${Buffer.from(other).toString('base64url')}.${signature}`, payload, 'x'])
      expect((await app.send({ method: 'GET', url: `/${prefix}/${forged}/${name}` })).status).toBe(404)
    const created = await app.as(admin)(api.spaces.create, {
      params: { organizationId },
      body: { title: 'Gone' },
    })
    const params = { spaceId: created.id }
    const ofGone = await app.as(admin)(api.exports.spacePdf, { params, query: {} })
    await app.as(admin)(api.spaces.delete, { params })
    expect((await app.send({ method: 'GET', url: new URL(ofGone.url).pathname })).status).toBe(404)
  })

  test('is refused with instructions when Chromium is missing', async () => {
    const there = await without.anOrganization()
    const params = { organizationId: there.organizationId }
    const created = await without.as(there.admin)(api.spaces.create, { params, body: {} })
    await expect(
      without.as(there.admin)(api.exports.spacePdf, { params: { spaceId: created.id }, query: {} }),
    ).rejects.toMatchObject({
      status: 412,
      type: 'precondition_failed',
      message: expect.stringContaining('set LECTERN_CHROMIUM'),
    })
  })
})
