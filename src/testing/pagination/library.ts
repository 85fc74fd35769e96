import { api } from '#contract/api.ts'
import { type ListFixtures, ROWS, repeat, type Setup, spacesIn } from './setup.ts'

export async function libraryLists(ground: Setup): Promise<ListFixtures> {
  const { call, inOrganization: params } = ground
  const aCollection = async () => {
    const { id } = await call(api.collections.create, { params })
    return { id, undo: () => call(api.collections.delete, { params: { collectionId: id } }) }
  }
  const shelf = await aCollection()
  await repeat(ROWS, aCollection)
  const [atTop, inShelf] = [spacesIn(ground), spacesIn(ground, shelf.id)]
  await repeat(ROWS, () => atTop())
  await repeat(ROWS, () => inShelf())
  for (const { undo } of await repeat(ROWS, () => atTop())) await undo()
  const comeToTop = async () => (await atTop()).undo
  const comeToTrash = async () => {
    const { id, undo } = await atTop()
    await undo()
    return () => call(api.spaces.restore, { params: { spaceId: id } })
  }
  const field = (name: string) => call(api.customFields.create, { params, body: { name, type: 'text' } })
  await repeat(ROWS, (n) => field(`field-${n}`))
  let fields = 0
  return {
    listSpaces: { params, addRow: comeToTop },
    listLibrary: { params, query: { nested: true }, addRow: comeToTop },
    listCollections: { params, addRow: async () => (await aCollection()).undo },
    listSpacesInCollection: {
      params: { collectionId: shelf.id },
      addRow: async () => (await inShelf()).undo,
    },
    listTrash: { params, addRow: comeToTrash },
    listAuditEvents: { params, query: { action: 'space.delete' }, addRow: comeToTrash },
    listMemberSpaces: { params: { ...params, userId: ground.admin.userId }, addRow: comeToTop },
    listCustomFields: {
      params,
      addRow: async () => {
        const { name } = await field(`more-${fields++}`)
        return () => call(api.customFields.delete, { params: { ...params, fieldName: name } })
      },
    },
  }
}
