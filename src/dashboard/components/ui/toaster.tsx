import { Check, CircleAlert, X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useKeys } from '../../hooks/use-keys.ts'
import { type Toast, toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { Icon } from './icon.tsx'
import { Keys } from './kbd.tsx'

const lifetime = { done: 6000, refused: 10_000 }

/** The messages at the bottom left. They stay while the pointer or the focus rests on them. */
export function Toaster() {
  const shown = useSyncExternalStore(toast.subscribe, toast.shown)
  const [isHeld, setIsHeld] = useState(false)
  const undo = shown.findLast((one) => one.act?.isUndo)
  return (
    <section
      className="toasts"
      aria-label="Messages"
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      {undo && <UndoKey of={undo} />}
      {shown.map((one) => (
        <Message key={one.id} of={one} isHeld={isHeld} />
      ))}
    </section>
  )
}

function UndoKey({ of }: { of: Toast }) {
  useKeys([{ keys: 'z', label: words.undo, group: 'Everywhere', act: () => run(of) }])
  return null
}

function run(of: Toast): void {
  toast.dismiss(of.id)
  of.act?.run()
}

function Message({ of, isHeld }: { of: Toast; isHeld: boolean }) {
  const isGoingOn = useGoingOn(of.during)
  useEffect(() => {
    if (isHeld || isGoingOn) return
    const timer = setTimeout(() => toast.dismiss(of.id), lifetime[of.kind])
    return () => clearTimeout(timer)
  }, [of, isHeld, isGoingOn])
  return (
    <div
      className={of.kind === 'refused' ? 'toast is-error' : 'toast'}
      role={of.kind === 'refused' ? 'alert' : 'status'}
      aria-busy={isGoingOn || undefined}
    >
      <Icon of={of.icon ?? (of.kind === 'refused' ? CircleAlert : Check)} />
      <p>
        {of.text}
        {of.reason && <small>{of.reason}</small>}
      </p>
      {of.act && (
        <button type="button" className="btn btn-s" onClick={() => run(of)}>
          <span className={of.act.isUndo ? 'undo' : undefined}>{of.act.label}</span>
          {of.act.isUndo && <Keys of="z" />}
        </button>
      )}
      {!of.act && (
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

/** True until the promise has ended, either way. */
function useGoingOn(during: Promise<unknown> | undefined): boolean {
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
