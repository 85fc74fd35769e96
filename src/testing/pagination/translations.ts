import { api } from '#contract/api.ts'
import { translationLanguages } from '#contract/translations.ts'
import { type ListFixtures, ROWS, repeat, type Setup } from './setup.ts'

export async function translations({ call, inOrganization: params }: Setup): Promise<ListFixtures> {
  const settings = async () => {
    const { id } = await call(api.translations.create, { params, body: { title: 'Settings' } })
    return () => call(api.translations.delete, { params: { ...params, translationSettingsId: id } })
  }
  await repeat(ROWS, settings)
  const { id: source } = await call(api.spaces.create, { params, body: { title: 'Original' } })
  const unused = [...translationLanguages]
  const translate = async () => {
    const language = unused.pop() ?? ''
    const body = { language }
    const { id } = await call(api.spaceTranslations.create, { params: { spaceId: source }, body })
    const undo = async () => {
      await call(api.spaceTranslations.delete, { params: { spaceId: id } })
      unused.push(language)
    }
    return { id, undo }
  }
  const [translation] = await repeat(ROWS, translate)
  const spaceId = translation?.id ?? ''
  const edit = (change: object) =>
    call(api.spaceContent.edit, { params: { spaceId }, body: { changes: [change as never] } })
  const aPage = async () => {
    const { changes } = await edit({
      operation: 'insert_page',
      title: 'Page',
      document: { markdown: 'Text' },
    })
    const [page] = changes.flatMap((change) => (change.object === 'created_page' ? [change.page.id] : []))
    return () => edit({ operation: 'delete_page', page })
  }
  await repeat(ROWS, aPage)
  return {
    listTranslationSettings: { params, addRow: settings },
    listSpaceTranslations: {
      params: { spaceId: source },
      addRow: async () => (await translate()).undo,
    },
    listTranslatedPages: { params: { spaceId }, addRow: aPage },
  }
}
