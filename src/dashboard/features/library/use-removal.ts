import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { RotateCcw, Trash2 } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { LibraryItem } from '#contract/library.ts'
import { confirm } from '../../components/confirm-store.ts'
import { ask } from '../../lib/api.ts'
import { namesOf } from '../../lib/namings.ts'
import { places } from '../../lib/places.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { type Ended, inTurn, type Turn, turnOf } from './in-turn.ts'
import { changeLibrary, holdReads, placeSeen } from './library-cache.ts'
import { namedOrCounted, titleOf } from './library-rows.ts'
import { questionOf } from './removal-words.ts'
import type { Place } from './shelf.ts'
import { movedIn, withoutItem } from './shelves.ts'
import { stayUntil } from './stay-until.ts'
import type { Known } from './use-index.ts'

type Gone = { readonly item: LibraryItem; readonly place: Place }

/** Spaces go to the trash with one way back for all; where collections go too it is asked first: they do not come back. */
export function useRemoval(organizationId: string, known: Known) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const show = (gone: readonly Gone[]) =>
    changeLibrary(client, organizationId, (library) =>
      gone.reduce((all, { item, place }) => movedIn(all, item, place), library),
    )
  const hide = (gone: readonly Gone[]) =>
    changeLibrary(client, organizationId, (library) =>
      gone.reduce((all, { item }) => withoutItem(all, item.id), library),
    )

  const removing = useMutation<Ended<Gone>, Error, Turn<Gone>>({
    mutationKey: ['library', 'remove'],
    scope: { id: 'library' },
    meta: { resource: 'spaces', shown: 'in-form' },
    onMutate: async ({ items }) => {
      await holdReads(client)
      hide(items)
    },
    mutationFn: (turn) =>
      stayUntil(
        inTurn(turn, ({ item }) => remove(item)),
        turn.items.length,
      ),
    onSuccess: ({ refused, left }) => {
      show([...refused.map(({ item }) => item), ...left])
      say(refused, 'not deleted')
    },
  })
  const restoring = useMutation<Ended<Gone>, Error, Turn<Gone>>({
    mutationKey: ['library', 'restore'],
    scope: { id: 'library' },
    meta: { resource: 'spaces', shown: 'in-form' },
    onMutate: async ({ items }) => {
      await holdReads(client)
      show(items)
    },
    mutationFn: (turn) => stayUntil(inTurn(turn, restore), turn.items.length),
    onSuccess: ({ refused }) => {
      hide(refused.map(({ item }) => item))
      say(refused, 'still in the trash')
    },
  })

  /** Removes rows that do not stand inside each other; answers whether it was done. */
  return async (items: readonly LibraryItem[]): Promise<boolean> => {
    const question = questionOf(items, known.isWhole ? known.index : undefined)
    if (question && !(await confirm(question))) return false
    const leaving = new Set(items.map(({ id }) => id))
    const gone = items.map((item) => ({ item, place: placeSeen(client, organizationId, item, leaving) }))
    const turn = turnOf(gone)
    const ending = removing.mutateAsync(turn)
    if (items.every(({ object }) => object === 'space')) {
      const back = async () => {
        turn.isStopped = true
        // What was not sent by then was put back already.
        const { done, left } = await ending
        const restored = await restoring.mutateAsync(turnOf(done))
        const there = [...restored.done, ...left].map(({ item }) => item)
        if (there.length > 0) toast.done(`Restored ${namedOrCounted(there)}`, { icon: RotateCcw })
      }
      toast.undoable(`Moved ${namedOrCounted(items)} to the trash`, () => void back(), {
        icon: Trash2,
        during: ending,
      })
      return true
    }
    const { done } = await ending
    if (done.length > 0) {
      const showTrash = {
        label: 'Show trash',
        run: () => void navigate({ to: places.trash(organizationId) }),
      }
      const deleted = namedOrCounted(done.map(({ item }) => item))
      toast.done(`Deleted ${deleted}`, { icon: Trash2, act: showTrash })
    }
    return done.length > 0
  }
}

const remove = ({ id, object, version }: LibraryItem): Promise<unknown> =>
  object === 'space'
    ? ask(api.spaces.delete, { params: { spaceId: id } }, { ifMatch: version })
    : ask(api.collections.delete, { params: { collectionId: id } }, { ifMatch: version })

/** A restored space stands at the end; where its neighbour is still there it goes back beside it. */
async function restore({ item, place: { position } }: Gone): Promise<void> {
  const params = { spaceId: item.id }
  const { version } = await ask(api.spaces.restore, { params })
  if (Object.keys(position).length === 0) return
  // Where the neighbour is gone the end is as good a place as any.
  await ask(api.spaces.move, { params, body: { position } }, { ifMatch: version }).catch(() => undefined)
}

function say(refused: Ended<Gone>['refused'], state: string): void {
  const [first] = refused
  if (!first) return
  const names = refused.map(({ item }) => words.quoted(titleOf(item.item)))
  const verb = names.length === 1 ? 'is' : 'are'
  toast.refused(`${namesOf(names)} ${verb} ${state}`, { reason: reasonOf(first.error) })
}
