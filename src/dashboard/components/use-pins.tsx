import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Pin, PinOff } from 'lucide-react'
import { api } from '#contract/api.ts'
import { q, useApi } from '../data/api.ts'
import { optimistic } from '../data/optimistic.ts'
import { offerUndo } from '../data/undo.ts'
import { useActions } from '../hooks/use-actions.ts'
import { useIsPainted } from '../hooks/use-painted.ts'
import { labels } from '../lib/labels.ts'
import { IconButton } from './ui/button.tsx'
import { MenuItem } from './ui/menu.tsx'

export const pinsQuery = (organizationId: string) => q(api.pins.list, { params: { organizationId } })

/** A space or site that can be pinned. */
export type Pinnable = {
  readonly organizationId: string
  readonly kind: 'space' | 'site'
  readonly id: string
  readonly title: string
}

/** Whether the caller has pinned the object; undefined while loading. */
function usePin({ organizationId, kind, id, title }: Pinnable) {
  const query = pinsQuery(organizationId)
  const { data } = useQuery({ ...query, enabled: useIsPainted() })
  const name = labels.quoted(title || labels.untitled)
  const params = { organizationId }
  const adding = useApi(api.pins.add, { meta: { refused: `Couldn’t pin ${name}` } })
  const removing = useApi(api.pins.remove, {
    ...optimistic(query, (now) => ({ items: now.items.filter((pin) => pin.id !== id) })),
    meta: { refused: `Couldn’t unpin ${name}` },
  })
  const isPinned = data?.items.some((pin) => pin.id === id)
  const add = () => adding.mutate({ params, body: { kind, id } })
  const remove = () => removing.mutate({ params: { ...params, pinnedId: id } })
  return {
    isPinned,
    label: isPinned ? 'Unpin from the sidebar' : 'Pin to the sidebar',
    toggle: () => {
      if (isPinned) {
        remove()
        offerUndo(`Unpinned ${name}`, add)
      } else {
        add()
        offerUndo(`Pinned ${name}`, remove)
      }
    },
  }
}

/** Pins or unpins the object of a row, in its menu. */
export function PinItem(object: Pinnable) {
  const { isPinned, label, toggle } = usePin(object)
  return (
    <MenuItem icon={isPinned ? PinOff : Pin} onSelect={toggle}>
      {label}
    </MenuItem>
  )
}

/** Pins or unpins the object of a page, also in the palette. */
export function PinButton({ className, ...object }: Pinnable & { className?: string }) {
  const { isPinned, label, toggle } = usePin(object)
  const icon = isPinned ? PinOff : Pin
  useActions(isPinned === undefined ? [] : [{ id: 'pin', label, icon, run: toggle }])
  return (
    <IconButton
      className={clsx('btn-plain', className)}
      icon={icon}
      label={label}
      aria-pressed={isPinned === true}
      onClick={toggle}
    />
  )
}
