import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, FileText } from 'lucide-react'
import { formatFileSize } from '../../components/page-text/page-links.ts'
import { ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { CopyField } from '../../components/ui/copy.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Bone } from '../../components/ui/skeleton.tsx'
import { errorMessage } from '../../data/query-client.ts'
import { markdownOf } from '../../data/uploads.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { isPicture, kindOf } from './file-row.tsx'
import styles from './files.module.css'
import { fileQuery, fileUsagesQuery } from './queries.ts'

type Props = { spaceId: string; fileId: string; onClose: () => void }

/** Preview, Markdown and usages of a file. */
export function FileDialog({ spaceId, fileId, onClose }: Props) {
  const { data: file, error } = useQuery(fileQuery(spaceId, fileId))
  return (
    <Dialog
      title={file?.name ?? (error ? 'File not found' : 'File')}
      description={
        file
          ? [
              kindOf(file),
              formatFileSize(file.size),
              file.dimensions && `${file.dimensions.width} × ${file.dimensions.height} pixels`,
            ]
              .filter(Boolean)
              .join(', ')
          : (error && errorMessage(error)) || labels.loading
      }
      onClose={onClose}
    >
      <DialogBody>
        {file && isPicture(file) && (
          <div className={styles.shown}>
            <img src={file.downloadURL} alt={file.name} />
          </div>
        )}
        {file && (
          <>
            <h3 className={styles.head}>In a page</h3>
            <CopyField text={markdownOf(file)} what={`Markdown of ${file.name}`} />
            <FileUsages spaceId={spaceId} fileId={fileId} />
          </>
        )}
      </DialogBody>
      {file && (
        <DialogFoot>
          <a className={buttonClass('outline', 'form')} href={file.downloadURL} download={file.name}>
            <ButtonContent icon={Download}>Download</ButtonContent>
          </a>
        </DialogFoot>
      )}
    </Dialog>
  )
}

function FileUsages({ spaceId, fileId }: Pick<Props, 'spaceId' | 'fileId'>) {
  const { data, error } = useQuery(fileUsagesQuery(spaceId, fileId))
  const pages = data?.items.flatMap((one) => (one.kind === 'page' ? [one.page] : [])) ?? []
  return (
    <section aria-labelledby={styles.uses}>
      <h3 className={styles.head} id={styles.uses}>
        Used on {data && <span className="count">{data.count}</span>}
      </h3>
      {error && <p className="soft">{errorMessage(error)}</p>}
      {!data && !error && <Bone width="60%" />}
      {data && pages.length === 0 && <p className="soft">No page in this space uses this file.</p>}
      <ul className={styles.uses}>
        {pages.map((page) => (
          <li key={page.id}>
            <Icon of={FileText} size="s" />
            <Link className="truncate" to={paths.page(spaceId, page.id)}>
              {page.title || labels.untitled}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
