import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { commitOn } from '#testing/git-server.ts'
import { aSyncedSpace } from '#testing/synced-space.ts'

const app = useTestApp({ LECTERN_ALLOW_PRIVATE_NETWORK: '1' })

const rules = [{ rule: 'require_at_least_one_approved_review' as const, count: 1 }]

test('where merge rules apply, pushed commits wait in a change request until they are met', async () => {
  const space = await aSyncedSpace(app)
  const { call, organizationId, params } = space
  await space.connect()
  await space.sync()
  const pages = await space.pages()
  const step = pages[1]?.pages[0]?.id
  await call(api.mergeRules.setForOrganization, { params: { organizationId }, body: { rules } })
  await commitOn(space.folder, { 'guide/step.md': '# Step\n\nPushed.\n' }, 'Push a step')
  const { status, changeRequest = '' } = await space.sync()
  expect(status).toBe('awaiting-merge')
  expect(await space.text(step)).not.toContain('Pushed.')
  const request = { ...params, changeRequestId: changeRequest }
  await expect(call(api.changeRequests.merge, { params: request, body: {} })).rejects.toMatchObject({
    status: 412,
  })
  await call(api.mergeRules.setForOrganization, { params: { organizationId }, body: { rules: [] } })
  await call(api.changeRequests.merge, { params: request, body: {} })
  expect(await space.text(step)).toContain('Pushed.')
  expect(await space.sync()).toMatchObject({ status: 'in-sync' })
})

test('commits of both sides without a conflict wait as well, and nothing is lost', async () => {
  const space = await aSyncedSpace(app)
  const { call, params } = space
  await space.connect()
  await space.sync()
  const [start, guide] = await space.pages()
  await call(api.mergeRules.setForSpace, { params, body: { rules } })
  await space.edit(start?.id ?? '', 'Edited here.\n')
  await commitOn(space.folder, { 'guide/step.md': '# Step\n\nPushed.\n' })
  const { status, changeRequest = '' } = await space.sync()
  expect(status).toBe('awaiting-merge')
  expect(await space.text(guide?.pages[0]?.id)).not.toContain('Pushed.')
  await call(api.mergeRules.setForSpace, { params, body: { rules: [] } })
  await call(api.changeRequests.merge, { params: { ...params, changeRequestId: changeRequest }, body: {} })
  expect(await space.sync()).toMatchObject({ status: 'in-sync' })
  expect(await space.text(guide?.pages[0]?.id)).toContain('Pushed.')
  expect(await space.file('README.md')).toContain('Edited here.')
})

test('an admin of the space can let pushed commits bypass the rules, and others can’t', async () => {
  const space = await aSyncedSpace(app, { importMode: 'space-without-rules' })
  const { call, params, organizationId } = space
  await space.connect()
  await space.sync()
  const pages = await space.pages()
  await call(api.mergeRules.setForSpace, { params, body: { rules } })
  await commitOn(space.folder, { 'guide/step.md': '# Step\n\nPushed.\n' })
  expect(await space.sync()).toMatchObject({ status: 'in-sync' })
  expect(await space.text(pages[1]?.pages[0]?.id)).toContain('Pushed.')

  const creator = app.as(await app.aMember(organizationId, 'create'))
  const update = (importMode: 'space' | 'space-without-rules') =>
    creator(api.spaceGitSyncs.update, { params, body: { importMode } })
  // What is set already can be sent again.
  await expect(update('space-without-rules')).resolves.toMatchObject({ importMode: 'space-without-rules' })
  await update('space')
  await expect(update('space-without-rules')).rejects.toMatchObject({
    status: 403,
    message: 'Only admins of this space can let pushed commits bypass its merge rules',
  })
})
