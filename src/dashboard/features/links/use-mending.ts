import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import type { Space } from '#contract/spaces.ts'
import { ask } from '../../lib/api.ts'
import { type ContentAt, editAt, readPageAt, revisionAt } from '../../lib/content-at.ts'
import { places } from '../../lib/places.ts'
import { reasonOf, refresh } from '../../lib/query-client.ts'
import { toast } from '../../lib/toasts.ts'
import { counted } from '../../lib/words.ts'
import { type Mending, mended, type Spot } from './mending.ts'

type Given = { readonly spots: readonly Spot[]; readonly mending: Mending }
type Text = { readonly page: string; readonly markdown: string }
type Done = { readonly at: ContentAt; readonly revision: string; readonly before: readonly Text[] }

/** Operations that one edit takes. */
const mostPages = 50

/** Mends links: live, or in a change request that is started for it where nothing may be changed live. */
export function useMending(space: Space, at: ContentAt, mayEditLive: boolean) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const readAgain = () =>
    Promise.all([refresh(client, 'spaceContent'), refresh(client, 'changeRequestContent')])

  const takeBack = async ({ at: where, revision, before }: Done) => {
    try {
      await editAt(where, { base: revision, changes: before.map(asUpdate) })
      toast.done('The links are as they were')
    } catch (error) {
      toast.refused('The links stayed as they are now', { reason: reasonOf(error) })
    }
    void readAgain()
  }

  const run = useMutation<Done | null, Error, Given>({
    scope: { id: 'mending' },
    meta: { refused: 'No link was changed' },
    mutationFn: async ({ spots, mending }) => {
      const where = at.change !== undefined || mayEditLive ? at : await aRequest(space)
      const base = await revisionAt(where)
      const byPage = Map.groupBy(spots, ({ pageId }) => pageId)
      const texts = await Promise.all(
        [...byPage].slice(0, mostPages).map(async ([pageId, some]) => {
          const page = await readPageAt(where, pageId)
          const markdown = page.type === 'document' ? (page.markdown ?? '') : ''
          const links = some.map(({ link }) => link)
          return { page: pageId, before: markdown, markdown: mended(markdown, links, mending) }
        }),
      )
      const changed = texts.filter(({ before, markdown }) => before !== markdown)
      if (changed.length === 0) return null
      const { revision } = await editAt(where, { base, changes: changed.map(asUpdate) })
      return { at: where, revision, before: changed.map(({ page, before }) => ({ page, markdown: before })) }
    },
    onSuccess: (done, { spots, mending }) => {
      void readAgain()
      if (done === null) {
        toast.refused('No link was changed', { reason: 'The pages were changed meanwhile; look again.' })
        return
      }
      const what = `${mending === 'unlink' ? 'Removed' : 'Fixed'} ${counted(spots.length, 'link')}`
      const { change } = done.at
      if (change === undefined || at.change !== undefined) {
        toast.undoable(what, () => void takeBack(done))
        return
      }
      toast.done(`${what} in change request #${change}`, {
        act: { label: 'Open', run: () => void navigate({ to: places.change(space.id, change) }) },
      })
    },
  })
  return { isBusy: run.isPending, mend: (given: Given) => run.mutate(given) }
}

const asUpdate = ({ page, markdown }: Text) => ({
  operation: 'update_page' as const,
  page,
  document: { markdown },
})

async function aRequest({ id: spaceId }: Space): Promise<ContentAt> {
  const made = await ask(api.changeRequests.create, {
    params: { spaceId },
    body: { subject: 'Fix broken links' },
  })
  return { spaceId, change: String(made.number) }
}
