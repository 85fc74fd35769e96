import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { formOf, refusalOf, useImports } from '#testing/importing.ts'

const app = useTestApp({ LECTERN_ALLOW_PRIVATE_NETWORK: '1' })
const { aSpace, itemsOf, over, startGit, treeOf } = useImports(app)

describe('the target of an import', () => {
  it('may be a new change request, even while the space is locked', async () => {
    const space = await aSpace()
    const { admin, spaceId, organizationId } = space
    await app.as(admin)(api.spaces.update, { params: { spaceId }, body: { editMode: 'locked' } })
    const run = await over(
      space,
      await app.as(admin)(api.spaceContent.upload, {
        params: { spaceId },
        query: { asChangeRequest: true, subject: 'From files' },
        body: formOf({ 'a.md': '# A' }),
      }),
    )
    expect(run).toMatchObject({ status: 'completed', target: { asChangeRequest: true } })
    const changeRequestId = run.target.changeRequest ?? ''
    expect(await treeOf(space)).toEqual([])
    expect(await treeOf(space, changeRequestId)).toEqual(['A'])
    const request = await app.as(admin)(api.changeRequests.get, { params: { spaceId, changeRequestId } })
    expect(request).toMatchObject({ subject: 'From files', status: 'draft', createdBy: { id: admin.userId } })
    const events = await app.as(admin)(api.auditEvents.list, { params: { organizationId }, query: {} })
    expect(events.items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['import.start', 'change-request.create']),
    )
  })

  it('may be an existing change request, and a page in it', async () => {
    const space = await aSpace()
    const { admin, spaceId } = space
    const { id } = await app.as(admin)(api.changeRequests.create, { params: { spaceId }, body: {} })
    const upload = async (name: string, below?: string) =>
      over(
        space,
        await app.as(admin)(api.changeRequestContent.upload, {
          params: { spaceId, changeRequestId: id },
          query: below === undefined ? {} : { below },
          body: formOf({ [name]: '' }),
        }),
      )
    const first = await upload('First.md')
    const { items } = await itemsOf(space, first)
    await upload('Second.md', items[0]?.page)
    expect(await treeOf(space, id)).toEqual(['First', '  Second'])
    expect(await treeOf(space)).toEqual([])
  })

  it('is refused before anything is read when it is missing, ambiguous, or the role is insufficient', async () => {
    const space = await aSpace()
    const { organizationId, spaceId } = space
    const url = 'https://example.org/x.git'
    expect(await refusalOf(startGit(space, { url }, { page: 'nosuchpage' }))).toMatchObject({ status: 404 })
    expect(await refusalOf(startGit(space, { url }, { changeRequest: 'nosuch' }))).toMatchObject({
      status: 404,
    })
    const both = { changeRequest: 'nosuch', asChangeRequest: { subject: '' } }
    expect(await refusalOf(startGit(space, { url }, both))).toMatchObject({ status: 400 })
    const reader = await app.aMember(organizationId, 'read')
    expect(await refusalOf(startGit({ ...space, admin: reader }, { url }))).toMatchObject({ status: 403 })
    const other = await aSpace()
    expect(await refusalOf(startGit({ ...other, spaceId }, { url }))).toMatchObject({ status: 404 })
  })
})
