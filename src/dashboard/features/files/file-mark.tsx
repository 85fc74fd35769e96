import {
  File as Any,
  FileArchive,
  FileAudio,
  FileCode,
  FileText,
  FileVideo,
  type LucideIcon,
} from 'lucide-react'
import { useState } from 'react'
import type { File } from '#contract/files.ts'
import { Icon } from '../../components/ui/icon.tsx'

const marks: readonly (readonly [RegExp, LucideIcon])[] = [
  [/^video\//, FileVideo],
  [/^audio\//, FileAudio],
  [/(zip|tar|gzip|compressed)/, FileArchive],
  [/(json|javascript|xml|yaml|html|css)/, FileCode],
  [/^(text\/|application\/(pdf|msword|vnd\.))/, FileText],
]

/** A small picture of a file, or the mark of its kind. */
export function FileMark({ file }: { file: File }) {
  const [isBroken, setIsBroken] = useState(false)
  if (isPicture(file) && !isBroken) {
    return (
      <span className="fl-thumb">
        <img src={file.downloadURL} alt="" loading="lazy" onError={() => setIsBroken(true)} />
      </span>
    )
  }
  const [, mark = Any] = marks.find(([kind]) => kind.test(file.contentType)) ?? []
  return (
    <span className="fl-thumb is-kind">
      <Icon of={mark} />
    </span>
  )
}

export const isPicture = ({ contentType }: Pick<File, 'contentType'>): boolean =>
  contentType.startsWith('image/')

/** `PNG`, `PDF`, `Word`: what people call a kind of file. */
export function kindOf({ name, contentType }: Pick<File, 'name' | 'contentType'>): string {
  const ending = /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]
  return (ending ?? contentType.split('/').at(-1) ?? contentType).toUpperCase()
}
