import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Bone } from '../../components/ui/skeleton.tsx'
import { words } from '../../lib/words.ts'
import type { NoteRow } from './library-rows.ts'
import { readMore, shelfQuery } from './shelf-queries.ts'

type Props = { note: NoteRow; organizationId: string }

/** Before the words of a note: bones while rows are on their way, a mark when they could not be read. */
export function NoteLead({ note, organizationId }: Props) {
  if (note.says === 'failed') {
    return (
      <span className="i-danger line">
        <Icon of={CircleAlert} />
      </span>
    )
  }
  return (
    <>
      <Bone width="16px" height="16px" />
      <Bone width="30%" />
      {note.says === 'more' && <ReadOn note={note} organizationId={organizationId} />}
    </>
  )
}

/** Once it is scrolled into sight the rows after it are read; it makes room for them itself. */
function ReadOn({ note, organizationId }: Props) {
  const client = useQueryClient()
  const [isFailed, setIsFailed] = useState(false)
  useEffect(() => {
    if (isFailed) return
    readMore(client, organizationId, note.shelfId).catch(() => setIsFailed(true))
  }, [client, organizationId, note.shelfId, isFailed])
  if (!isFailed) return null
  return (
    <Button look="line" size="small" onClick={() => setIsFailed(false)}>
      {words.tryAgain}
    </Button>
  )
}

/** After the words of a note: the second try. */
export function NoteAfter({ note, organizationId }: Props) {
  const client = useQueryClient()
  if (note.says !== 'failed') return null
  const { queryKey } = shelfQuery(organizationId, note.shelfId)
  return (
    <Button look="line" size="small" onClick={() => void client.refetchQueries({ queryKey })}>
      {words.tryAgain}
    </Button>
  )
}
