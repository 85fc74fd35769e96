import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import type { File as SpaceFile } from '#contract/files.ts'
import { uploadRefusalReason } from '#contract/shared/limits.ts'
import type { List } from '#contract/shared/paging.ts'
import { confirm } from '../../components/confirm.tsx'
import { callApi } from '../../data/api.ts'
import { type EditResult, editContent } from '../../data/content.ts'
import { invalidateResource } from '../../data/freshness.ts'
import { applyOptimistic, type PendingWrite } from '../../data/optimistic.ts'
import { errorMessage } from '../../data/query-client.ts'
import { offerUndo } from '../../data/undo.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import { sendReplacement } from './uploads.tsx'

type Write = {
  readonly changes: readonly ContentChangeInput[]
  /** The file after the change; null if it is removed. */
  readonly apply: (file: SpaceFile) => SpaceFile | null
  readonly refused: string
}

type Pages = InfiniteData<List<SpaceFile>>
export type FileActions = ReturnType<typeof useFileActions>

/** Renames, replaces and deletes files; each can be undone. */
export function useFileActions(spaceId: string) {
  const client = useQueryClient()
  const key = ['spaceContent', api.spaceContent.files.id]
  const write = useMutation<EditResult, Error, Write, PendingWrite>({
    mutationKey: ['spaceContent', 'edit'],
    scope: { id: 'spaceContent' },
    meta: { resource: 'spaceContent', refused: (input: Write) => input.refused },
    mutationFn: ({ changes }) => editContent({ spaceId }, { changes }),
    onMutate: async ({ apply }) => {
      await client.cancelQueries({ queryKey: key })
      return applyOptimistic<Pages>(client, { queryKey: key }, (data) =>
        data.pages ? withFiles(data, apply) : data,
      )
    },
  })

  /** Restores files from a revision. */
  const restoreFiles = async (files: readonly SpaceFile[], revision: string | undefined, message: string) => {
    if (revision === undefined) return
    try {
      await editContent(
        { spaceId },
        { changes: files.map(({ id }) => ({ operation: 'revert_file', file: id, revision })) },
      )
      toast.done(message)
    } catch (error) {
      toast.refused('Couldn’t undo the change', { reason: errorMessage(error) })
    }
    void invalidateResource(client, 'spaceContent')
  }

  return {
    rename: (file: SpaceFile, name: string) =>
      write.mutate(
        {
          changes: [{ operation: 'update_file', file: file.id, name }],
          apply: (one) => (one.id === file.id ? { ...one, name } : one),
          refused: `Couldn’t rename ${labels.quoted(file.name)}`,
        },
        {
          onSuccess: ({ previous }) =>
            offerUndo(
              `Renamed to ${labels.quoted(name)}`,
              () => void restoreFiles([file], previous, `Restored the name of ${labels.quoted(file.name)}`),
            ),
        },
      ),

    replace: async (file: SpaceFile, replacement: File): Promise<void> => {
      const refusal = uploadRefusalReason(replacement)
      const refused = `Couldn’t replace ${labels.quoted(file.name)}`
      if (refusal) return void toast.refused(refused, { reason: refusal })
      try {
        const { previous } = await sendReplacement(spaceId, file.id, replacement)
        offerUndo(
          `Replaced ${labels.quoted(file.name)}`,
          () => void restoreFiles([file], previous, `Restored ${labels.quoted(file.name)}`),
        )
      } catch (error) {
        toast.refused(refused, { reason: errorMessage(error) })
      }
      await invalidateResource(client, 'spaceContent')
    },

    /** Resolves to false if the user cancels. */
    remove: async (files: readonly SpaceFile[]): Promise<boolean> => {
      const description = describeFiles(files)
      if (!(await confirmDeletion(spaceId, files, description))) return false
      const ids = new Set(files.map(({ id }) => id))
      for (let from = 0; from < files.length; from += MAX_CHANGES_PER_EDIT) {
        const batch = files.slice(from, from + MAX_CHANGES_PER_EDIT)
        write.mutate(
          {
            changes: batch.map(({ id }) => ({ operation: 'delete_file', file: id })),
            apply: (one) => (ids.has(one.id) ? null : one),
            refused: `Couldn’t delete ${describeFiles(batch)}`,
          },
          {
            onSuccess: ({ previous }) =>
              offerUndo(
                `Deleted ${describeFiles(batch)}`,
                () => void restoreFiles(batch, previous, `Restored ${describeFiles(batch)}`),
              ),
          },
        )
      }
      return true
    },
  }
}

/** Limit of operations per edit. */
const MAX_CHANGES_PER_EDIT = 50

const describeFiles = (files: readonly SpaceFile[]): string =>
  files.length === 1 && files[0] ? labels.quoted(files[0].name) : pluralize(files.length, 'file')

/** Asks before deleting files in use and names the affected pages. */
async function confirmDeletion(
  spaceId: string,
  files: readonly SpaceFile[],
  description: string,
): Promise<boolean> {
  const used = files.filter(({ pages = 0 }) => pages > 0)
  if (used.length === 0) return true
  const names = await pagesUsing(spaceId, used)
  return confirm({
    title: `Delete ${description}?`,
    description: `${used.length < files.length ? `${pluralize(used.length, 'of them is', 'of them are')} used. ` : ''}${names} ${used.length === 1 ? 'shows or links to it' : 'show or link to them'}. Those links will break.`,
    action: `Delete ${description}`,
    danger: true,
  })
}

const MAX_NAMED_PAGES = 3

async function pagesUsing(spaceId: string, files: readonly SpaceFile[]): Promise<string> {
  const lists = await Promise.all(
    files.slice(0, 10).map(({ id }) =>
      callApi(api.spaceContent.fileBacklinks, {
        params: { spaceId, fileId: id },
        query: { limit: MAX_NAMED_PAGES },
      }),
    ),
  )
  const titles = lists.flatMap(({ items }) =>
    items.flatMap((one) => (one.kind === 'page' ? labels.quoted(one.page.title) : [])),
  )
  const [total] = [files.reduce((sum, { pages = 0 }) => sum + pages, 0)]
  const names = [...new Set(titles)].slice(0, MAX_NAMED_PAGES)
  const more = total - names.length
  return more > 0 ? `${names.join(', ')} and ${pluralize(more, 'more page')}` : names.join(' and ')
}

const withFiles = (data: Pages, apply: Write['apply']): Pages => ({
  ...data,
  pages: data.pages.map((page) => {
    const items = page.items.flatMap((file) => apply(file) ?? [])
    return { ...page, items, count: page.count - (page.items.length - items.length) }
  }),
})
