import type { MouseEvent, TouchEvent } from 'react'

/** What a pressed element brings: rows of the tree, or something from next to it. */
export type Brought = 'row' | 'arriving'

type Press = {
  readonly brought: Brought
  readonly element: HTMLElement
  readonly event: MouseEvent | TouchEvent
}

/** Hands presses to the library that turns them into drags, which is not part of the first load. */
export type Presses = {
  /** Begins a drag; as soon as the library is there, if the pointer is still down then. */
  readonly press: (press: Press) => void
  /** Called by the library. Returns how to disconnect it. */
  readonly connect: (begin: (press: Press) => void) => () => void
}

export function createPresses(): Presses {
  let begin: ((press: Press) => void) | undefined
  let waiting: Press | undefined
  const release = () => {
    waiting = undefined
  }
  return {
    press: (press) => {
      if (begin) return begin(press)
      waiting = press
      for (const end of ['mouseup', 'touchend', 'touchcancel'])
        document.addEventListener(end, release, { once: true, capture: true })
    },
    connect: (run) => {
      begin = run
      if (waiting) run(waiting)
      release()
      return () => {
        begin = undefined
      }
    },
  }
}
