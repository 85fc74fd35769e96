import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, FileText } from 'lucide-react'
import { weightOf } from '../../components/page-text/page-links.ts'
import { ButtonFace, buttonClass } from '../../components/ui/button.tsx'
import { CopyField } from '../../components/ui/copy.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Bone } from '../../components/ui/skeleton.tsx'
import { markdownOf } from '../../lib/file-markdown.ts'
import { places } from '../../lib/places.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { words } from '../../lib/words.ts'
import { isPicture, kindOf } from './file-mark.tsx'
import { fileQuery, usesQuery } from './file-queries.ts'

type Props = { spaceId: string; fileId: string; onClose: () => void }

/** One file: what it shows, where it is used, and how a text speaks of it. */
export function FileDialog({ spaceId, fileId, onClose }: Props) {
  const { data: file, error } = useQuery(fileQuery(spaceId, fileId))
  return (
    <Dialog
      title={file?.name ?? (error ? 'This file is not here' : 'File')}
      description={
        file
          ? [
              kindOf(file),
              weightOf(file.size),
              file.dimensions && `${file.dimensions.width} × ${file.dimensions.height} pixels`,
            ]
              .filter(Boolean)
              .join(', ')
          : (error && reasonOf(error)) || words.loading
      }
      onClose={onClose}
    >
      <DialogBody>
        {file && isPicture(file) && (
          <div className="fl-shown">
            <img src={file.downloadURL} alt={file.name} />
          </div>
        )}
        {file && (
          <>
            <h3 className="fl-head">In a page</h3>
            <CopyField text={markdownOf(file)} what={`Markdown of ${file.name}`} />
            <Uses spaceId={spaceId} fileId={fileId} />
          </>
        )}
      </DialogBody>
      {file && (
        <DialogFoot>
          <a className={buttonClass('line', 'form')} href={file.downloadURL} download={file.name}>
            <ButtonFace icon={Download}>Download</ButtonFace>
          </a>
        </DialogFoot>
      )}
    </Dialog>
  )
}

function Uses({ spaceId, fileId }: Pick<Props, 'spaceId' | 'fileId'>) {
  const { data, error } = useQuery(usesQuery(spaceId, fileId))
  const pages = data?.items.flatMap((one) => (one.kind === 'page' ? [one.page] : [])) ?? []
  return (
    <section aria-labelledby="fl-uses">
      <h3 className="fl-head" id="fl-uses">
        Used on {data && <span className="count">{data.count}</span>}
      </h3>
      {error && <p className="soft">{reasonOf(error)}</p>}
      {!data && !error && <Bone width="60%" />}
      {data && pages.length === 0 && <p className="soft">No page of this space shows it or links to it.</p>}
      <ul className="fl-uses">
        {pages.map((page) => (
          <li key={page.id}>
            <Icon of={FileText} size="s" />
            <Link className="truncate" to={places.page(spaceId, page.id)}>
              {page.title || words.untitled}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
