import { api } from '#contract/api.ts'
import { page } from '../a-published-site.ts'
import { type ListFixtures, noUndo, ROWS, repeat, type Setup, spacesIn } from './setup.ts'

export async function pageFreshness(setup: Setup): Promise<ListFixtures> {
  const { call, inOrganization } = setup
  const { id: spaceId } = await spacesIn(setup)()
  const params = { spaceId }
  const addPage = async () => {
    const { changes } = await call(api.spaceContent.edit, {
      params,
      body: { changes: [page('Page', 'Text')] },
    })
    const [created] = changes
    return created?.object === 'created_page' ? created.page.id : ''
  }
  const addOverdue = async () => {
    const pageId = await addPage()
    const path = { params: { spaceId, pageId } }
    await call(api.pageFreshness.update, { ...path, body: { dueOn: '2026-01-01' } })
    return () => call(api.pageFreshness.update, { ...path, body: { dueOn: null } })
  }
  await repeat(ROWS, addOverdue)
  const confirmed = { spaceId, pageId: await addPage() }
  const addConfirmation = async () => {
    await call(api.pageFreshness.confirm, { params: confirmed })
    return noUndo
  }
  await repeat(ROWS, addConfirmation)
  return {
    listOverduePages: { params: inOrganization, addRow: addOverdue },
    listPageConfirmations: { params: confirmed, addRow: addConfirmation },
  }
}
