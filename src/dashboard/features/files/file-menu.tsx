import { CheckSquare, Code, Download, Eye, Link as LinkMark, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import type { File as SpaceFile } from '#contract/files.ts'
import { Icon } from '../../components/ui/icon.tsx'
import { MenuItem, MenuLink, MenuSeparator } from '../../components/ui/menu.tsx'
import { copyText } from '../../lib/clipboard.ts'
import { markdownOf } from '../../lib/file-markdown.ts'
import { words } from '../../lib/words.ts'
import type { FileActs } from './use-file-acts.ts'

type Props = {
  file: SpaceFile
  acts: FileActs
  mayEdit: boolean
  onOpen: () => void
  onRename: () => void
  onSelect: () => void
}

/** What may be done with one file. */
export const FileMenu = ({ file, acts, mayEdit, onOpen, onRename, onSelect }: Props) => (
  <>
    <MenuItem icon={Eye} keys="enter" onSelect={onOpen}>
      Open
    </MenuItem>
    <MenuItem
      icon={LinkMark}
      onSelect={() => void copyText(file.downloadURL, `Copied the link to ${words.quoted(file.name)}`)}
    >
      Copy link
    </MenuItem>
    <MenuItem
      icon={Code}
      onSelect={() => void copyText(markdownOf(file), `Copied ${words.quoted(file.name)} as Markdown`)}
    >
      Copy Markdown
    </MenuItem>
    <MenuLink>
      <a href={file.downloadURL} download={file.name}>
        <Icon of={Download} />
        Download
      </a>
    </MenuLink>
    {mayEdit && (
      <>
        <MenuSeparator />
        <MenuItem icon={Pencil} keys="r" onSelect={onRename}>
          Rename
        </MenuItem>
        <MenuItem icon={RefreshCw} onSelect={() => pickOne((by) => void acts.replace(file, by))}>
          Replace…
        </MenuItem>
        <MenuItem icon={CheckSquare} keys="x" onSelect={onSelect}>
          Select
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} danger onSelect={() => void acts.remove([file])}>
          {file.pages ? 'Delete…' : 'Delete'}
        </MenuItem>
      </>
    )}
  </>
)

/** Asks the browser for one file. */
function pickOne(take: (file: File) => void): void {
  const field = document.createElement('input')
  field.type = 'file'
  field.onchange = () => {
    const [file] = field.files ?? []
    if (file) take(file)
  }
  field.click()
}
