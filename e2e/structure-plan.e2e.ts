import { api } from '#contract/api.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'
import { drag, expectOutline, plan, row } from './structure-tree.ts'

test('a plan is reviewed and published; it follows changes of others, and can be undone', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  const siteId = await seed.site('Docs', ['Alpha', 'Beta', 'Gamma'])
  const params = { organizationId: seed.organizationId, siteId }
  await callApi(api.siteSectionGroups.create, { params, body: { title: 'Products' } })
  const titles = async () =>
    (await callApi(api.siteSections.list, { params })).items.map(({ title }) => title)
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/structure`)
  await expect(row(page, 'Gamma')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Plan changes' })).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('>plan changes')
  await page.getByRole('option', { name: 'Plan changes' }).click()
  await expect(plan(page)).toContainText('Arrange the new structure')
  await drag(page, row(page, 'Gamma'), row(page, 'Alpha'), 0.1)
  await expectOutline([page], 'Gamma 1', 'Alpha 1', 'Beta 1', 'Products 1')
  await expect(plan(page)).toContainText('Gamma moves')
  await row(page, 'Beta').focus()
  await page.keyboard.press('p')
  await page.keyboard.type('reference')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Beta')).toHaveClass(/is-planned/)
  await expect(row(page, 'Beta').getByRole('button', { name: /change the path of Beta/ })).toContainText(
    '/beta /reference',
  )
  await expect(plan(page)).toContainText('Beta takes the path reference')
  await row(page, 'Alpha').focus()
  await page.keyboard.press('m')
  await page.getByRole('option', { name: 'Products' }).click()
  await page.getByRole('button', { name: 'Move into Products' }).click()
  await expectOutline([page], 'Gamma 1', 'Beta 1', 'Products 1', 'Alpha 2')
  await page.getByRole('button', { name: /^Remove: Alpha moves into Products/ }).click()
  await expectOutline([page], 'Gamma 1', 'Alpha 1', 'Beta 1', 'Products 1')
  expect(await titles()).toEqual(['Alpha', 'Beta', 'Gamma'])

  const [alpha] = (await callApi(api.siteSections.list, { params })).items
  await callApi(api.siteSections.update, {
    params: { ...params, siteSectionId: alpha?.id ?? '' },
    body: { title: 'Overview' },
  })
  await expectOutline([page], 'Gamma 1', 'Overview 1', 'Beta 1', 'Products 1')
  await expect(plan(page)).toContainText('The plan now builds on it')

  await expect(page.getByText('This site isn’t published')).toBeVisible()
  await page.getByRole('button', { name: 'Publish 2 changes' }).focus()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Published 2 changes')).toBeVisible()
  await expect(plan(page)).toBeHidden()
  await expect(page).not.toHaveURL(/plan=/)
  await expect(page.getByText(/changed the live structure/)).toBeHidden()
  expect(await titles()).toEqual(['Gamma', 'Overview', 'Beta'])

  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByRole('button', { name: /^Published a plan, 2 changes/ })).toBeVisible()
  await history
    .getByRole('button', { name: /^Edited/ })
    .first()
    .click()
  await expectOutline([page], 'Overview 1', 'Beta 1', 'Gamma 1', 'Products 1')
  await page.getByRole('button', { name: 'Restore this structure' }).click()
  const question = page.getByRole('alertdialog', { name: /^Restore the structure of/ })
  await expect(question).toContainText('Gamma moves')
  await question.getByRole('button', { name: 'Restore this structure' }).click()
  await expect(page.getByText('Restored the structure')).toBeVisible()
  expect(await titles()).toEqual(['Overview', 'Beta', 'Gamma'])
  await page.keyboard.press('z')
  await expect.poll(titles).toEqual(['Gamma', 'Overview', 'Beta'])
})

test('plan, history and library are accessible and fit 360 pixels', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessibleInBothThemes,
}) => {
  const siteId = await seed.site('Halden Docs', ['Alpha', 'Beta'])
  const params = { organizationId: seed.organizationId, siteId }
  const [alpha] = (await callApi(api.siteSections.list, { params })).items
  const change = { type: 'change-section' as const, id: alpha?.id ?? '', title: 'First', path: 'first' }
  await callApi(api.sitePlans.addSteps, { params, body: { changes: [change] } })
  const [entry] = (await callApi(api.siteHistory.list, { params })).items
  await signInAs('admin')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const site = `/o/${seed.organizationId}/sites/${siteId}/structure`
  const panels = [
    ['plan=true', 'Plan'],
    ['add=library', 'Library'],
    ['history=list', 'History'],
    [`history=${entry?.id}`, 'History'],
  ] as const
  for (const [search, name] of panels) {
    const panel = page.getByRole('region', { name, exact: true })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${site}?${search}`)
    await expect(panel).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.setViewportSize({ width: 360, height: 740 })
    const review = page.getByRole('button', { name: 'Review and publish' })
    if (search === 'plan=true') await review.click()
    await expect(panel).toBeVisible()
    await expectNoOverflow(page)
    await expectAccessibleInBothThemes(page)
  }
})
