import type { SourceFiles } from './source-files.ts'

/** The target of a link that leaves a space. */
export type OutsideTarget =
  | { readonly kind: 'page'; readonly spaceId: string; readonly id: string; readonly suffix: string }
  | OutsideFile

/** A file that is in none of the spaces, or in another one. */
export type OutsideFile = {
  readonly kind: 'file'
  readonly path: string
  /** Bytes */
  readonly size: number
  readonly read: () => Promise<Buffer>
  readonly suffix: string
}

/** The part of a source that is one space. */
export type SharedSource = {
  readonly files: SourceFiles
  /** The same whenever the same import reads the same file. */
  readonly pageIdOf: (path: string) => string
  /** Whether an absolute URL is the address of a page in the application that the source was written with. */
  readonly isAppLink: (url: string) => boolean
  /** The target of a link that is not in the space; null if there is none. */
  readonly outside: (url: string, from: string) => OutsideTarget | null
}
