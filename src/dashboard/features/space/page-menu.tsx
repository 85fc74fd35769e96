import {
  Copy,
  CopyPlus,
  CornerDownRight,
  Eye,
  EyeOff,
  FileDown,
  FilePlus,
  Hash,
  Link2,
  Pencil,
  Settings2,
  Trash2,
} from 'lucide-react'
import type { Page } from '#contract/pages.ts'
import { MenuItem, MenuSeparator } from '../../components/ui/menu.tsx'
import { copyText } from '../../lib/clipboard.ts'
import { type ContentAt, placesAt, readPageAt } from '../../lib/content-at.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { toast } from '../../lib/toasts.ts'
import { titleOf } from './page-rows.ts'
import type { SpaceSearch } from './space-search.ts'
import type { PageActs } from './use-page-acts.ts'

type Props = {
  at: ContentAt
  page: Page
  acts: PageActs
  onSearch: (search: SpaceSearch) => void
  rename: () => void
}

/** What can be done with a page, for those who may edit. */
export function PageMenu({ at, page, acts, onSearch, rename }: Props) {
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
      {page.type !== 'computed' && (
        <MenuItem icon={Settings2} onSelect={() => onSearch({ settings: page.id })}>
          Settings…
        </MenuItem>
      )}
      {page.type !== 'group' && (
        <MenuItem icon={CornerDownRight} onSelect={() => onSearch({ move: page.id })}>
          Move to…
        </MenuItem>
      )}
      {page.type === 'document' && (
        <MenuItem icon={CopyPlus} onSelect={() => void acts.duplicate(page)}>
          Duplicate
        </MenuItem>
      )}
      <MenuItem icon={isHidden ? Eye : EyeOff} onSelect={() => acts.setHidden(page, !isHidden)}>
        {isHidden ? 'Show in navigation' : 'Hide from navigation'}
      </MenuItem>
      <CopyItems at={at} page={page} />
      <MenuSeparator />
      <MenuItem icon={Trash2} keys="delete" danger onSelect={() => void acts.remove(page)}>
        {'pages' in page && page.pages.length > 0 ? 'Delete…' : 'Delete'}
      </MenuItem>
    </>
  )
}

/** What anybody may take along from a page. */
export function CopyItems({ at, page }: { at: ContentAt; page: Page }) {
  return (
    <>
      {'path' in page && (
        <MenuItem icon={Copy} onSelect={() => void copyText(`/${page.path}`, 'Copied the path')}>
          Copy path
        </MenuItem>
      )}
      <MenuItem
        icon={Link2}
        onSelect={() =>
          void copyText(window.location.origin + placesAt(at).page(page.id), 'Copied the address')
        }
      >
        Copy address
      </MenuItem>
      <MenuItem icon={Hash} onSelect={() => void copyText(page.id, 'Copied the id')}>
        Copy id
      </MenuItem>
      {page.type === 'document' && (
        <MenuItem icon={FileDown} onSelect={() => void copyMarkdown(at, page)}>
          Copy as Markdown
        </MenuItem>
      )}
    </>
  )
}

async function copyMarkdown(at: ContentAt, { id }: Page): Promise<void> {
  try {
    const page = await readPageAt(at, id)
    const text = page.type === 'document' ? (page.markdown ?? '') : ''
    await copyText(`# ${titleOf(page)}\n\n${text}`, 'Copied the Markdown')
  } catch (error) {
    toast.refused('Nothing was copied', { reason: reasonOf(error) })
  }
}
