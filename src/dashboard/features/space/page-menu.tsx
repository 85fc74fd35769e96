import { Copy, Eye, EyeOff, FilePlus, Link2, Pencil, Trash2 } from 'lucide-react'
import type { Page } from '#contract/pages.ts'
import { MenuItem, MenuSeparator } from '../../components/ui/menu.tsx'
import { places } from '../../lib/places.ts'
import { toast } from '../../lib/toasts.ts'
import type { SpaceSearch } from './space-search.ts'
import type { PageActs } from './use-page-acts.ts'

type Props = {
  spaceId: string
  page: Page
  acts: PageActs
  onSearch: (search: SpaceSearch) => void
  rename: () => void
}

/** What can be done with a page, for those who may edit. */
export function PageMenu({ spaceId, page, acts, onSearch, rename }: Props) {
  const isHidden = 'hidden' in page && page.hidden === true
  return (
    <>
      {page.type !== 'link' && (
        <MenuItem icon={FilePlus} onSelect={() => onSearch({ new: 'page', in: page.id })}>
          New page in it
        </MenuItem>
      )}
      <MenuItem icon={Pencil} keys="f2" onSelect={rename}>
        Rename
      </MenuItem>
      <MenuItem icon={isHidden ? Eye : EyeOff} onSelect={() => acts.setHidden(page, !isHidden)}>
        {isHidden ? 'Show in navigation' : 'Hide from navigation'}
      </MenuItem>
      <CopyItems spaceId={spaceId} page={page} />
      <MenuSeparator />
      <MenuItem icon={Trash2} keys="delete" danger onSelect={() => void acts.remove(page)}>
        Delete…
      </MenuItem>
    </>
  )
}

/** What anybody may take along from a page. */
export function CopyItems({ spaceId, page }: { spaceId: string; page: Page }) {
  return (
    <>
      {'path' in page && (
        <MenuItem icon={Copy} onSelect={() => void copy(`/${page.path}`, 'Copied the path')}>
          Copy path
        </MenuItem>
      )}
      <MenuItem
        icon={Link2}
        onSelect={() =>
          void copy(window.location.origin + places.page(spaceId, page.id), 'Copied the address')
        }
      >
        Copy address
      </MenuItem>
    </>
  )
}

/** What cannot be copied because the browser keeps the clipboard shut is said, not swallowed. */
export async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.done(done)
  } catch {
    toast.refused('Nothing was copied', { reason: `The browser keeps its clipboard shut. It is: ${text}` })
  }
}
