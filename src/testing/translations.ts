import { api } from '#contract/api.ts'
import type { TestApp } from './app.ts'

/** An organization with operations on translated spaces. */
export async function anOrganizationWithTranslations(app: TestApp) {
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const params = { organizationId }
  const aSpace = async (title = 'Guides') =>
    (await call(api.spaces.create, { params, body: { title, empty: true } })).id
  const aPage = async (spaceId: string, title: string, markdown = `Text of ${title}`) => {
    const { changes } = await call(api.spaceContent.edit, {
      params: { spaceId },
      body: { changes: [{ operation: 'insert_page', title, document: { markdown } }] },
    })
    const [page] = changes.flatMap((change) => (change.object === 'created_page' ? [change.page.id] : []))
    return page ?? ''
  }
  const write = (spaceId: string, page: string, markdown: string) =>
    call(api.spaceContent.edit, {
      params: { spaceId },
      body: { changes: [{ operation: 'update_page', page, document: { markdown } }] },
    })
  const remove = (spaceId: string, page: string) =>
    call(api.spaceContent.edit, {
      params: { spaceId },
      body: { changes: [{ operation: 'delete_page', page }] },
    })
  const translate = (spaceId: string, language: string) =>
    call(api.spaceTranslations.create, { params: { spaceId }, body: { language } })
  const head = async (spaceId: string) => (await call(api.spaces.get, { params: { spaceId } })).revision
  /** Confirms a page with the current revision of the source space. */
  const confirm = async (spaceId: string, pageId: string, sourceId: string) =>
    call(api.spaceTranslations.updatePage, {
      params: { spaceId, pageId },
      body: { confirmed: await head(sourceId) },
    })
  /** Title and state of every page of a translation. */
  const states = async (spaceId: string) => {
    const { items } = await call(api.spaceTranslations.pages, { params: { spaceId } })
    return items.map(({ page, source, state }) => [source?.title ?? page?.title, state])
  }
  return {
    organizationId,
    admin,
    call,
    params,
    aSpace,
    aPage,
    write,
    remove,
    translate,
    head,
    confirm,
    states,
  }
}
