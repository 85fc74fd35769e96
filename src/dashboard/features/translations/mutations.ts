import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import type { TranslatedPage } from '#contract/space-translations.ts'
import type { Space } from '#contract/spaces.ts'
import type { TranslationSettings } from '#contract/translations.ts'
import { confirm } from '../../components/confirm.tsx'
import { callApi, useApi } from '../../data/api.ts'
import { useEditContent } from '../../data/content.ts'
import { offerUndo } from '../../data/undo.ts'
import { labels } from '../../lib/labels.ts'
import { languageName } from '../../lib/languages.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toast.ts'

/** Deletes translation settings, with undo: they are created again with the same content. */
export function useDeleteSettings(organizationId: string) {
  const deleting = useApi(api.translations.delete, { meta: { refused: 'Couldn’t delete the settings' } })
  const creating = useApi(api.translations.create, { meta: { refused: 'Couldn’t restore the settings' } })
  const params = { organizationId }
  return ({ id, version, title, languages }: TranslationSettings) =>
    deleting.mutate(
      { params: { ...params, translationSettingsId: id }, ifMatch: version },
      {
        onSuccess: () =>
          offerUndo(`Deleted ${labels.quoted(title)}`, () =>
            creating.mutate({ params, body: { title, languages } }),
          ),
      },
    )
}

/** Makes a translation an independent space, after confirmation. */
export function useUnlinkTranslation() {
  const deleting = useApi(api.spaceTranslations.delete, { meta: { refused: 'Couldn’t unlink the space' } })
  return async (space: Pick<Space, 'id' | 'title'>, sourceTitle: string) => {
    const name = labels.quoted(space.title || labels.untitled)
    const isSure = await confirm({
      title: `Unlink ${name} from its original?`,
      description: `It becomes an independent space. Lectern no longer tracks which pages are up to date with ${labels.quoted(sourceTitle)}.`,
      action: 'Unlink space',
      cancel: labels.cancel,
      danger: true,
    })
    if (!isSure) return
    deleting.mutate(
      { params: { spaceId: space.id } },
      { onSuccess: () => void toast.done(`Unlinked ${name}`) },
    )
  }
}

/** Marks a page as up to date with a revision of the original, with undo. */
export function useConfirmPage(spaceId: string) {
  const updating = useApi(api.spaceTranslations.updatePage, {
    meta: { refused: 'Couldn’t mark the page as up to date' },
  })
  const send = (pageId: string, confirmed: string | null) =>
    updating.mutateAsync({ params: { spaceId, pageId }, body: { confirmed } })
  return {
    isPending: updating.isPending,
    confirmPage: async ({ page, confirmed }: TranslatedPage, revision: string) => {
      if (page === undefined) return false
      try {
        await send(page.id, revision)
      } catch {
        // The toast of the failed write says why.
        return false
      }
      offerUndo(
        `Marked ${labels.quoted(page.title || labels.untitled)} as up to date`,
        () => void send(page.id, confirmed?.revision ?? null).catch(() => undefined),
      )
      return true
    },
  }
}

/** Has a machine translate a page from its original, into a draft change request that opens. */
export function useTranslatePage(spaceId: string) {
  const navigate = useNavigate()
  const translating = useApi(api.spaceTranslations.translatePage, {
    meta: { refused: 'Couldn’t translate the page' },
    onSuccess: ({ number }) => {
      toast.done('Created a draft change request with the translation. Check it before you merge')
      void navigate({ to: paths.change(spaceId, number) })
    },
  })
  return {
    isPending: translating.isPending,
    translatePage: (pageId: string) => translating.mutate({ params: { spaceId, pageId } }),
  }
}

/** Sets which page a page translates; null for none. With undo. */
export function usePairPage(spaceId: string) {
  const updating = useApi(api.spaceTranslations.updatePage, {
    meta: { refused: 'Couldn’t change the original of the page' },
  })
  const send = (pageId: string, source: string | null) =>
    updating.mutateAsync({ params: { spaceId, pageId }, body: { source } })
  return async ({ page, source: before }: TranslatedPage, source: { id: string; title: string } | null) => {
    if (page === undefined) return
    try {
      await send(page.id, source?.id ?? null)
    } catch {
      // The toast of the failed write says why.
      return
    }
    const title = labels.quoted(page.title || labels.untitled)
    const message = source
      ? `Linked ${title} to ${labels.quoted(source.title || labels.untitled)}`
      : `Unlinked ${title} from its original`
    offerUndo(message, () => void send(page.id, before?.id ?? null).catch(() => undefined))
  }
}

/** Adds a page to a translation: a copy of its original, paired with it, below the translation of its parent. */
export function useAddMissingPage(spaceId: string, sourceSpaceId: string) {
  const client = useQueryClient()
  const editing = useEditContent({ spaceId })
  return {
    isPending: editing.isPending,
    addPage: async ({ source }: TranslatedPage, language: string) => {
      if (source === undefined) return undefined
      const query = { format: 'markdown' } as const
      const path = { spaceId: sourceSpaceId, pageId: source.id }
      const original = await callApi(api.spaceContent.page, { params: path, query })
      if (original.type !== 'document') return undefined
      const { title, description, emoji, icon, slug, markdown = '' } = original
      const into = await parentFor(spaceId, source.path)
      const { changes } = await editing.mutateAsync({
        changes: [
          {
            operation: 'insert_page',
            title,
            slug,
            document: { markdown: `---\ntitle: ${JSON.stringify(title)}\n---\n${markdown}` },
            ...(into === undefined ? {} : { into }),
            ...(description === undefined ? {} : { description }),
            ...(emoji === undefined ? {} : { emoji }),
            ...(icon === undefined ? {} : { icon }),
          },
        ],
      })
      const [created] = changes
      if (created?.object !== 'created_page') return undefined
      await callApi(api.spaceTranslations.updatePage, {
        params: { spaceId, pageId: created.page.id },
        body: { source: source.id },
      })
      await client.invalidateQueries({ queryKey: ['spaceTranslations'] })
      toast.done(`Added ${labels.quoted(title)} to the ${languageName(language)} translation`)
      return created.page.id
    },
  }
}

/** The page or group at the path of the original's parent; undefined for the top level. */
async function parentFor(spaceId: string, path: string): Promise<string | undefined> {
  const parentPath = path.split('/').slice(0, -1).join('/')
  if (parentPath === '') return undefined
  try {
    const params = { spaceId, pagePath: parentPath }
    return (await callApi(api.spaceContent.pageByPath, { params, query: {} })).id
  } catch {
    // The translation has no such page, so the new page goes to the top level.
    return undefined
  }
}
