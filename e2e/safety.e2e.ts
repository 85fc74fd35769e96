import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import { payloads, payloadTexts } from './fixtures/payloads.ts'
import { type Call, expect, type Seed, test } from './fixtures.ts'
import { expectNoticed, suspects, watch } from './watching.ts'

// What people write is shown to others and never runs. The first test takes the policy of the pages away, so that
// what is written is harmless by itself; the second leaves it, and finds that nothing even tried.

const kinds = [...payloadTexts.keys()]

/** Everywhere a payload can be put, in spaces that a published site shows. */
async function aHostilePlace(as: Call, seed: Seed) {
  const siteId = await seed.site('<img src=x onerror=hit(1000)>', ['Alone', 'Together', 'Imported'])
  const site = { organizationId: seed.organizationId, siteId }
  const { items } = await as(api.siteSections.list, { params: site })
  const [alone = '', together = '', imported = ''] = items.map(
    ({ siteSpaces }) => siteSpaces[0]?.space?.id ?? '',
  )
  const write = async (spaceId: string, changes: readonly ContentChangeInput[]) => {
    for (let from = 0; from < changes.length; from += 50)
      await as(api.spaceContent.edit, {
        params: { spaceId },
        body: { changes: changes.slice(from, from + 50) },
      })
  }
  await write(alone, payloads.map(alonePage))
  await write(together, [...files, ...kinds.map(togetherPage)])
  await importInto(as, seed.organizationId, imported)
  const { urls } = await as(api.sites.publish, { params: site })
  return { alone, together, imported, root: urls.published ?? '' }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')

const alonePage = ({ number, text }: (typeof payloads)[number]): ContentChangeInput => ({
  operation: 'insert_page',
  title: `${number} ${oneLine(text)}`,
  slug: `p${number}`,
  description: oneLine(text),
  emoji: '<img src=x onerror=hit(1001)>',
  document: { markdown: text },
})

const togetherPage = (kind: string, index: number): ContentChangeInput => ({
  operation: 'insert_page',
  title: kind,
  slug: `k${index}`,
  document: { markdown: payloadTexts.get(kind) ?? '' },
})

const hostile = `<svg xmlns="http://www.w3.org/2000/svg" onload="hit(1002)"><script>hit(1003)</script></svg>`
const inFile = (name: string, text: string, contentType: string) => ({
  name,
  contentType,
  base64: Buffer.from(text).toString('base64'),
})
const files: ContentChangeInput[] = [
  {
    operation: 'insert_files',
    files: [
      inFile('<img src=x onerror=hit(1004)>.svg', hostile, 'image/svg+xml'),
      inFile('plain.svg', hostile, 'image/svg+xml'),
      inFile('page.html', '<script>hit(1005)</script>', 'text/html'),
      inFile(
        'page.xhtml',
        `<html xmlns="http://www.w3.org/1999/xhtml"><script>hit(1006)</script></html>`,
        'application/xhtml+xml',
      ),
      inFile('picture.png', '<script>hit(1007)</script>', 'image/png'),
    ],
  },
]

/** Markdown with a head, HTML, and a table of contents whose entries are payloads themselves. */
async function importInto(as: Call, organizationId: string, spaceId: string): Promise<void> {
  const form = new FormData()
  const put = (name: string, text: string) => form.append('files', new Blob([text]), name)
  const entries = kinds.flatMap((_, index) => [
    `* [m${index}](m${index}.md)`,
    `* [h${index}](h${index}.html)`,
  ])
  const hostileEntries = payloads.flatMap(({ text }) => [
    `* ${oneLine(text)}`,
    `* [${oneLine(text)}](javascript:hit(1008))`,
  ])
  put('SUMMARY.md', ['# Table of contents', '', ...entries, ...hostileEntries].join('\n'))
  for (const [index, kind] of kinds.entries()) {
    const text = payloadTexts.get(kind) ?? ''
    put(
      `m${index}.md`,
      `---\ndescription: ${JSON.stringify('<img src=x onerror=hit(1009)>')}\nemoji: "<b onclick=hit(1010)>"\n---\n\n# m${index}\n\n${text}`,
    )
    put(
      `h${index}.html`,
      `<!doctype html><title><img src=x onerror=hit(1011)></title><main><h1>h${index}</h1>${text}</main>`,
    )
  }
  const { id: importRunId } = await as(api.spaceContent.upload, { params: { spaceId }, body: form })
  const params = { organizationId, importRunId }
  await expect
    .poll(async () => (await as(api.imports.get, { params })).status, { timeout: 60_000 })
    .toBe('completed')
}

async function look(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.waitForLoadState('load')
  expect({ address, found: await suspects(page) }).toEqual({ address, found: [] })
}

/** The views of the dashboard that show what others wrote, with what must be on them before they are looked at. */
async function lookAtDashboard(
  page: Page,
  as: Call,
  seed: Seed,
  place: Awaited<ReturnType<typeof aHostilePlace>>,
) {
  const { together, alone, imported } = place
  const { pages } = await as(api.spaceContent.pages, { params: { spaceId: together } })
  const request = await as(api.changeRequests.create, {
    params: { spaceId: together },
    body: { subject: '<img src=x onerror=hit(1012)>' },
  })
  const params = { spaceId: together, changeRequestId: request.id }
  const written = pages.filter(({ title }) => kinds.includes(title))
  const changes = written.map(({ id, title }) => ({
    operation: 'update_page' as const,
    page: id,
    document: {
      markdown: `Another beginning.\n\n${payloadTexts.get(title)}`.replaceAll(
        '## needle',
        '## changed needle',
      ),
    },
  }))
  await as(api.changeRequestContent.edit, { params, body: { changes } })
  for (const { id, title } of written) {
    const body = { body: { markdown: payloadTexts.get(title) ?? '' }, page: id }
    await as(api.spaceComments.create, { params: { spaceId: together }, body })
    await as(api.changeRequestComments.create, { params, body })
  }
  const seen = async (address: string, text: string | RegExp) => {
    await page.goto(address)
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 30_000 })
    expect({ address, found: await suspects(page) }).toEqual({ address, found: [] })
  }
  for (const { id } of written) {
    await seen(`/s/${together}/p/${id}`, /^needle \d/)
    await seen(`/s/${together}/p/${id}/edit`, /^needle \d/)
  }
  await seen(`/s/${together}/changes/${request.number}`, /^changed needle \d/)
  await seen(`/s/${together}/changes/${request.number}/conversation`, /needle \d/)
  await seen(`/s/${together}/comments`, /needle \d/)
  await seen(`/s/${together}/history`, /changed|Edited|page/i)
  await seen(`/s/${alone}`, /^0 <script>/)
  await seen(`/s/${imported}`, 'm0')
  await seen(`/o/${seed.organizationId}/search?q=needle`, /needle/)
  await seen(`/o/${seed.organizationId}/search?q=onerror`, /onerror/)
  await seen(`/o/${seed.organizationId}/sites`, /onerror/)
}

