import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import { payloads, payloadTexts } from './fixtures/payloads.ts'
import { type Call, expect, type Seed, test } from './fixtures.ts'
import { activeElements, expectRecording, expectViolationsRecorded, recordIncidents } from './incidents.ts'
import { goToView } from './navigation.ts'

// Content is shown to others and must never run. The first test turns the content security policy off to show that the
// content itself is harmless. The second leaves it on and checks that it had nothing to block, which shows the same.

const kinds = [...payloadTexts.keys()]

/** Puts payloads everywhere they fit, in spaces of a published site. */
async function createHostileContent(callApi: Call, seed: Seed) {
  const siteId = await seed.site('<img src=x onerror=hit(1000)>', ['Alone', 'Together', 'Imported'])
  const site = { organizationId: seed.organizationId, siteId }
  const { items } = await callApi(api.siteSections.list, { params: site })
  const [single = '', combined = '', imported = ''] = items.map(
    ({ siteSpaces }) => siteSpaces[0]?.space?.id ?? '',
  )
  const write = async (spaceId: string, changes: readonly ContentChangeInput[]) => {
    for (let from = 0; from < changes.length; from += 50)
      await callApi(api.spaceContent.edit, {
        params: { spaceId },
        body: { changes: changes.slice(from, from + 50) },
      })
  }
  await write(single, payloads.map(singlePage))
  await write(combined, [...files, ...kinds.map(combinedPage)])
  await importInto(callApi, seed.organizationId, imported)
  const { urls } = await callApi(api.sites.publish, { params: site })
  return { single, combined, imported, root: urls.published ?? '' }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')

const singlePage = ({ number, text }: (typeof payloads)[number]): ContentChangeInput => ({
  operation: 'insert_page',
  title: `${number} ${oneLine(text)}`,
  slug: `p${number}`,
  description: oneLine(text),
  emoji: '<img src=x onerror=hit(1001)>',
  document: { markdown: text },
})

const combinedPage = (kind: string, index: number): ContentChangeInput => ({
  operation: 'insert_page',
  title: kind,
  slug: `k${index}`,
  document: { markdown: payloadTexts.get(kind) ?? '' },
})

const hostile = `<svg xmlns="http://www.w3.org/2000/svg" onload="hit(1002)"><script>hit(1003)</script></svg>`
const fileInput = (name: string, text: string, contentType: string) => ({
  name,
  contentType,
  base64: Buffer.from(text).toString('base64'),
})
const files: ContentChangeInput[] = [
  {
    operation: 'insert_files',
    files: [
      fileInput('<img src=x onerror=hit(1004)>.svg', hostile, 'image/svg+xml'),
      fileInput('plain.svg', hostile, 'image/svg+xml'),
      fileInput('page.html', '<script>hit(1005)</script>', 'text/html'),
      fileInput(
        'page.xhtml',
        `<html xmlns="http://www.w3.org/1999/xhtml"><script>hit(1006)</script></html>`,
        'application/xhtml+xml',
      ),
      fileInput('picture.png', '<script>hit(1007)</script>', 'image/png'),
    ],
  },
]

/** Imports Markdown with front matter, HTML, and a table of contents whose entries are payloads. */
async function importInto(callApi: Call, organizationId: string, spaceId: string): Promise<void> {
  const form = new FormData()
  const addFile = (name: string, text: string) => form.append('files', new Blob([text]), name)
  const entries = kinds.flatMap((_, index) => [
    `* [m${index}](m${index}.md)`,
    `* [h${index}](h${index}.html)`,
  ])
  const hostileEntries = payloads.flatMap(({ text }) => [
    `* ${oneLine(text)}`,
    `* [${oneLine(text)}](javascript:hit(1008))`,
  ])
  addFile('SUMMARY.md', ['# Table of contents', '', ...entries, ...hostileEntries].join('\n'))
  for (const [index, kind] of kinds.entries()) {
    const text = payloadTexts.get(kind) ?? ''
    addFile(
      `m${index}.md`,
      `---\ndescription: ${JSON.stringify('<img src=x onerror=hit(1009)>')}\nemoji: "<b onclick=hit(1010)>"\n---\n\n# m${index}\n\n${text}`,
    )
    addFile(
      `h${index}.html`,
      `<!doctype html><title><img src=x onerror=hit(1011)></title><main><h1>h${index}</h1>${text}</main>`,
    )
  }
  const { id: importRunId } = await callApi(api.spaceContent.upload, { params: { spaceId }, body: form })
  const params = { organizationId, importRunId }
  await expect
    .poll(async () => (await callApi(api.imports.get, { params })).status, { timeout: 60_000 })
    .toBe('completed')
}

async function expectHarmless(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.waitForLoadState('load')
  expect({ url, found: await activeElements(page) }).toEqual({ url, found: [] })
}

/** Checks the dashboard views that show content, once their content is visible. */
async function checkDashboard(
  page: Page,
  callApi: Call,
  seed: Seed,
  content: Awaited<ReturnType<typeof createHostileContent>>,
) {
  const { combined, single, imported } = content
  const { pages } = await callApi(api.spaceContent.pages, { params: { spaceId: combined } })
  const request = await callApi(api.changeRequests.create, {
    params: { spaceId: combined },
    body: { subject: '<img src=x onerror=hit(1012)>' },
  })
  const params = { spaceId: combined, changeRequestId: request.id }
  const payloadPages = pages.filter(({ title }) => kinds.includes(title))
  const changes = payloadPages.map(({ id, title }) => ({
    operation: 'update_page' as const,
    page: id,
    document: {
      markdown: `Another beginning.\n\n${payloadTexts.get(title)}`.replaceAll(
        '## needle',
        '## changed needle',
      ),
    },
  }))
  await callApi(api.changeRequestContent.edit, { params, body: { changes } })
  for (const { id, title } of payloadPages) {
    const body = { body: { markdown: payloadTexts.get(title) ?? '' }, page: id }
    await callApi(api.spaceComments.create, { params: { spaceId: combined }, body })
    await callApi(api.changeRequestComments.create, { params, body })
  }
  await page.goto(`/s/${combined}`)
  await expect(page.getByRole('treegrid', { name: 'Pages' })).toBeVisible()
  const expectHarmlessView = async (url: string, text: string | RegExp) => {
    await goToView(page, url)
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 30_000 })
    expect({ url, found: await activeElements(page) }).toEqual({ url, found: [] })
  }
  for (const { id } of payloadPages) {
    await expectHarmlessView(`/s/${combined}/p/${id}`, /^needle \d/)
    await expectHarmlessView(`/s/${combined}/p/${id}/edit`, /^needle \d/)
  }
  await expectHarmlessView(`/s/${combined}/changes/${request.number}`, /^changed needle \d/)
  await expectHarmlessView(`/s/${combined}/changes/${request.number}/overview`, /needle \d/)
  await expectHarmlessView(`/s/${combined}/comments`, /needle \d/)
  await expectHarmlessView(`/s/${combined}/history`, /changed|Edited|page/i)
  await expectHarmlessView(`/s/${single}`, /^0 <script>/)
  await expectHarmlessView(`/s/${imported}`, 'm0')
  await expectHarmlessView(`/o/${seed.organizationId}/search?q=needle`, /needle/)
  await expectHarmlessView(`/o/${seed.organizationId}/search?q=onerror`, /onerror/)
  await expectHarmlessView(`/o/${seed.organizationId}/sites`, /onerror/)
}

