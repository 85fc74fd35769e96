import { api } from '#contract/api.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'

test('redirects are added, tested, edited by keyboard, deleted and restored', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const siteId = await seed.site('Halden Docs', ['Guides', 'Reference'])
  const params = { organizationId: seed.organizationId, siteId }
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/redirects`)
  await expect(page.getByText('No redirects yet')).toBeVisible()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'New redirect' })
  await dialog.getByLabel('From').fill('/old?id=1')
  await dialog.getByRole('button', { name: 'Add redirect' }).click()
  await expect(dialog.getByText('leave out “?”, “#” and a slash at the end')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('From').fill('https://example.org/old/')
  await dialog.getByLabel('To', { exact: true }).selectOption({ label: 'Section Reference' })
  await dialog.getByRole('button', { name: 'Add redirect' }).click()
  const list = page.getByRole('grid', { name: 'Redirects' })
  await expect(list.locator('[data-row]')).toHaveText([/\/old.*Reference/])

  await page.getByLabel('Path to test').fill('/OLD')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: /\/reference/ })).toBeVisible()
  await page.getByLabel('Path to test').fill('/nowhere')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No redirect from /nowhere')).toBeVisible()

  await page.reload()
  await expect(list.locator('[data-row]')).toHaveCount(1)
  await list.locator('[data-row]').focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText('Deleted the redirect from /old')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(list.locator('[data-row]')).toHaveCount(1)

  await page.keyboard.press('c')
  await dialog.getByLabel('From').fill('/manual/*')
  await dialog.getByLabel('To', { exact: true }).selectOption({ label: 'Section Reference' })
  await dialog.getByLabel('Add the rest of the path').check()
  await dialog.getByRole('button', { name: 'Add redirect' }).click()
  const manual = list.locator('[data-row]', { hasText: '/manual/*' })
  await expect(manual).toContainText(/Reference.*and the rest of the path/)
  await manual.focus()
  await page.keyboard.press('Delete')
  await expect(manual).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(manual).toContainText('and the rest of the path')
  const { items } = await callApi(api.siteRedirects.list, { params })
  expect(items.map(({ source, captureWildcard }) => [source, captureWildcard === true])).toEqual([
    ['/old', false],
    ['/manual/*', true],
  ])
})

test('pasted redirects are previewed, and the valid ones are saved', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const siteId = await seed.site('Halden Docs', ['Guides'])
  const params = { organizationId: seed.organizationId, siteId }
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/redirects?dialog=paste`)
  const dialog = page.getByRole('dialog', { name: 'Paste redirects' })
  const file = {
    name: '.gitbook.yaml',
    mimeType: 'text/yaml',
    buffer: Buffer.from('redirects:\n  old: guides-page.md\n'),
  }
  await dialog.getByLabel('File with redirects').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByRole('row')).toHaveText([/Line/, /\/old.*New/])
  await dialog.getByRole('button', { name: 'Back' }).click()
  const text = dialog.getByRole('textbox', { name: 'Redirects' })
  await text.fill('')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByText('Enter at least one redirect')).toBeVisible()
  await text.fill('/a, https://example.org/a\n/b, somewhere\n/c\t/guides/guides-page#top\n')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByRole('row')).toHaveText([
    /Line/,
    /\/b.*somewhere.*Skipped/,
    /\/c.*\/guides\/guides-page.*New: without “#top”/,
    /\/a.*New/,
  ])
  await expectAccessible(page)
  expect((await callApi(api.siteRedirects.list, { params })).count).toBe(0)
  await expect(dialog.getByRole('button', { name: 'Save 2 redirects' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Stay' }).click()
  await dialog.getByRole('region', { name: 'Result' }).press('Control+Enter')
  await expect(page.getByRole('grid', { name: 'Redirects' }).locator('[data-row]')).toHaveCount(2)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await expectAccessible(page)
})

test('a reader sees the redirects and cannot change them', async ({ page, seed, callApi, signInAs }) => {
  const siteId = await seed.site('Halden Docs', ['Guides'])
  const params = { organizationId: seed.organizationId, siteId }
  await callApi(api.siteRedirects.create, {
    params,
    body: { source: '/old', destination: { kind: 'external', url: 'https://example.org/' } },
  })
  await signInAs('read')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/redirects`)
  await expect(page.getByText('/old', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New redirect' })).toBeHidden()
})

test('redirects with problems have warnings, and can be shown alone', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  const siteId = await seed.site('Halden Docs', ['Guides'])
  const params = { organizationId: seed.organizationId, siteId }
  const { basename = '' } = await callApi(api.sites.get, { params })
  const { origin } = new URL((await callApi(api.sites.publish, { params })).urls.published ?? '')
  for (const [source, url] of [
    ['/first', `${origin}/sites/${basename}/second`],
    ['/second', 'https://example.org/'],
  ] as const)
    await callApi(api.siteRedirects.create, {
      params,
      body: { source, destination: { kind: 'external', url } },
    })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/redirects`)
  const rows = page.getByRole('grid', { name: 'Redirects' }).locator('[data-row]')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: '/first' })).toContainText('Goes through /second')
  await page.getByRole('button', { name: '1 warning' }).click()
  await expect(rows).toHaveCount(1)
  await page.reload()
  await expect(rows).toHaveText([/\/first/])
  await page.getByRole('button', { name: '1 warning' }).click()
  await expect(rows).toHaveCount(2)
})
