import type { RefObject } from 'react'

type Props = { input: RefObject<HTMLInputElement | null>; onFiles: (files: readonly File[]) => void }

/** The choice of files of the system, opened by whoever presses it. */
export const FilePicker = ({ input, onFiles }: Props) => (
  <input
    ref={input}
    type="file"
    multiple
    hidden
    aria-label="Image or file"
    onChange={({ target }) => {
      onFiles([...(target.files ?? [])])
      target.value = ''
    }}
  />
)
