import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Bone } from '../../components/ui/skeleton.tsx'
import { words } from '../../lib/words.ts'
import { readMore, readShelf } from './library-cache.ts'
import { libraryQuery } from './library-query.ts'
import type { NoteRow } from './library-rows.ts'

type Props = { note: NoteRow; organizationId: string }

/** In the place of rows that are not there yet. Once it is in sight they are read; they take its place themselves. */
export function Note({ note, organizationId }: Props) {
  const client = useQueryClient()
  const [isFailed, setIsFailed] = useState(false)
  const { says, shelfId } = note
  useEffect(() => {
    const library = client.getQueryState(libraryQuery(organizationId).queryKey)
    // While everything is on its way this shelf is too.
    if (isFailed || (library?.data?.state === 'reading' && library.fetchStatus === 'fetching')) return
    const read = says === 'more' ? readMore : readShelf
    Promise.resolve(read(client, organizationId, shelfId)).catch(() => setIsFailed(true))
  }, [client, organizationId, shelfId, says, isFailed])
  if (!isFailed) {
    return (
      <>
        <Bone width="16px" height="16px" />
        <Bone width="30%" />
      </>
    )
  }
  return (
    <>
      <span className="i-danger line">
        <Icon of={CircleAlert} />
      </span>
      <span>What is in it could not be read</span>
      <Button look="line" size="small" onClick={() => setIsFailed(false)}>
        {words.tryAgain}
      </Button>
    </>
  )
}
