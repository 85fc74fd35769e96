import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { Button, type Size, type Variant } from './button.tsx'
import { TextInput } from './inputs.tsx'

type CopyProps = {
  text: string
  /** What is copied, for screen readers: `link for ada@example.org`. */
  what: string
  /** When the browser does not let us at the clipboard. */
  onRefused?: () => void
  variant?: Variant
  size?: Size | undefined
  tabIndex?: number
}

const shownFor = 2000

/** Copies a text and says so on itself. */
export function CopyButton({ text, what, onRefused, variant = 'outline', size, tabIndex }: CopyProps) {
  const [isDone, setIsDone] = useState(false)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setIsDone(false), shownFor)
    return () => clearTimeout(timer)
  }, [isDone])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setIsDone(true)
    } catch {
      onRefused?.()
    }
  }
  return (
    <>
      <Button
        variant={variant}
        size={size}
        icon={isDone ? Check : Copy}
        tabIndex={tabIndex}
        aria-label={`Copy ${what}`}
        onClick={() => void copy()}
      >
        {isDone ? 'Copied' : 'Copy'}
      </Button>
      <span className="sr" role="status">
        {isDone ? `Copied ${what}` : ''}
      </span>
    </>
  )
}

/** A text to be taken along, with its button; where the clipboard is shut it is selected, to be copied by key. */
export function CopyField({ text, what }: { text: string; what: string }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <span className="copy-field">
      <TextInput
        ref={field}
        mono
        readOnly
        aria-label={what}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton text={text} what={what} size="form" onRefused={() => field.current?.focus()} />
    </span>
  )
}

/** Copies a text; if the browser blocks the clipboard, a toast shows the text instead. */
export async function copyText(text: string, message: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.done(message)
  } catch {
    toast.refused('Couldn’t copy to the clipboard', {
      reason: `Your browser blocked access to the clipboard. Copy it here: ${text}`,
    })
  }
}
