import { useId, useRef, useState } from 'react'
import { pathSegment } from '#contract/shared/values.ts'
import { TextInput } from '../../components/ui/inputs.tsx'

type PathProps = { title: string; path: string; onSave: (path: string) => void; onCancel: () => void }

/** A path being written in its place: Enter saves, Escape takes it back; a faulty one says why and stays open. */
export function PathInput({ title, path, onSave, onCancel }: PathProps) {
  const [text, setText] = useState(path)
  const isDone = useRef(false)
  const id = useId()
  const fault = pathSegment.safeParse(text).error?.issues[0]?.message
  const finish = (isLeaving: boolean) => {
    if (isDone.current || (fault !== undefined && !isLeaving)) return
    isDone.current = true
    if (fault !== undefined || text === path) onCancel()
    else onSave(text)
  }
  return (
    <span className="path-edit">
      <span className="affix" aria-hidden="true">
        /
      </span>
      <TextInput
        mono
        aria-label={`New path of ${title}`}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault === undefined ? undefined : id}
        value={text}
        maxLength={pathSegment.maxLength ?? 100}
        spellCheck={false}
        autoCapitalize="off"
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => finish(true)}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Enter') finish(false)
          if (event.key !== 'Escape') return
          isDone.current = true
          onCancel()
        }}
      />
      {fault !== undefined && (
        <span className="path-fault" id={id} role="alert">
          {fault}
        </span>
      )}
    </span>
  )
}