async function checkSite(
  page: Page,
  callApi: Call,
  content: Awaited<ReturnType<typeof createHostileContent>>,
) {
  const { root, imported } = content
  for (const index of kinds.keys()) await expectHarmless(page, `${root}together/k${index}`)
  const { pages } = await callApi(api.spaceContent.pages, { params: { spaceId: imported } })
  for (const imported of pages)
    if (/^[mh]\d+$/.test(imported.title) && 'path' in imported)
      await expectHarmless(page, `${root}imported/${imported.path}`)
  for (const question of ['needle', 'onerror', 'script', '"><img src=x onerror=hit(1013)>'])
    await expectHarmless(page, `${root}~search?q=${encodeURIComponent(question)}`)
  await page.keyboard.press('/')
  await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('onerror')
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
  expect(await activeElements(page)).toEqual([])
}

test.describe('without the content security policy', () => {
  test.use({ bypassCSP: true })

  test('no content runs, loads from other origins or leaves active elements in a page', async ({
    page,
    context,
    callApi,
    seed,
  }) => {
    test.setTimeout(300_000)
    expect(payloads.length).toBeGreaterThanOrEqual(80)
    const content = await createHostileContent(callApi, seed)
    const incidents = await recordIncidents(context, content.root)
    await expectRecording(page, incidents)
    await Promise.all(
      [0, 1, 2].map(async (part) => {
        const tab = await context.newPage()
        for (const { number } of payloads)
          if (number % 3 === part) await expectHarmless(tab, `${content.root}p${number}`)
        await tab.close()
      }),
    )
    await checkSite(page, callApi, content)
    expect(incidents.ran).toEqual([])
    expect([...incidents.foreignRequests]).toEqual([])
  })
})

test('the content security policy has nothing to block, and files opened directly run nothing', async ({
  page,
  context,
  callApi,
  seed,
  signInAs,
}) => {
  test.setTimeout(300_000)
  const content = await createHostileContent(callApi, seed)
  const incidents = await recordIncidents(context, content.root)
  await signInAs('admin')
  await checkSite(page, callApi, content)
  expect(incidents.violations).toEqual([])
  await expectViolationsRecorded(page, incidents)
  await checkDashboard(page, callApi, seed, content)
  expect(incidents.violations).toEqual([])

  const { items } = await callApi(api.spaceContent.files, {
    params: { spaceId: content.combined },
    query: {},
  })
  expect(items).toHaveLength(5)
  for (const { downloadURL } of items) {
    // Files that are not displayed are downloaded, which ends the navigation.
    await page
      .goto(downloadURL)
      .catch((error: Error) => expect(error.message).toMatch(/Download is starting|ERR_ABORTED/))
    await page.waitForTimeout(100)
  }
  expect(incidents.ran).toEqual([])
  expect([...incidents.foreignRequests]).toEqual([])
})
