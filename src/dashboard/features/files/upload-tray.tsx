import { CircleAlert, X } from 'lucide-react'
import { weightOf } from '../../components/page-text/page-links.ts'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { counted } from '../../lib/words.ts'
import type { Upload, useUploading } from './use-uploading.ts'

/** The files on their way with how far they are, and those that were not taken with the reason. */
export function UploadTray({ uploads, isBusy, cancel, putAway }: ReturnType<typeof useUploading>) {
  if (uploads.length === 0) return null
  const going = uploads.filter(({ fault }) => fault === undefined).length
  const refused = uploads.length - going
  return (
    <section className="fl-tray" aria-label="Uploads">
      <div className="fl-tray-head">
        <p role="status">
          {going > 0 ? `Adding ${counted(going, 'file')}` : `${counted(refused, 'file')} not added`}
        </p>
        {isBusy ? (
          <Button size="small" icon={X} onClick={cancel}>
            Cancel
          </Button>
        ) : (
          <Button size="small" icon={X} onClick={putAway}>
            Put away
          </Button>
        )}
      </div>
      <ul>
        {uploads.map((upload) => (
          <Line key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  )
}

const Line = ({ upload: { name, size, sent, fault } }: { upload: Upload }) => (
  <li className="fl-going">
    <span className="truncate">{name}</span>
    {fault === undefined ? (
      <>
        <progress aria-label={`Progress of ${name}`} max={Math.max(1, size)} value={sent} />
        <span className="meta faint num">{weightOf(size)}</span>
      </>
    ) : (
      <span className="fl-fault" role="alert">
        <Icon of={CircleAlert} size="s" />
        {fault}
      </span>
    )}
  </li>
)
