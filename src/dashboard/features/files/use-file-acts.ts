import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import type { File as SpaceFile } from '#contract/files.ts'
import { uploadRefusal } from '#contract/shared/file-limits.ts'
import type { List } from '#contract/shared/paging.ts'
import { confirm } from '../../components/confirm-store.ts'
import { ask } from '../../lib/api.ts'
import { type Edited, editAt } from '../../lib/content-at.ts'
import { reasonOf, refresh } from '../../lib/query-client.ts'
import { toast } from '../../lib/toasts.ts'
import { counted, words } from '../../lib/words.ts'
import { sendReplacement } from './send-files.ts'

type Write = {
  readonly changes: readonly ContentChangeInput[]
  /** The list as it will be. */
  readonly apply: (file: SpaceFile) => SpaceFile | null
  readonly refused: string
}

type Pages = InfiniteData<List<SpaceFile>>
export type FileActs = ReturnType<typeof useFileActs>

/** Renaming, replacing and deleting files of a space, each with its way back. */
export function useFileActs(spaceId: string) {
  const client = useQueryClient()
  const key = ['spaceContent', api.spaceContent.files.id]
  const write = useMutation<Edited, Error, Write, () => void>({
    mutationKey: ['spaceContent', 'edit'],
    scope: { id: 'spaceContent' },
    meta: { resource: 'spaceContent', refused: (given: Write) => given.refused },
    mutationFn: ({ changes }) => editAt({ spaceId }, { changes }),
    onMutate: async ({ apply }) => {
      await client.cancelQueries({ queryKey: key })
      const before = client.getQueriesData<Pages>({ queryKey: key })
      for (const [one, data] of before) if (data?.pages) client.setQueryData(one, withFiles(data, apply))
      return () => {
        for (const [one, data] of before) client.setQueryData(one, data)
      }
    },
    onError: (_error, _given, restore) => restore?.(),
  })

  /** Puts files back to what they were in a revision. */
  const putBack = async (files: readonly SpaceFile[], revision: string | undefined, said: string) => {
    if (revision === undefined) return
    try {
      await editAt(
        { spaceId },
        { changes: files.map(({ id }) => ({ operation: 'revert_file', file: id, revision })) },
      )
      toast.done(said)
    } catch (error) {
      toast.refused('That could not be taken back', { reason: reasonOf(error) })
    }
    void refresh(client, 'spaceContent')
  }

  return {
    rename: (file: SpaceFile, name: string) =>
      write.mutate(
        {
          changes: [{ operation: 'update_file', file: file.id, name }],
          apply: (one) => (one.id === file.id ? { ...one, name } : one),
          refused: `${words.quoted(file.name)} kept its name`,
        },
        {
          onSuccess: ({ previous }) =>
            toast.undoable(
              `Renamed to ${words.quoted(name)}`,
              () => void putBack([file], previous, `${words.quoted(file.name)} has its name again`),
            ),
        },
      ),

    replace: async (file: SpaceFile, by: File): Promise<void> => {
      const refusal = uploadRefusal(by)
      const refused = `${words.quoted(file.name)} was not replaced`
      if (refusal) return void toast.refused(refused, { reason: refusal })
      try {
        const { previous } = await sendReplacement(spaceId, file.id, by)
        toast.undoable(
          `Replaced ${words.quoted(file.name)}`,
          () => void putBack([file], previous, `${words.quoted(file.name)} is as it was`),
        )
      } catch (error) {
        toast.refused(refused, { reason: reasonOf(error) })
      }
      await refresh(client, 'spaceContent')
    },

    /** Answers whether they go. */
    remove: async (files: readonly SpaceFile[]): Promise<boolean> => {
      const what = nameOf(files)
      if (!(await mayGo(spaceId, files, what))) return false
      const ids = new Set(files.map(({ id }) => id))
      for (let from = 0; from < files.length; from += mostChanges) {
        const some = files.slice(from, from + mostChanges)
        write.mutate(
          {
            changes: some.map(({ id }) => ({ operation: 'delete_file', file: id })),
            apply: (one) => (ids.has(one.id) ? null : one),
            refused: `${nameOf(some)} stayed`,
          },
          {
            onSuccess: ({ previous }) =>
              toast.undoable(
                `Deleted ${nameOf(some)}`,
                () =>
                  void putBack(some, previous, `${nameOf(some)} ${some.length === 1 ? 'is' : 'are'} back`),
              ),
          },
        )
      }
      return true
    },
  }
}

/** Operations that one edit takes. */
const mostChanges = 50

const nameOf = (files: readonly SpaceFile[]): string =>
  files.length === 1 && files[0] ? words.quoted(files[0].name) : counted(files.length, 'file')

/** What is used is asked for, with the pages that would lose it. */
async function mayGo(spaceId: string, files: readonly SpaceFile[], what: string): Promise<boolean> {
  const used = files.filter(({ pages = 0 }) => pages > 0)
  if (used.length === 0) return true
  const names = await pagesUsing(spaceId, used)
  return confirm({
    title: `Delete ${what}?`,
    description: `${used.length < files.length ? `${counted(used.length, 'of them is', 'of them are')} used. ` : ''}${names} ${used.length === 1 ? 'shows or links to it' : 'show or link to them'}; those links will be broken.`,
    act: `Delete ${what}`,
    danger: true,
  })
}

const namedPages = 3

async function pagesUsing(spaceId: string, files: readonly SpaceFile[]): Promise<string> {
  const lists = await Promise.all(
    files.slice(0, 10).map(({ id }) =>
      ask(api.spaceContent.fileBacklinks, {
        params: { spaceId, fileId: id },
        query: { limit: namedPages },
      }),
    ),
  )
  const titles = lists.flatMap(({ items }) =>
    items.flatMap((one) => (one.kind === 'page' ? words.quoted(one.page.title) : [])),
  )
  const [total] = [files.reduce((sum, { pages = 0 }) => sum + pages, 0)]
  const named = [...new Set(titles)].slice(0, namedPages)
  const more = total - named.length
  return more > 0 ? `${named.join(', ')} and ${counted(more, 'more page')}` : named.join(' and ')
}

const withFiles = (data: Pages, apply: Write['apply']): Pages => ({
  ...data,
  pages: data.pages.map((page) => {
    const items = page.items.flatMap((file) => apply(file) ?? [])
    return { ...page, items, count: page.count - (page.items.length - items.length) }
  }),
})
