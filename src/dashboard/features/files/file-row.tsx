import { clsx } from 'clsx'
import {
  ArrowDown,
  ArrowUp,
  CheckSquare,
  Code,
  Download,
  Eye,
  FileArchive,
  FileCode,
  FileHeadphone,
  FileText,
  FileVideo,
  File as GenericFile,
  Link as LinkMark,
  type LucideIcon,
  Pencil,
  RefreshCw,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import type { File as SpaceFile } from '#contract/files.ts'
import { formatFileSize } from '../../components/page-text/page-links.ts'
import type { ListColumn } from '../../components/paged-list.tsx'
import { copyText } from '../../components/ui/copy.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { InlineRename } from '../../components/ui/inputs.tsx'
import { MenuItem, MenuLink, MenuSeparator } from '../../components/ui/menu.tsx'
import { Time } from '../../components/ui/time.tsx'
import { markdownOf } from '../../data/uploads.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import styles from './files.module.css'
import type { FileActions } from './mutations.ts'
import { type FileSort, firstOrder, type OnSearch, orderOf } from './queries.ts'
import type { FilesSearch } from './search-params.ts'

type Props = {
  file: SpaceFile
  isRenaming: boolean
  onRename: (name: string | null) => void
  onOpen: () => void
}

/** The cells of a file. */
export function FileCells({ file, isRenaming, onRename, onOpen }: Props) {
  const { dimensions } = file
  return (
    <>
      <div className="cell" role="gridcell">
        <FileIcon file={file} />
        {isRenaming ? (
          <InlineRename
            label={`Name of ${file.name}`}
            value={file.name}
            maxLength={256}
            onSave={onRename}
            onCancel={() => onRename(null)}
          />
        ) : (
          <span className={styles.name}>
            <button type="button" className="title name truncate" tabIndex={-1} onClick={onOpen}>
              {file.name}
            </button>
            <span className="narrow meta faint truncate">
              {formatFileSize(file.size)}, {usageLabel(file.pages)}
            </span>
          </span>
        )}
      </div>
      <div className="cell wide soft" role="gridcell">
        {kindOf(file)}
      </div>
      <div className="cell wide soft num" role="gridcell">
        {dimensions && `${dimensions.width} × ${dimensions.height}`}
      </div>
      <div className={clsx('cell wide soft num', styles.end)} role="gridcell">
        {formatFileSize(file.size)}
      </div>
      <div className="cell wide" role="gridcell">
        {file.pages ? (
          <button type="button" className={styles.used} tabIndex={-1} onClick={onOpen}>
            {pluralize(file.pages, 'page')}
          </button>
        ) : (
          <span className="faint">Unused</span>
        )}
      </div>
      <div className={clsx('cell wide soft num', styles.end)} role="gridcell">
        {file.createdAt && <Time at={file.replacedAt ?? file.createdAt} />}
      </div>
    </>
  )
}

/** `used on 2 pages` */
export const usageLabel = (pages = 0): string =>
  pages === 0 ? 'unused' : `used on ${pluralize(pages, 'page')}`

/** Accessible name of the row. */
export const titleOf = ({ name }: SpaceFile): string => name || labels.untitled

/** Column headings. Three of them sort the list; a second click reverses the order. */
export function columnsFor(search: FilesSearch, onSearch: OnSearch, hasMenu: boolean): ListColumn[] {
  const current = orderOf(search)
  const sortColumn = (sort: FileSort, label: string, className?: string): ListColumn => {
    const isNow = current.sort === sort
    const reversed = current.order === 'asc' ? 'desc' : 'asc'
    const order = isNow ? reversed : firstOrder(sort)
    const onClick = () =>
      onSearch({
        sort: sort === 'createdAt' ? undefined : sort,
        order: order === firstOrder(sort) ? undefined : order,
      })
    return {
      head: (
        <button type="button" className="sort" onClick={onClick}>
          {label}
          {isNow && <Icon of={current.order === 'asc' ? ArrowUp : ArrowDown} />}
        </button>
      ),
      ...(className ? { className } : {}),
      sort: isNow ? (current.order === 'asc' ? 'ascending' : 'descending') : undefined,
    }
  }
  return [
    sortColumn('name', 'Name'),
    { head: 'Kind', className: 'wide' },
    { head: 'Dimensions', className: 'wide' },
    sortColumn('size', 'Size', clsx('wide', styles.end)),
    { head: 'Used on', className: 'wide' },
    sortColumn('createdAt', 'Added', clsx('wide', styles.end)),
    ...(hasMenu ? [{ head: <span className="sr">Actions</span> }] : []),
  ]
}

const kindIcons: readonly (readonly [RegExp, LucideIcon])[] = [
  [/^video\//, FileVideo],
  [/^audio\//, FileHeadphone],
  [/(zip|tar|gzip|compressed)/, FileArchive],
  [/(json|javascript|xml|yaml|html|css)/, FileCode],
  [/^(text\/|application\/(pdf|msword|vnd\.))/, FileText],
]

/** A thumbnail of an image, or an icon for its file type. */
function FileIcon({ file }: { file: SpaceFile }) {
  const [isBroken, setIsBroken] = useState(false)
  if (isPicture(file) && !isBroken) {
    return (
      <span className={styles.thumb}>
        <img src={file.downloadURL} alt="" loading="lazy" onError={() => setIsBroken(true)} />
      </span>
    )
  }
  const [, icon = GenericFile] = kindIcons.find(([kind]) => kind.test(file.contentType)) ?? []
  return (
    <span className={clsx(styles.thumb, 'is-kind')}>
      <Icon of={icon} />
    </span>
  )
}

export const isPicture = ({ contentType }: Pick<SpaceFile, 'contentType'>): boolean =>
  contentType.startsWith('image/')

/** `PNG`, `PDF`, `DOCX`: the file extension, else the subtype of the media type. */
export function kindOf({ name, contentType }: Pick<SpaceFile, 'name' | 'contentType'>): string {
  const ending = /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]
  return (ending ?? contentType.split('/').at(-1) ?? contentType).toUpperCase()
}

type FileMenuProps = {
  file: SpaceFile
  actions: FileActions
  canEdit: boolean
  onOpen: () => void
  onRename: () => void
  onSelect: () => void
}

/** Actions on one file. */
export const FileMenu = ({ file, actions, canEdit, onOpen, onRename, onSelect }: FileMenuProps) => (
  <>
    <MenuItem icon={Eye} keys="enter" onSelect={onOpen}>
      Open
    </MenuItem>
    <MenuItem
      icon={LinkMark}
      onSelect={() => void copyText(file.downloadURL, `Copied the link to ${labels.quoted(file.name)}`)}
    >
      Copy link
    </MenuItem>
    <MenuItem
      icon={Code}
      onSelect={() => void copyText(markdownOf(file), `Copied ${labels.quoted(file.name)} as Markdown`)}
    >
      Copy Markdown
    </MenuItem>
    <MenuLink>
      <a href={file.downloadURL} download={file.name}>
        <Icon of={Download} />
        Download
      </a>
    </MenuLink>
    {canEdit && (
      <>
        <MenuSeparator />
        <MenuItem icon={Pencil} keys="r" onSelect={onRename}>
          Rename
        </MenuItem>
        <MenuItem icon={RefreshCw} onSelect={() => pickFile((by) => void actions.replace(file, by))}>
          Replace…
        </MenuItem>
        <MenuItem icon={CheckSquare} keys="x" onSelect={onSelect}>
          Select
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} danger onSelect={() => void actions.remove([file])}>
          {file.pages ? 'Delete…' : 'Delete'}
        </MenuItem>
      </>
    )}
  </>
)

/** Opens the file picker of the browser for one file. */
function pickFile(onFile: (file: File) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.onchange = () => {
    const [file] = input.files ?? []
    if (file) onFile(file)
  }
  input.click()
}
