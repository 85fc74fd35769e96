import type { EditorView } from '@codemirror/view'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { reasonOf, refresh } from '../../lib/query-client.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { insertMarked } from './source-view.ts'
import { refusalOf, uploadFile } from './upload-images.ts'

/** Takes files into the space and speaks of them in the text; a mark holds their place meanwhile. */
export function useUploads(spaceId: string, view: RefObject<EditorView | null>) {
  const client = useQueryClient()
  const count = useRef(0)
  const upload = async (file: File, at: number) => {
    const { current } = view
    if (!current) return
    const refusal = refusalOf(file)
    if (refusal) return void toast.refused(`${words.quoted(file.name)} was not added`, { reason: refusal })
    const put = insertMarked(current, at, `![Adding ${file.name} (${++count.current})…]()`)
    try {
      put((await uploadFile(spaceId, file)).markdown)
      void refresh(client, 'spaceContent')
    } catch (error) {
      put('')
      toast.refused(`${words.quoted(file.name)} was not added`, { reason: reasonOf(error) })
    }
  }
  return async (files: readonly File[], at?: number) => {
    for (const file of files) await upload(file, at ?? view.current?.state.selection.main.to ?? 0)
  }
}
