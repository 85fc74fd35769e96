import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { uploadRefusal } from '#contract/shared/file-limits.ts'
import { editAt } from '../../lib/content-at.ts'
import { reasonOf, refresh } from '../../lib/query-client.ts'
import { toast } from '../../lib/toasts.ts'
import { counted, words } from '../../lib/words.ts'
import { portionsOf, type Sent, sendFiles } from './send-files.ts'

/** A file on its way into the space, or one that was not taken. */
export type Upload = {
  readonly id: number
  readonly name: string
  readonly size: number
  readonly sent: number
  /** Why it was not taken. */
  readonly fault?: string
}

type Going = Upload & { readonly file: File }

/** Files on their way into a space, with how far they are; what was refused stays until it is put away. */
export function useUploading(spaceId: string) {
  const client = useQueryClient()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const last = useRef(0)
  const left = useRef(new AbortController())
  useEffect(() => () => left.current.abort(), [])
  const isBusy = uploads.some(({ fault }) => fault === undefined)
  useEffect(() => {
    if (!isBusy) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', stay)
    return () => window.removeEventListener('beforeunload', stay)
  }, [isBusy])

  const put = (ids: ReadonlySet<number>, change: (upload: Upload) => Upload | null) =>
    setUploads((all) => all.flatMap((one) => (ids.has(one.id) ? (change(one) ?? []) : [one])))

  const undo = (sent: Sent) => async () => {
    const changes = sent.files.map(({ id }) => ({ operation: 'delete_file' as const, file: id }))
    try {
      await editAt({ spaceId }, { changes })
      toast.done(`Took back ${counted(sent.files.length, 'file')}`)
    } catch (error) {
      toast.refused('The files stayed', { reason: reasonOf(error) })
    }
    void refresh(client, 'spaceContent')
  }

  const sendPortion = async (portion: readonly Going[]): Promise<void> => {
    const ids = new Set(portion.map(({ id }) => id))
    const starts = new Map<number, number>()
    let from = 0
    for (const { id, size } of portion) {
      starts.set(id, from)
      from += size
    }
    const onProgress = (bytes: number) =>
      put(ids, (one) => ({
        ...one,
        sent: Math.max(0, Math.min(one.size, bytes - (starts.get(one.id) ?? 0))),
      }))
    try {
      const files = portion.map(({ file }) => file)
      const sent = await sendFiles(spaceId, { files, signal: left.current.signal, onProgress })
      put(ids, () => null)
      const [first] = sent.files
      const what =
        sent.files.length === 1 && first ? words.quoted(first.name) : counted(sent.files.length, 'file')
      toast.undoable(`Added ${what}`, () => void undo(sent)())
    } catch (error) {
      if (left.current.signal.aborted) return put(ids, () => null)
      put(ids, (one) => ({ ...one, fault: reasonOf(error) }))
    }
    await refresh(client, 'spaceContent')
  }

  const add = async (files: readonly File[]): Promise<void> => {
    const all = files.map((file): Going => {
      const fault = uploadRefusal(file)
      const id = ++last.current
      return {
        id,
        file,
        name: file.name,
        size: file.size,
        sent: 0,
        ...(fault === undefined ? {} : { fault }),
      }
    })
    setUploads((before) => [...before, ...all])
    for (const portion of portionsOf(all.filter(({ fault }) => fault === undefined)))
      await sendPortion(portion)
  }

  const cancel = () => {
    left.current.abort()
    left.current = new AbortController()
  }
  const putAway = () => setUploads((all) => all.filter(({ fault }) => fault === undefined))
  return { uploads, isBusy, add, cancel, putAway }
}
