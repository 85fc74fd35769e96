import { Download, FileArchive, Printer } from 'lucide-react'
import type { Space } from '#contract/spaces.ts'
import { exportMarkdown, exportPdf } from '../data/exports.ts'
import { useActions } from '../hooks/use-actions.ts'
import { IconButton } from './ui/icon-button.tsx'
import { Menu, MenuItem } from './ui/menu.tsx'

type Props = { space: Space; page?: { readonly id: string; readonly title: string } | undefined }

/** What anybody who may read a space may take along. */
export function ExportMenu({ space, page }: Props) {
  const at = { spaceId: space.id }
  const asMarkdown = () => exportMarkdown({ kind: 'space', id: space.id, title: space.title })
  const asPdf = () => void exportPdf(at, { title: space.title })
  useActions([
    { id: 'export-markdown', label: 'Export this space as Markdown', icon: FileArchive, run: asMarkdown },
    { id: 'export-pdf', label: 'Export this space as PDF', icon: Printer, run: asPdf },
  ])
  return (
    <Menu trigger={<IconButton icon={Download} label="Export" tip={false} />}>
      <MenuItem icon={FileArchive} onSelect={asMarkdown}>
        Markdown of the space
      </MenuItem>
      <MenuItem icon={Printer} onSelect={asPdf}>
        PDF of the space
      </MenuItem>
      {page && (
        <MenuItem icon={Printer} onSelect={() => void exportPdf(at, { title: page.title, page: page.id })}>
          PDF of this page
        </MenuItem>
      )}
    </Menu>
  )
}
