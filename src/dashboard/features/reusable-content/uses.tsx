import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileText, Repeat2 } from 'lucide-react'
import { useState } from 'react'
import type { Location } from '#contract/content-links.ts'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Bone } from '../../components/ui/skeleton.tsx'
import { type ContentRef, contentPaths } from '../../data/content.ts'
import { errorMessage } from '../../data/query-client.ts'
import { reusableBacklinksQuery, reusableContentPath } from '../../data/reusable-content.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { titleOf } from './mutations.ts'
import styles from './reusable-content.module.css'

type Props = { at: ContentRef; id: string; title: string | undefined }

/** Where reusable content is shown, as links. */
export const UsesDialog = ({ at, id, title, onClose }: Props & { onClose: () => void }) => (
  <Dialog
    title={title ? `Where ${labels.quoted(title)} is shown` : 'Where it’s shown'}
    description="An edit changes all of them."
    onClose={onClose}
  >
    <DialogBody>
      <Uses at={at} id={id} />
    </DialogBody>
    <DialogFoot>
      <Button variant="outline" size="form" onClick={onClose}>
        {labels.close}
      </Button>
    </DialogFoot>
  </Dialog>
)

/** The number of places that show reusable content, with their list behind it. */
export function UsesButton({ at, id, title }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery({ ...reusableBacklinksQuery(at, id), throwOnError: false })
  if (data === undefined) return null
  return (
    <>
      <Button className="wide" onClick={() => setIsOpen(true)}>
        {data.count === 0 ? 'Not shown yet' : `Shown in ${pluralize(data.count, 'place')}`}
      </Button>
      {isOpen && <UsesDialog at={at} id={id} title={title} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** The list of reusable content and pages that show it. */
export function Uses({ at, id }: Pick<Props, 'at' | 'id'>) {
  const { data, error } = useQuery({ ...reusableBacklinksQuery(at, id), throwOnError: false })
  if (error) return <p className="soft">{errorMessage(error)}</p>
  if (data === undefined) return <Bone width="60%" />
  if (data.count === 0)
    return <p className="soft">Nothing shows it yet. Insert it on a page from the / menu.</p>
  const more = data.count - data.items.length
  return (
    <>
      <ul className={styles.uses} aria-label="Shown in">
        {data.items.map((location) => (
          <Use key={keyOf(location)} at={at} location={location} />
        ))}
      </ul>
      {more > 0 && <p className="meta faint">and {pluralize(more, 'more page')}</p>}
    </>
  )
}

const keyOf = (one: Location): string =>
  one.kind === 'page' ? one.page.id : one.kind === 'reusable-content' ? one.reusableContent.id : one.kind

function Use({ at, location }: { at: ContentRef; location: Location }) {
  const to =
    location.kind === 'page'
      ? contentPaths(at).page(location.page.id)
      : location.kind === 'reusable-content'
        ? reusableContentPath(at, location.reusableContent.id)
        : undefined
  if (to === undefined) return null
  return (
    <li>
      <Icon of={location.kind === 'page' ? FileText : Repeat2} size="s" />
      <Link className="truncate" to={to}>
        {titleOf(location)}
      </Link>
    </li>
  )
}
