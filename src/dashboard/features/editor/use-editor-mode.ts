import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useLocalStorage } from '../../hooks/use-local-storage.ts'
import { oneOf } from '../../lib/search-params.ts'
import { type EditorMode, editorModes } from './queries.ts'

/** The view from the address, or the one that this person chose last in this browser. */
export function useEditorMode(requested: EditorMode | undefined) {
  const { session } = useRouteContext({ from: '/_app' })
  const [stored, store] = useLocalStorage(`editor.view.${session.user.id}`, oneOf(...editorModes), 'both')
  return { mode: requested ?? stored, store }
}

/** The source editor keeps its own text, which follows when it is shown again. */
export function useSourceFollows(isVisual: boolean, follow: () => void): void {
  const wasVisual = useRef(isVisual)
  useEffect(() => {
    if (wasVisual.current && !isVisual) follow()
    wasVisual.current = isVisual
  }, [isVisual])
}