async function lookAtSite(page: Page, as: Call, place: Awaited<ReturnType<typeof aHostilePlace>>) {
  const { root, imported } = place
  for (const index of kinds.keys()) await look(page, `${root}together/k${index}`)
  const { pages } = await as(api.spaceContent.pages, { params: { spaceId: imported } })
  for (const one of pages)
    if (/^[mh]\d+$/.test(one.title) && 'path' in one) await look(page, `${root}imported/${one.path}`)
  for (const question of ['needle', 'onerror', 'script', '"><img src=x onerror=hit(1013)>'])
    await look(page, `${root}~search?q=${encodeURIComponent(question)}`)
  await page.keyboard.press('/')
  await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('onerror')
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
  expect(await suspects(page)).toEqual([])
}

test.describe('without the policy of the pages', () => {
  test.use({ bypassCSP: true })

  test('nothing that was written runs, loads from elsewhere or stands in a page ready to run', async ({
    page,
    context,
    api: as,
    seed,
    signInAs,
  }) => {
    test.setTimeout(300_000)
    expect(payloads.length).toBeGreaterThanOrEqual(80)
    const place = await aHostilePlace(as, seed)
    const noted = await watch(context, place.root)
    await expectNoticed(page, noted)
    await signInAs('admin')
    for (const { number } of payloads) await look(page, `${place.root}p${number}`)
    await lookAtSite(page, as, place)
    await lookAtDashboard(page, as, seed, place)
    expect(noted.ran).toEqual([])
    expect([...noted.outside]).toEqual([])
  })
})

test('the policy of the pages has nothing to refuse, and files opened for themselves do nothing', async ({
  page,
  context,
  api: as,
  seed,
  signInAs,
}) => {
  test.setTimeout(300_000)
  const place = await aHostilePlace(as, seed)
  const noted = await watch(context, place.root)
  await signInAs('admin')
  await lookAtSite(page, as, place)
  await lookAtDashboard(page, as, seed, place)
  expect(noted.refused).toEqual([])

  const { items } = await as(api.spaceContent.files, { params: { spaceId: place.together }, query: {} })
  expect(items).toHaveLength(5)
  for (const { downloadURL } of items) {
    // What is not shown is offered for download, which is no navigation.
    await page
      .goto(downloadURL)
      .catch((error: Error) => expect(error.message).toMatch(/Download is starting|ERR_ABORTED/))
    await page.waitForTimeout(100)
  }
  expect(noted.ran).toEqual([])
  expect([...noted.outside]).toEqual([])
})
