import type { File } from '#contract/files.ts'
import { weightOf } from '../../components/page-text/page-links.ts'
import { InlineRename } from '../../components/ui/inline-rename.tsx'
import { Time } from '../../components/ui/time.tsx'
import { counted, words } from '../../lib/words.ts'
import { FileMark, kindOf } from './file-mark.tsx'

type Props = {
  file: File
  isRenaming: boolean
  onRename: (name: string | null) => void
  onOpen: () => void
}

/** One file in the list. */
export function FileCells({ file, isRenaming, onRename, onOpen }: Props) {
  const { dimensions } = file
  return (
    <>
      <div className="cell" role="gridcell">
        <FileMark file={file} />
        {isRenaming ? (
          <InlineRename
            label={`Name of ${file.name}`}
            value={file.name}
            maxLength={256}
            onSave={onRename}
            onCancel={() => onRename(null)}
          />
        ) : (
          <span className="fl-name">
            <button type="button" className="title name truncate" tabIndex={-1} onClick={onOpen}>
              {file.name}
            </button>
            <span className="narrow meta faint truncate">
              {weightOf(file.size)}, {usedWords(file.pages)}
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
      <div className="cell wide soft num fl-end" role="gridcell">
        {weightOf(file.size)}
      </div>
      <div className="cell wide" role="gridcell">
        {file.pages ? (
          <button type="button" className="fl-used" tabIndex={-1} onClick={onOpen}>
            {counted(file.pages, 'page')}
          </button>
        ) : (
          <span className="faint">Unused</span>
        )}
      </div>
      <div className="cell wide soft num fl-end" role="gridcell">
        {file.createdAt && <Time at={file.replacedAt ?? file.createdAt} />}
      </div>
    </>
  )
}

/** `used on 2 pages` */
export const usedWords = (pages = 0): string => (pages === 0 ? 'unused' : `used on ${counted(pages, 'page')}`)

/** What the whole row is called. */
export const titleOf = ({ name }: File): string => name || words.untitled
