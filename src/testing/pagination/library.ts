import { api } from '#contract/api.ts'
import { type ListFixtures, ROWS, repeat, type Setup, spacesIn } from './setup.ts'

export async function libraryLists(setup: Setup): Promise<ListFixtures> {
  const { call, inOrganization: params } = setup
  const aCollection = async () => {
    const { id } = await call(api.collections.create, { params })
    return { id, undo: () => call(api.collections.delete, { params: { collectionId: id } }) }
  }
  const collection = await aCollection()
  await repeat(ROWS, aCollection)
  const [atTop, inCollection] = [spacesIn(setup), spacesIn(setup, collection.id)]
  await repeat(ROWS, () => atTop())
  await repeat(ROWS, () => inCollection())
  for (const { undo } of await repeat(ROWS, () => atTop())) await undo()
  const addAtTop = async () => (await atTop()).undo
  const addToTrash = async () => {
    const { id, undo } = await atTop()
    await undo()
    return () => call(api.spaces.restore, { params: { spaceId: id } })
  }
  const field = (name: string) => call(api.customFields.create, { params, body: { name, type: 'text' } })
  await repeat(ROWS, (n) => field(`field-${n}`))
  let fields = 0
  return {
    listSpaces: { params, addRow: addAtTop },
    listLibrary: { params, query: { nested: true }, addRow: addAtTop },
    listCollections: { params, addRow: async () => (await aCollection()).undo },
    listSpacesInCollection: {
      params: { collectionId: collection.id },
      addRow: async () => (await inCollection()).undo,
    },
    listTrash: { params, addRow: addToTrash },
    listAuditEvents: { params, query: { action: 'space.delete' }, addRow: addToTrash },
    listMemberSpaces: { params: { ...params, userId: setup.admin.userId }, addRow: addAtTop },
    listCustomFields: {
      params,
      addRow: async () => {
        const { name } = await field(`more-${fields++}`)
        return () => call(api.customFields.delete, { params: { ...params, fieldName: name } })
      },
    },
  }
}
