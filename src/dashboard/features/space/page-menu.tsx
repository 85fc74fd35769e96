import {
  Copy,
  CopyPlus,
  CornerDownRight,
  Eye,
  EyeOff,
  FileDown,
  FilePlus,
  FolderOutput,
  Hash,
  Link2,
  Pencil,
  Settings2,
  Trash2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { Page } from '#contract/pages.ts'
import { copyText } from '../../components/ui/copy.tsx'
import { MenuItem, MenuSeparator } from '../../components/ui/menu.tsx'
import { type ContentRef, contentPaths, fetchPage } from '../../data/content.ts'
import { errorMessage } from '../../data/query-client.ts'
import { toast } from '../../lib/toast.ts'
import type { PageActions } from './mutations.ts'
import { titleOf } from './page-rows.ts'
import type { SpaceSearch } from './search-params.ts'
import { CompareItem } from './translation-marks.tsx'

type Props = {
  at: ContentRef
  page: Page
  actions: PageActions
  onSearch: (search: SpaceSearch) => void
  rename: () => void
  /** More items, above the one that deletes the page. */
  children?: ReactNode
}

/** Actions on a page for people who can edit. */
export function PageMenu({ at, page, actions, onSearch, rename, children }: Props) {
  const isHidden = 'hidden' in page && page.hidden === true
  return (
    <>
      {page.type !== 'link' && (
        <MenuItem icon={FilePlus} onSelect={() => onSearch({ new: 'page', in: page.id })}>
          New page inside
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
      {at.change === undefined && (
        <MenuItem icon={FolderOutput} onSelect={() => onSearch({ moveToSpace: page.id })}>
          Move to another space…
        </MenuItem>
      )}
      {page.type === 'document' && (
        <MenuItem icon={CopyPlus} onSelect={() => void actions.duplicate(page)}>
          Duplicate
        </MenuItem>
      )}
      <MenuItem icon={isHidden ? Eye : EyeOff} onSelect={() => actions.setHidden(page, !isHidden)}>
        {isHidden ? 'Show in navigation' : 'Hide from navigation'}
      </MenuItem>
      <CopyItems at={at} page={page} />
      {children}
      <MenuSeparator />
      <MenuItem icon={Trash2} keys="delete" danger onSelect={() => void actions.remove(page)}>
        {'pages' in page && page.pages.length > 0 ? 'Delete…' : 'Delete'}
      </MenuItem>
    </>
  )
}

/** Copy actions, available to everyone. */
export function CopyItems({ at, page }: { at: ContentRef; page: Page }) {
  return (
    <>
      <CompareItem page={page} />
      {'path' in page && (
        <MenuItem icon={Copy} onSelect={() => void copyText(`/${page.path}`, 'Copied the path')}>
          Copy path
        </MenuItem>
      )}
      <MenuItem
        icon={Link2}
        onSelect={() =>
          void copyText(window.location.origin + contentPaths(at).page(page.id), 'Copied the link')
        }
      >
        Copy link
      </MenuItem>
      <MenuItem icon={Hash} onSelect={() => void copyText(page.id, 'Copied the ID')}>
        Copy ID
      </MenuItem>
      {page.type === 'document' && (
        <MenuItem icon={FileDown} onSelect={() => void copyMarkdown(at, page)}>
          Copy as Markdown
        </MenuItem>
      )}
    </>
  )
}

async function copyMarkdown(at: ContentRef, { id }: Page): Promise<void> {
  try {
    const page = await fetchPage(at, id)
    const text = page.type === 'document' ? (page.markdown ?? '') : ''
    await copyText(`# ${titleOf(page)}\n\n${text}`, 'Copied the Markdown')
  } catch (error) {
    toast.refused('Couldn’t copy the page', { reason: errorMessage(error) })
  }
}
