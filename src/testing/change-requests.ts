import { api } from '#contract/api.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import type { Resolution } from '#contract/content-conflicts.ts'
import type { Person, TestApp } from './app.ts'

/** A space with its admin and the operations that tests of change requests use. */
export async function aSpaceIn(app: TestApp, title = 'Guide') {
  const { organizationId, admin } = await app.anOrganization()
  const { id: spaceId, revision } = await app.as(admin)(api.spaces.create, {
    params: { organizationId },
    body: { title },
  })
  return {
    organizationId,
    admin,
    spaceId,
    at: { organizationId, spaceId },
    ...operationsOn(app, admin, spaceId),
    revision,
  }
}

export type ASpace = Awaited<ReturnType<typeof aSpaceIn>>

/** Operations of a person on a space and its change requests. */
export function operationsOn(app: TestApp, person: Person, spaceId: string) {
  const as = app.as(person)
  const params = { spaceId }
  const of = (changeRequestId: string) => ({ params: { spaceId, changeRequestId } })
  return {
    as,
    params,
    of,
    edit: (changes: ContentChangeInput[], base?: string) =>
      as(api.spaceContent.edit, { params, body: { changes, ...(base === undefined ? {} : { base }) } }),
    request: (subject?: string) =>
      as(api.changeRequests.create, { params, body: subject === undefined ? {} : { subject } }),
    propose: async (id: string, changes: ContentChangeInput[], base?: string) => {
      const body = { changes, compat: false, ...(base === undefined ? {} : { base }) }
      const response = await as(api.changeRequestContent.edit, { ...of(id), body })
      if (!('changes' in response)) throw new Error('The response contains only the change request')
      return response
    },
    patch: (id: string, body: { subject?: string; status?: 'draft' | 'open' | 'archived' }) =>
      as(api.changeRequests.update, { ...of(id), body }),
    merge: (id: string) => as(api.changeRequests.merge, of(id)),
    takeIn: (id: string, resolutions: Resolution[] = []) =>
      as(api.changeRequests.updateFromSpace, { ...of(id), body: { resolutions } }),
    conflicts: async (id: string) => (await as(api.changeRequests.conflicts, of(id))).items,
    look: (id: string) => as(api.changeRequests.get, of(id)),
    space: () => as(api.spaces.get, { params }),
    tree: async () => (await as(api.spaceContent.pages, { params })).pages,
    treeOf: async (id: string) => (await as(api.changeRequestContent.pages, of(id))).pages,
    text: async (pageId: string) => {
      const page = await as(api.spaceContent.page, { params: { spaceId, pageId }, query: {} })
      return page.type === 'document' ? page.markdown : undefined
    },
    textOf: async (id: string, pageId: string) => {
      const { params: path } = of(id)
      const page = await as(api.changeRequestContent.page, { params: { ...path, pageId }, query: {} })
      return page.type === 'document' ? page.markdown : undefined
    },
  }
}

export const page = (title: string, markdown = '', into?: string): ContentChangeInput => ({
  operation: 'insert_page',
  title,
  document: { markdown },
  ...(into === undefined ? {} : { into }),
})

type Fields = Omit<Extract<ContentChangeInput, { operation: 'update_page' }>, 'operation' | 'page'>

export const update = (id: string, fields: Fields): ContentChangeInput => ({
  operation: 'update_page',
  page: id,
  ...fields,
})

export const write = (id: string, markdown: string): ContentChangeInput =>
  update(id, { document: { markdown } })

export const remove = (id: string): ContentChangeInput => ({ operation: 'delete_page', page: id })

export const file = (name: string, text: string): ContentChangeInput => ({
  operation: 'insert_files',
  files: [{ name, base64: Buffer.from(text).toString('base64'), contentType: 'text/plain', ref: name }],
})

/** Ids of the pages that an edit created, in order. */
export const createdBy = (response: { changes: readonly { object: string }[] }): string[] =>
  response.changes.flatMap((change) =>
    change.object === 'created_page' && 'page' in change ? [(change.page as { id: string }).id] : [],
  )

/** A text of three paragraphs that can be changed independently. */
export const threeParts = 'one\n\ntwo\n\nthree\n'

/** A space with two pages and a change request without changes. */
export async function aProposalIn(app: TestApp) {
  const space = await aSpaceIn(app)
  const [a = '', b = ''] = createdBy(await space.edit([page('A', threeParts), page('B')]))
  const { id } = await space.request('Numbers')
  return { ...space, a, b, id }
}
