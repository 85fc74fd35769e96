export type Question = {
  /** Names the object: `Delete the site “Halden Docs”?` */
  title: string
  /** What happens then, and whether it can be undone. */
  description?: string
  /** Word on the button that does it, with the object's name: `Delete Halden Docs`. */
  act: string
  /** Word on the other button. */
  keep?: string
  /** The one place with a red button. */
  danger?: boolean
}

export type Asked = Question & { answer: (yes: boolean) => void }

let asked: Asked | null = null
const listeners = new Set<() => void>()

function show(next: Asked | null): void {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks before what the service cannot undo. `if (await confirm({ title, act, danger: true })) …` */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false)
  return new Promise((resolve) => {
    show({
      ...question,
      answer: (yes) => {
        show(null)
        resolve(yes)
      },
    })
  })
}

export const question = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  asked: () => asked,
}
