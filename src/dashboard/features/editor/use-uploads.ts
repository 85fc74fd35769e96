import type { EditorView } from '@codemirror/view'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { type ContentAt, resourceAt } from '../../lib/content-at.ts'
import { reasonOf, refresh } from '../../lib/query-client.ts'
import { insertMarked } from './source-view.ts'
import { refusalOf, uploadFile } from './upload-images.ts'

/** A file on its way into the space. */
export type Upload = {
  readonly id: number
  readonly name: string
  /** How much of it has gone out, from 0 to 1. */
  readonly part: number
  /** Why it was not taken; undefined while it is on its way. */
  readonly reason?: string | undefined
  /** Absent where it would be refused again. */
  readonly retry?: (() => void) | undefined
}

/** Takes files into the space and speaks of them in the text; a mark holds their place meanwhile. */
export function useUploads(target: ContentAt, view: RefObject<EditorView | null>) {
  const client = useQueryClient()
  const count = useRef(0)
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const change = (id: number, next: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...next } : one)))
  const dismiss = (id: number) => setUploads((all) => all.filter((one) => one.id !== id))

  const upload = async (file: File, at: number) => {
    const { current } = view
    if (!current) return
    const id = ++count.current
    const refusal = refusalOf(file)
    setUploads((all) => [...all, { id, name: file.name || 'image', part: 0, reason: refusal }])
    if (refusal) return
    const put = insertMarked(current, at, `![Adding ${file.name} (${id})…]()`)
    try {
      put((await uploadFile(target, file, (part) => change(id, { part }))).markdown)
      dismiss(id)
      void refresh(client, resourceAt(target))
    } catch (error) {
      put('')
      const retry = () => {
        dismiss(id)
        void upload(file, cursor())
      }
      change(id, { reason: reasonOf(error), retry })
    }
  }
  const cursor = () => view.current?.state.selection.main.to ?? 0
  return {
    uploads,
    isBusy: uploads.some(({ reason }) => reason === undefined),
    dismiss,
    add: async (files: readonly File[], at?: number) => {
      for (const file of files) await upload(file, at ?? cursor())
    },
  }
}
