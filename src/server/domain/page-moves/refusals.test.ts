import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { createdBy, page, update } from '#testing/change-requests.ts'
import { linkedPages } from '#testing/two-spaces.ts'

const app = useTestApp()

test('a move is refused where it is not allowed or not possible, and changes nothing', async () => {
  const { guide, archive, move, outline, organizationId, admin, ...ids } = await linkedPages(app)
  const [inside = ''] = createdBy(await archive.edit([page('Inside')]))
  const [group = ''] = createdBy(
    await guide.edit([{ operation: 'insert_page', type: 'group', title: 'Group' }]),
  )
  const call = app.as(admin)
  const { admin: stranger } = await app.anOrganization('Elsewhere')
  const { organizationId: other } = await app.anOrganization('Other')
  const { id: foreign } = await call(api.spaces.create, {
    params: { organizationId },
    body: { title: 'Locked', editMode: 'locked' },
  })
  const editor = await app.aMember(organizationId, null)
  const grant = (spaceId: string, role: 'edit' | 'read') =>
    call(api.spacePermissions.grant, { params: { spaceId }, body: { role, users: [editor.userId] } })
  await grant(guide.spaceId, 'edit')
  const refused = async (pageId: string, body: Parameters<typeof move>[2], person = admin) =>
    move(guide, pageId, body, person).then(
      () => 'moved',
      ({ status, type }) => `${status} ${type}`,
    )
  const to = { space: archive.spaceId }
  expect(await refused(ids.wiring, { space: guide.spaceId })).toBe('400 validation')
  expect(await refused('nosuchpage', to)).toBe('404 not_found')
  expect(await refused(ids.wiring, { space: other })).toBe('404 not_found')
  expect(await refused(ids.wiring, to, stranger)).toBe('404 not_found')
  expect(await refused(ids.wiring, to, editor)).toBe('404 not_found')
  await grant(archive.spaceId, 'read')
  expect(await refused(ids.wiring, to, editor)).toBe('403 forbidden')
  expect(await refused(ids.wiring, { space: foreign })).toBe('412 space_locked')
  expect(await refused(ids.wiring, { ...to, into: 'nosuchpage' })).toBe('404 not_found')
  expect(await refused(group, { ...to, into: inside })).toBe('400 invalid_position')
  const { revision } = await guide.space()
  await guide.edit([page('New', '', ids.wiring)])
  expect(await refused(ids.wiring, { ...to, base: revision })).toBe('409 conflict')
  await guide.edit([update(ids.home, { title: 'Start' })])
  await call(api.spaces.update, { params: guide.params, body: { editMode: 'locked' } })
  expect(await refused(ids.wiring, to)).toBe('412 space_locked')
  expect([await outline(guide), await outline(archive)]).toEqual([
    ['Start', ['Wiring', 'Terminal', 'New'], 'Group'],
    ['Inside'],
  ])
})
