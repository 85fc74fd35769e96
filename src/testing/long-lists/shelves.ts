import { api } from '#contract/api.ts'
import { type Ground, type LongLists, spacesIn, stood, times } from './ground.ts'

export async function shelves(ground: Ground): Promise<LongLists> {
  const { call, inOrganization: params } = ground
  const aCollection = async () => {
    const { id } = await call(api.collections.create, { params })
    return { id, undo: () => call(api.collections.delete, { params: { collectionId: id } }) }
  }
  const shelf = await aCollection()
  await times(stood, aCollection)
  const [atTop, inShelf] = [spacesIn(ground), spacesIn(ground, shelf.id)]
  await times(stood, () => atTop())
  await times(stood, () => inShelf())
  for (const { undo } of await times(stood, () => atTop())) await undo()
  const comeToTop = async () => (await atTop()).undo
  const comeToTrash = async () => {
    const { id, undo } = await atTop()
    await undo()
    return () => call(api.spaces.restore, { params: { spaceId: id } })
  }
  const field = (name: string) => call(api.customFields.create, { params, body: { name, type: 'text' } })
  await times(stood, (n) => field(`field-${n}`))
  let fields = 0
  return {
    listSpaces: { params, come: comeToTop },
    listLibrary: { params, query: { nested: true }, come: comeToTop },
    listCollections: { params, come: async () => (await aCollection()).undo },
    listSpacesInCollection: {
      params: { collectionId: shelf.id },
      come: async () => (await inShelf()).undo,
    },
    listTrash: { params, come: comeToTrash },
    listAuditEvents: { params, query: { action: 'space.delete' }, come: comeToTrash },
    listMemberSpaces: { params: { ...params, userId: ground.admin.userId }, come: comeToTop },
    listCustomFields: {
      params,
      come: async () => {
        const { name } = await field(`more-${fields++}`)
        return () => call(api.customFields.delete, { params: { ...params, fieldName: name } })
      },
    },
  }
}
