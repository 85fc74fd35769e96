import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import { type Call, expect, expectNoOverflow, type Seed, test } from './fixtures.ts'

const start = `
Fluent text with \`code\` and a [link to the second page](/second.md).

## Install

{% hint style="warning" %}
Mind the gap.
{% endhint %}

\`\`\`ts
export const greet = (name: string): string => \`Good morning, \${name}\`
\`\`\`

{% tabs %}
{% tab title="npm" %}
Run npm.
{% endtab %}

{% tab title="Docker" %}
Run Docker.
{% endtab %}
{% endtabs %}

## Configure

${'A paragraph that takes its place. '.repeat(120)}

### In detail

| Key | Value |
| --- | --- |
| a | b |
`

const insert = (title: string, markdown: string, into?: string): ContentChangeInput => ({
  operation: 'insert_page',
  title,
  document: { markdown },
  ...(into === undefined ? {} : { into }),
})

/** A published site of two sections; answers the address of its root. */
async function publish(callApi: Call, seed: Seed): Promise<string> {
  const siteId = await seed.site('Harbour', ['Guides', 'Reference'])
  const params = { organizationId: seed.organizationId, siteId }
  const { items } = await callApi(api.siteSections.list, { params })
  const spaceId = items[0]?.siteSpaces[0]?.space?.id ?? ''
  const edit = (...changes: ContentChangeInput[]) =>
    callApi(api.spaceContent.edit, { params: { spaceId }, body: { changes } })
  await edit(insert('Start', start), insert('Second', 'All about zebras.\n\n## Stripes\n\nBlack and white.'))
  const { pages } = await callApi(api.spaceContent.get, { params: { spaceId } })
  await edit(insert('Third', 'Below.', pages.find(({ title }) => title === 'Second')?.id ?? ''))
  return seed.publish(siteId)
}

/** Collects what must not happen on a page: errors, refusals by the policy, requests to other hosts. */
function watch(page: Page, root: string): string[] {
  const wrong: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') wrong.push(message.text())
  })
  page.on('pageerror', (error) => wrong.push(String(error)))
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== new URL(root).origin) wrong.push(request.url())
  })
  return wrong
}

test('a reader navigates by sections, page tree, table of contents and pager', async ({
  page,
  callApi,
  seed,
}) => {
  const root = await publish(callApi, seed)
  const wrong = watch(page, root)
  await page.goto(root)
  await expect(page).toHaveTitle('Guides page · Harbour')
  const sections = page.getByRole('navigation', { name: 'Sections' }).first()
  await expect(sections.getByRole('link')).toHaveText(['Guides', 'Reference'])
  const tree = page.getByRole('navigation', { name: 'Pages', exact: true })
  await tree.getByRole('link', { name: 'Start' }).click()
  await expect(page).toHaveURL(`${root}start`)
  await expect(tree.getByRole('link', { name: 'Start' })).toHaveAttribute('aria-current', 'page')

  const contents = page.getByRole('navigation', { name: 'On this page' })
  await contents.getByRole('link', { name: 'In detail' }).click()
  await expect(page).toHaveURL(`${root}start#in-detail`)
  await expect(page.getByRole('heading', { name: 'In detail' })).toBeInViewport()

  await page.getByRole('tab', { name: 'Docker' }).click()
  await expect(page.getByText('Run Docker.')).toBeVisible()
  await expect(page.getByText('Run npm.')).toBeHidden()
  await expect(page.locator('.code .t-k').first()).toHaveText('export')
  await page.context().grantPermissions(['clipboard-write'])
  const copy = page.locator('[data-copy-page]').first()
  await copy.click()
  await expect(copy).toHaveText('Copied')
  await copy.click()
  await expect(copy).toHaveText('Copy as Markdown')

  const turn = page.getByRole('navigation', { name: 'Previous and next page' })
  await turn.getByRole('link', { name: 'Next Second' }).click()
  await expect(page).toHaveURL(`${root}second`)
  await tree.getByRole('link', { name: 'Third' }).click()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link')).toHaveText([
    'Guides',
    'Second',
  ])
  await sections.getByRole('link', { name: 'Reference' }).click()
  await expect(page).toHaveURL(`${root}reference/`)
  await page.goto(`${root}nowhere`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await page.setViewportSize({ width: 390, height: 800 })
  await page
    .getByRole('navigation', { name: 'Sections and pages' })
    .getByRole('link', { name: 'Reference' })
    .click()
  await expect(page).toHaveURL(`${root}reference/`)
  expect(wrong.filter((text) => !text.includes('404'))).toEqual([])
})

test('search shows results while typing and opens the matching section', async ({ page, callApi, seed }) => {
  const root = await publish(callApi, seed)
  const wrong = watch(page, root)
  await page.goto(root)
  await page.keyboard.press('/')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await dialog.getByRole('combobox').fill('stripe')
  await expect(dialog.getByRole('option')).toHaveCount(2)
  await expect(dialog.getByText('2 results in 1 page', { exact: true })).toBeVisible()
  const isOpened = dialog.getByRole('combobox').evaluate((input) => {
    let isClicked = false
    document.querySelector('[role="option"]')?.addEventListener('click', () => {
      isClicked = true
    })
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }))
    return isClicked
  })
  expect(await isOpened, 'by the key that confirms a Japanese word').toBe(false)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/second\?q=stripes?#stripes$/)
  expect(wrong).toEqual([])
})

test('the chosen color scheme persists and applies before the first paint', async ({
  page,
  callApi,
  seed,
}) => {
  const root = await publish(callApi, seed)
  const wrong = watch(page, root)
  await page.goto(root)
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  await expect.poll(ground).not.toBe(light)
  await page.goto(`${root}start`)
  expect(await ground()).not.toBe(light)
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark')
  expect(wrong).toEqual([])
})

test('a page works without JavaScript and links to its Markdown', async ({ browser, callApi, seed }) => {
  const root = await publish(callApi, seed)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${root}start`)
  await expect(page.getByText('Run Docker.')).toBeVisible()
  await page.getByRole('searchbox').fill('stripes')
  await page.keyboard.press('Enter')
  await page
    .locator('main')
    .getByRole('link', { name: /Stripes/ })
    .click()
  await expect(page).toHaveURL(/second\?q=stripes?#stripes$/)
  const markdown = await page.request.get(`${root}start.md`)
  expect(markdown.headers()['content-type']).toContain('text/markdown')
  expect(await markdown.text()).toContain('# Start')
  await context.close()
})

for (const width of [1440, 390]) {
  test(`pages, search and errors are accessible at ${width} pixels`, async ({
    page,
    callApi,
    seed,
    expectAccessibleInBothThemes,
  }) => {
    const root = await publish(callApi, seed)
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['start', '~search?q=zebra', 'nowhere']) {
      await page.goto(root + path)
      await expectAccessibleInBothThemes(page)
    }
    await expectNoOverflow(page)
  })
}
