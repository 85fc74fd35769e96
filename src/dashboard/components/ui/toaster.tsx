import { useRouterState } from '@tanstack/react-router'
import { Check, CircleAlert, X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { undoStack } from '../../data/undo.ts'
import { useShortcuts } from '../../hooks/use-actions.ts'
import { labels } from '../../lib/labels.ts'
import { type Toast, toast } from '../../lib/toast.ts'
import { Icon } from './icon.tsx'
import { Keys } from './kbd.tsx'

const LIFETIME_MS = { done: 6000, refused: 10_000 }

/**
 * The messages at the bottom left. None disappears while the pointer or the focus is on them, while the next page loads,
 * or while the person is in another window.
 */
export function Toaster() {
  const shown = useSyncExternalStore(toast.subscribe, toast.shown)
  const [isPointedAt, setIsPointedAt] = useState(false)
  const isLoading = useRouterState({ select: ({ status }) => status === 'pending' })
  const isAway = useSyncExternalStore(onFocusChange, isWindowInBackground)
  const isPaused = isPointedAt || isLoading || isAway
  const canUndo = useSyncExternalStore(undoStack.subscribe, undoStack.entries).length > 0
  return (
    <section
      className="toasts"
      aria-label="Messages"
      onPointerEnter={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
      onFocus={() => setIsPointedAt(true)}
      onBlur={() => setIsPointedAt(false)}
    >
      {canUndo && <UndoShortcut />}
      {shown.map((one) => (
        <Message key={one.id} of={one} isPaused={isPaused} />
      ))}
    </section>
  )
}

/** A focused frame of this window counts as the window. */
const isWindowInBackground = () => document.visibilityState === 'hidden' || !document.hasFocus()

function onFocusChange(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  window.addEventListener('focus', listener)
  window.addEventListener('blur', listener)
  return () => {
    document.removeEventListener('visibilitychange', listener)
    window.removeEventListener('focus', listener)
    window.removeEventListener('blur', listener)
  }
}

function UndoShortcut() {
  useShortcuts([
    { keys: 'z', label: labels.undo, group: 'Everywhere', run: undoStack.undo },
    { keys: 'mod+z', label: labels.undo, group: 'Everywhere', run: undoStack.undo },
  ])
  return null
}

function runAction(of: Toast): void {
  toast.dismiss(of.id)
  of.action?.run()
}

function Message({ of, isPaused }: { of: Toast; isPaused: boolean }) {
  const isPending = useIsPending(of.during)
  useEffect(() => {
    if (isPaused || isPending) return
    const timer = setTimeout(() => toast.dismiss(of.id), LIFETIME_MS[of.kind])
    return () => clearTimeout(timer)
  }, [of, isPaused, isPending])
  return (
    <div
      className={of.kind === 'refused' ? 'toast is-error' : 'toast'}
      role={of.kind === 'refused' ? 'alert' : 'status'}
      aria-busy={isPending || undefined}
    >
      <Icon of={of.icon ?? (of.kind === 'refused' ? CircleAlert : Check)} />
      <p>
        {of.text}
        {of.reason && <small>{of.reason}</small>}
      </p>
      {of.action && (
        <button type="button" className="btn btn-s" onClick={() => runAction(of)}>
          <span className={of.action.isUndo ? 'undo' : undefined}>{of.action.label}</span>
          {of.action.isUndo && <Keys of="z" />}
        </button>
      )}
      {!of.action && (
        <button
          type="button"
          className="btn btn-icon btn-s"
          aria-label="Close message"
          onClick={() => toast.dismiss(of.id)}
        >
          <Icon of={X} size="s" />
        </button>
      )}
    </div>
  )
}

/** True until the promise is settled. */
function useIsPending(during: Promise<unknown> | undefined): boolean {
  const [ended, setEnded] = useState<Promise<unknown> | undefined>()
  useEffect(() => {
    if (!during) return undefined
    let isMounted = true
    const end = () => isMounted && setEnded(during)
    during.then(end, end)
    return () => {
      isMounted = false
    }
  }, [during])
  return during !== undefined && ended !== during
}
